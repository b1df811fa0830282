import { type ReactNode, useId } from 'react';
import { zh } from '../../locale/zh.ts';
import { Icon } from '../icon/icon.tsx';
import { Overlay } from '../modal/overlay.tsx';
import styles from './sheet.module.css';
import { SheetHead } from './sheet-head.tsx';

/** A panel from the bottom edge with a title and a cross; long content scrolls. */
export function Sheet({
  open,
  title,
  onClose,
  children,
}: {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Overlay open={open} shape="sheet" labelledBy={id} onDismiss={onClose} isMaskClosable>
      <SheetHead id={id} title={title} onClose={onClose} />
      <div className={styles.body}>{children}</div>
    </Overlay>
  );
}

export interface ActionSheetItem<Value extends string> {
  value: Value;
  label: string;
}

/** A list of choices from the bottom edge, the chosen one marked, 取消 below; a choice closes it. */
export function ActionSheet<Value extends string>({
  open,
  title,
  items,
  value,
  onSelect,
  onClose,
}: {
  open: boolean;
  title: string;
  items: readonly ActionSheetItem<Value>[];
  value?: Value;
  onSelect: (value: Value) => void;
  onClose: () => void;
}) {
  return (
    <Overlay open={open} shape="sheet" label={title} onDismiss={onClose} isMaskClosable>
      <div className={styles.caption}>{title}</div>
      <div className={styles.options}>
        {items.map((item) => (
          <button
            key={item.value}
            type="button"
            className={styles.option}
            aria-pressed={value === undefined ? undefined : item.value === value}
            onClick={() => {
              onSelect(item.value);
              onClose();
            }}
          >
            {item.label}
            {item.value === value && <Icon name="check" size="s" />}
          </button>
        ))}
      </div>
      <button type="button" className={styles.cancel} onClick={onClose}>
        {zh.cancel}
      </button>
    </Overlay>
  );
}
