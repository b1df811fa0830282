import { Amount, Modal, uiMessages } from '@lode/ui';
import { Fragment } from 'react';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import type { BatchEffect, BatchTarget } from '../batch.ts';

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
        <p>
          {texts.means}
          {to === 'RUNNING' ? <Cost effect={effect} /> : <Saving effect={effect} />}
        </p>
      )}
      {stored > 0 && <p>{texts.stored(stored)}</p>}
      {unchanged > 0 && <p>{messages.batchUnchanged(unchanged)}</p>}
      {effect.hasOwnMachines && <p>{messages.hostingGoesOn}</p>}
    </Modal>
  );
}

function Cost({ effect }: { effect: BatchEffect }) {
  return (
    <>
      {messages.onCosts.before}
      <Amount size="inline" value={effect.dailyFee} coin="USDT" hideable={false} debit />
      {messages.onCosts.after}
    </>
  );
}

function Saving({ effect: { outputs, dailyFee } }: { effect: BatchEffect }) {
  if (outputs.length === 0) return null;
  return (
    <>
      {messages.offCosts.before}
      {outputs.map(({ coin, amount }, i) => (
        <Fragment key={coin}>
          {i > 0 && messages.and}
          <Amount size="inline" value={amount} coin={coin} />
        </Fragment>
      ))}
      {messages.offCosts.between}
      <Amount size="inline" value={dailyFee} coin="USDT" />
      {messages.offCosts.after}
    </>
  );
}
