import { Button, MachineStatusChip, Row, Sheet } from '@lode/ui';
import { outputMessages as messages } from '../../../locales/zh/outputs.ts';
import type { MachineNames } from '../use-machine-names.ts';

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
      <Row title={messages.allMachines} chosen={chosen === null} onClick={() => choose(null)} />
      {machines.list.map(({ id, model, machineNo, status }) => (
        <Row
          key={id}
          title={model}
          caption={machineNo}
          value={<MachineStatusChip status={status} />}
          chosen={chosen === id}
          onClick={() => choose(id)}
        />
      ))}
      {machines.hasMore && (
        <Button variant="quiet" block busy={machines.isLoadingMore} onClick={machines.loadMore}>
          {messages.more}
        </Button>
      )}
    </Sheet>
  );
}
