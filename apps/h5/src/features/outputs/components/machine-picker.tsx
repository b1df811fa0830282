import { Button, Icon, MachineStatusChip, Sheet } from '@lode/ui';
import type { ReactNode } from 'react';
import { outputMessages as messages } from '../../../locales/zh/outputs.ts';
import type { MachineNames } from '../use-machine-names.ts';
import styles from './machine-picker.module.css';

/** Selects one machine or all, the chosen one ticked; long lists load in pages. */
export function MachinePicker({
  open,
  machines,
  chosen,
  onChange,
  onClose,
}: {
  open: boolean;
  machines: MachineNames;
  /** Null for all. */
  chosen: string | null;
  onChange: (machineId: string | null) => void;
  onClose: () => void;
}) {
  const choose = (machineId: string | null) => {
    onChange(machineId);
    onClose();
  };
  return (
    <Sheet open={open} title={messages.machineTitle} onClose={onClose}>
      <Option isChosen={chosen === null} onClick={() => choose(null)}>
        <span className={styles.model}>{messages.allMachines}</span>
      </Option>
      {machines.list.map(({ id, model, machineNo, status }) => (
        <Option
          key={id}
          isChosen={chosen === id}
          onClick={() => choose(id)}
          trailing={<MachineStatusChip status={status} />}
        >
          <span className={styles.model}>{model}</span>
          <span className={styles.number}>{machineNo}</span>
        </Option>
      ))}
      {machines.hasMore && (
        <Button variant="quiet" block busy={machines.isLoadingMore} onClick={machines.loadMore}>
          {messages.more}
        </Button>
      )}
    </Sheet>
  );
}

function Option({
  isChosen,
  trailing,
  onClick,
  children,
}: {
  isChosen: boolean;
  trailing?: ReactNode;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className={styles.option} aria-pressed={isChosen} onClick={onClick}>
      <span className={styles.texts}>{children}</span>
      {trailing}
      <span className={styles.tick}>{isChosen && <Icon name="check" size="s" />}</span>
    </button>
  );
}
