import { type CSSProperties, type ReactNode, useRef } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../../lib/classes.ts';
import { useBodyLock } from '../../lib/use-body-lock.ts';
import { useDialogFocus } from '../../lib/use-dialog-focus.ts';
import { usePresence } from '../../lib/use-presence.ts';
import styles from './overlay.module.css';

/** Shared base of `Modal` and `Sheet`: mask, 300 ms animation, locked page, focus trap, accessible name. */
export function Overlay({
  open,
  shape,
  label,
  labelledBy,
  width,
  onDismiss,
  isMaskClosable = false,
  children,
}: {
  open: boolean;
  shape: 'dialog' | 'sheet';
  label?: string;
  labelledBy?: string;
  /** In design pixels. */
  width?: number;
  onDismiss?: () => void;
  isMaskClosable?: boolean;
  children: ReactNode;
}) {
  const presence = usePresence(open);
  const dialog = useRef<HTMLDivElement>(null);
  useBodyLock(open);
  useDialogFocus(dialog, open, onDismiss);
  if (presence === 'absent') return null;

  return createPortal(
    <div
      className={classes(styles.mask, styles[shape], presence === 'closing' && styles.closing)}
      onClick={(event) => {
        if (isMaskClosable && event.target === event.currentTarget) onDismiss?.();
      }}
    >
      <div
        ref={dialog}
        className={styles.panel}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        aria-labelledby={labelledBy}
        tabIndex={-1}
        style={width === undefined ? undefined : ({ '--width': width } as CSSProperties)}
      >
        {children}
      </div>
    </div>,
    document.body,
  );
}
