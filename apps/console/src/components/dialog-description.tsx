import { type ReactNode, useId } from 'react';
import styles from './dialog-description.module.css';

/** What will happen, read out with the title of the dialog that it stands in. antd's own dialog takes no `aria-describedby`. */
export function DialogDescription({ children }: { children: ReactNode }) {
  const id = useId();
  const describe = (own: HTMLElement | null) => own?.closest('[role="dialog"]')?.setAttribute('aria-describedby', id);
  return (
    <div id={id} ref={describe} className={styles.description}>
      {children}
    </div>
  );
}
