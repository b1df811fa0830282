import { electricityFee } from '@lode/mining';
import { parseAmount } from '@lode/money';
import { Modal, uiMessages } from '@lode/ui';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import type { MachineDetail } from '../machine.ts';
import type { SwitchAction } from '../machine-switch.ts';
import { DailyCost, DailySaving } from './daily-effect.tsx';

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
      <SwitchEffect machine={machine} action={action} />
      {machine.purchaseKind === 'THIRD' && <p>{messages.hostingGoesOn}</p>}
    </Modal>
  );
}

function SwitchEffect({ machine, action }: { machine: MachineDetail; action: SwitchAction }) {
  const no = machine.machineNo;
  if (action === 'stayOff') return <p>{messages.stayOffMeans(no)}</p>;
  if (action === 'resumeAfter') return <p>{messages.resumeMeans(no)}</p>;
  if (action === 'turnOn') {
    return (
      <>
        <p>{messages.onMeans(no)}</p>
        <DailyCost fee={electricityFee(machine.powerWatts, fullDay, machine.electricityPrice)} />
      </>
    );
  }
  const { coin, yesterdayOutput, yesterdayFee } = machine;
  const amount = parseAmount(yesterdayOutput, coin);
  return (
    <>
      <p>{messages.offMeans(no)}</p>
      {amount > 0n && <DailySaving outputs={[{ coin, amount }]} fee={parseAmount(yesterdayFee, 'USDT')} />}
    </>
  );
}
