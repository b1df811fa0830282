import { type ReactNode, useId } from 'react';
import { Icon } from '../icon/icon.tsx';
import styles from './tick.module.css';

/**
 * A checkbox named by its sentence. A tap on the sentence toggles it too, except on a link; only the box is the control, so
 * that links stay reachable.
 */
export function Tick({
  checked,
  onChange,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  const sentence = useId();
  return (
    <div
      className={styles.tick}
      onClick={(event) => {
        if (!(event.target as Element).closest('a, button')) onChange(!checked);
      }}
    >
      <button
        type="button"
        className={styles.target}
        role="checkbox"
        aria-checked={checked}
        aria-labelledby={sentence}
        onClick={() => onChange(!checked)}
      >
        <span className={styles.box}>{checked && <Icon name="check" size="xs" />}</span>
      </button>
      <span id={sentence}>{children}</span>
    </div>
  );
}
