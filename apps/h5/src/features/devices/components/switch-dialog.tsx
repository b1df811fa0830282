import { electricityFee } from '@lode/mining';
import { parseAmount } from '@lode/money';
import { Amount, Modal, uiMessages } from '@lode/ui';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import type { MachineDetail } from '../machine.ts';
import type { SwitchAction } from '../machine-switch.ts';

const fullDay = 86_400;

const texts: Record<SwitchAction, { title: string; confirm: string }> = {
  turnOff: { title: messages.confirmTurnOff, confirm: messages.doTurnOff },
  turnOn: { title: messages.confirmTurnOn, confirm: messages.doTurnOn },
  stayOff: { title: `${messages.stayOff}？`, confirm: uiMessages.confirm },
  resumeAfter: { title: `${messages.resumeAfter}？`, confirm: uiMessages.confirm },
};

/** Confirms the switch and shows its effect on output and fees. */
export function SwitchDialog({
  machine,
  action,
  open,
  busy,
  onConfirm,
  onCancel,
}: {
  machine: MachineDetail;
  action: SwitchAction;
  open: boolean;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { title, confirm } = texts[action];
  return (
    <Modal
      open={open}
      title={title}
      confirmText={confirm}
      cancelText={uiMessages.cancel}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        <SwitchEffect machine={machine} action={action} />
      </p>
      {machine.purchaseKind === 'THIRD' && <p>{messages.hostingGoesOn}</p>}
    </Modal>
  );
}

function SwitchEffect({ machine, action }: { machine: MachineDetail; action: SwitchAction }) {
  const no = machine.machineNo;
  if (action === 'stayOff') return messages.stayOffMeans(no);
  if (action === 'resumeAfter') return messages.resumeMeans(no);
  if (action === 'turnOn') {
    const fee = electricityFee(machine.powerWatts, fullDay, machine.electricityPrice);
    return (
      <>
        {messages.onMeans(no)}
        {messages.onCosts.before}
        <Amount size="inline" value={fee} coin="USDT" hideable={false} debit />
        {messages.onCosts.after}
      </>
    );
  }
  const hasEarned = parseAmount(machine.yesterdayOutput, machine.coin) > 0n;
  return (
    <>
      {messages.offMeans(no)}
      {hasEarned && (
        <>
          {messages.offCosts.before}
          <Amount size="inline" value={machine.yesterdayOutput} coin={machine.coin} />
          {messages.offCosts.between}
          <Amount size="inline" value={machine.yesterdayFee} coin="USDT" debit />
          {messages.offCosts.after}
        </>
      )}
    </>
  );
}
