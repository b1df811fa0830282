import { electricityFee } from '@lode/mining';
import { parseAmount } from '@lode/money';
import { Amount, Modal, uiWords } from '@lode/ui';
import { deviceWords as words } from '../../../locales/zh/devices.ts';
import type { MachineDetail } from '../machine.ts';
import type { SwitchAction } from '../machine-switch.ts';

const fullDay = 86_400;

const texts: Record<SwitchAction, { title: string; confirm: string }> = {
  turnOff: { title: words.confirmTurnOff, confirm: words.doTurnOff },
  turnOn: { title: words.confirmTurnOn, confirm: words.doTurnOn },
  stayOff: { title: `${words.stayOff}？`, confirm: uiWords.confirm },
  resumeAfter: { title: `${words.resumeAfter}？`, confirm: uiWords.confirm },
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
      cancelText={uiWords.cancel}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        <Meaning machine={machine} action={action} />
      </p>
      {machine.purchaseKind === 'THIRD' && <p>{words.hostingGoesOn}</p>}
    </Modal>
  );
}

function Meaning({ machine, action }: { machine: MachineDetail; action: SwitchAction }) {
  const no = machine.machineNo;
  if (action === 'stayOff') return words.stayOffMeans(no);
  if (action === 'resumeAfter') return words.resumeMeans(no);
  if (action === 'turnOn') {
    const fee = electricityFee(machine.powerWatts, fullDay, machine.electricityPrice);
    return (
      <>
        {words.onMeans(no)}
        {words.onCosts.before}
        <Amount size="inline" value={fee} coin="USDT" hideable={false} />
        {words.onCosts.after}
      </>
    );
  }
  const hasEarned = parseAmount(machine.yesterdayOutput, machine.coin) > 0n;
  return (
    <>
      {words.offMeans(no)}
      {hasEarned && (
        <>
          {words.offCosts.before}
          <Amount size="inline" value={machine.yesterdayOutput} coin={machine.coin} />
          {words.offCosts.between}
          <Amount size="inline" value={machine.yesterdayFee} coin="USDT" />
          {words.offCosts.after}
        </>
      )}
    </>
  );
}
