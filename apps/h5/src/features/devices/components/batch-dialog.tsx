import { Modal, uiMessages } from '@lode/ui';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import type { BatchEffect, BatchTarget } from '../batch.ts';
import { DailyCost, DailySaving } from './daily-effect.tsx';

/** Confirms a batch, with its effect on output and fees summed up. */
export function BatchDialog({
  effect,
  to,
  open,
  busy,
  onConfirm,
  onCancel,
}: {
  effect: BatchEffect;
  to: BatchTarget;
  open: boolean;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { machines, unchanged, stored } = effect;
  const moving = machines.length - stored;
  const texts = messages.batch[to];
  return (
    <Modal
      open={open}
      title={texts.title(machines.length)}
      confirmText={texts.confirm}
      cancelText={uiMessages.cancel}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {moving > 0 && (
        <>
          <p>{texts.means}</p>
          {to === 'RUNNING' ? (
            <DailyCost fee={effect.dailyFee} />
          ) : (
            effect.outputs.length > 0 && <DailySaving outputs={effect.outputs} fee={effect.dailyFee} />
          )}
        </>
      )}
      {stored > 0 && <p>{texts.stored(stored)}</p>}
      {unchanged > 0 && <p>{texts.unchanged(unchanged)}</p>}
      {effect.hasOwnMachines && <p>{messages.hostingGoesOn}</p>}
    </Modal>
  );
}
