import { Amount, Modal, uiMessages } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/queries.ts';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import { recordMessages } from '../../../locales/zh/records.ts';
import type { BatchEffect, BatchTarget } from '../batch.ts';
import { netOfYesterday } from '../machine.ts';
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
  const { machines, moving, unchanged } = effect;
  const stored = machines.length - moving.length;
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
      {moving.length > 0 && (
        <>
          <p>{texts.means}</p>
          {to === 'RUNNING' ? (
            <DailyCost fee={effect.dailyFee} />
          ) : (
            effect.outputs.length > 0 && (
              <>
                <DailySaving outputs={effect.outputs} fee={effect.dailyFee} />
                <Losing moving={moving} />
              </>
            )
          )}
        </>
      )}
      {stored > 0 && <p>{texts.stored(stored)}</p>}
      {unchanged > 0 && <p>{texts.unchanged(unchanged)}</p>}
      {effect.hasOwnMachines && <p>{messages.hostingGoesOn}</p>}
    </Modal>
  );
}

/** Those that are better off: what they lose a day is hidden in the sum. */
function Losing({ moving }: Pick<BatchEffect, 'moving'>) {
  const prices = useQuery(callQuery('indexInfo', {})).data?.assetsInfo.prices ?? [];
  const losing = moving.flatMap((machine) => {
    const net = netOfYesterday(machine, prices);
    return net !== null && net < 0n ? [{ machine, net }] : [];
  });
  const [first] = losing;
  // All of them: the sum says it.
  if (!first || losing.length === moving.length) return null;
  const loss = -losing.reduce((sum, { net }) => sum + net, 0n);
  return (
    <p>
      {messages.batch.SUSPEND.losing(
        losing.length === 1 ? first.machine.machineNo : recordMessages.machines(losing.length),
      )}{' '}
      <Amount value={loss} coin="USDT" size="inline" exact />
      {messages.stop}
    </p>
  );
}
