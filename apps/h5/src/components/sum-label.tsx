import { EyeButton } from '@lode/ui';
import type { ReactNode } from 'react';
import { useAmountsHidden } from '../lib/amounts-hidden.ts';
import styles from './sum-label.module.css';

/** Label of a hero's main figure, with the eye that hides all amounts. */
export function SumLabel({ children }: { children: ReactNode }) {
  const [isHidden, setHidden] = useAmountsHidden();
  return (
    <div className={styles.label}>
      {children}
      <EyeButton hidden={isHidden} onChange={setHidden} />
    </div>
  );
}
