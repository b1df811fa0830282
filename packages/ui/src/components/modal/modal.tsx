import { type ReactNode, useId } from 'react';
import { Button } from '../button/button.tsx';
import styles from './modal.module.css';
import { Overlay } from './overlay.tsx';

export interface ModalProps {
  open: boolean;
  title: string;
  children?: ReactNode;
  /** Without it there is no confirm button. */
  confirmText?: string;
  /** Without it there is no cancel button. */
  cancelText?: string;
  onConfirm?: () => void;
  /** Cancel button, Escape, and the mask when `isMaskClosable`. */
  onCancel?: () => void;
  /** The confirmed action is running: no second tap, no dismissal. */
  busy?: boolean;
  tone?: 'primary' | 'danger';
  /** Design pixels. */
  width?: number;
  isMaskClosable?: boolean;
}

/** A dialog with a title, content and at most two buttons, the main one on the right. */
export function Modal({
  open,
  title,
  children,
  confirmText,
  cancelText,
  onConfirm,
  onCancel,
  busy = false,
  tone = 'primary',
  width = 600,
  isMaskClosable = false,
}: ModalProps) {
  const id = useId();
  const cancel = busy ? undefined : onCancel;
  return (
    <Overlay
      open={open}
      shape="dialog"
      labelledBy={id}
      width={width}
      onDismiss={cancel}
      isMaskClosable={isMaskClosable}
    >
      <div className={styles.inside}>
        <h2 id={id}>{title}</h2>
        {children !== undefined && <div className={styles.content}>{children}</div>}
        {(confirmText !== undefined || cancelText !== undefined) && (
          <div className={styles.actions}>
            {cancelText !== undefined && (
              <Button variant="quiet" disabled={busy} onClick={cancel}>
                {cancelText}
              </Button>
            )}
            {confirmText !== undefined && (
              <Button variant={tone} busy={busy} onClick={onConfirm}>
                {confirmText}
              </Button>
            )}
          </div>
        )}
      </div>
    </Overlay>
  );
}
