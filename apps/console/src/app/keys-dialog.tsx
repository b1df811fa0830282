import { Modal } from 'antd';
import { useRef } from 'react';
import { keyTexts, frameTexts as texts } from '../locales/zh/frame.ts';
import styles from './frame.module.css';
import { useKeyHints } from './key-hints.ts';

interface KeysDialogProps {
  entries: readonly { key: string; label: string }[];
  onClose: () => void;
}

/** Every key that works here. */
export function KeysDialog({ entries, onClose }: KeysDialogProps) {
  const hints = useKeyHints();
  const lines = useRef<HTMLUListElement>(null);
  const jumps = entries.map(({ key, label }) => ({ keys: ['G', key.toUpperCase()], label }));
  return (
    <Modal
      open
      title={texts.allKeys}
      footer={null}
      onCancel={onClose}
      width={360}
      // It is read: nothing of it is pressed first.
      afterOpenChange={(isOpen) => isOpen && lines.current?.focus()}
    >
      <ul ref={lines} tabIndex={-1} className={styles.keys}>
        {[...hints, ...jumps, ...keyTexts.everywhere].map(({ keys, label }) => (
          <li key={label}>
            <span>{label}</span>
            <span>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
