import type { ConsoleData } from '@lode/contract/console';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Modal } from 'antd';
import { Amount } from '../../components/amount.tsx';
import { QueryFailed, RowsSkeleton } from '../../components/query-state.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { CallError, call, refusal } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { callQuery } from '../../lib/queries.ts';
import { type MoveTarget, moveTargets, machineTexts as texts } from '../../locales/zh/machines.ts';
import styles from './machines.module.css';

type Effect = ConsoleData<'previewMachineStatus'>;

interface MoveDialogProps {
  ids: string[];
  to: MoveTarget;
  onClose: () => void;
  onMoved: () => void;
}

const refreshes = ['machineList', 'machineCounts', 'machine', 'previewMachineStatus'] as const;

/** What would become of the machines, and the reason; what is confirmed is what was read, or it is refused. */
export function MoveDialog({ ids, to, onClose, onMoved }: MoveDialogProps) {
  const { message } = App.useApp();
  const preview = useQuery({
    ...callQuery('previewMachineStatus', { ids, to }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const effect = preview.data;
  const change = useChange({
    change: async (reason: string) => {
      const done = await call('changeMachineStatus', { ids, to, effect: effect?.effect ?? '', reason });
      void message.success(texts.moved(done.moved, done.skipped));
    },
    refreshes,
    onDone: onMoved,
  });
  const { label, effect: meaning } = moveTargets.find((one) => one.to === to) ?? { label: '', effect: '' };
  if (effect === undefined || effect.moving === 0) {
    return (
      <Modal open title={texts.moveTitle(label, ids.length)} footer={null} onCancel={onClose}>
        {preview.error && <QueryFailed what={texts.preview} query={preview} />}
        {preview.isPending && <RowsSkeleton rows={4} />}
        {effect && <Alert type="warning" showIcon title={texts.noneMoves} description={<Skipped effect={effect} />} />}
      </Modal>
    );
  }
  const isOther = change.error instanceof CallError && change.error.code === refusal.notOperable;
  return (
    <ReasonDialog
      title={texts.moveTitle(label, effect.moving)}
      okText={texts.moveButton(label, effect.moving)}
      change={isOther ? { ...change, error: null } : change}
      onClose={onClose}
    >
      {isOther && <Alert type="error" showIcon title={texts.effectChanged} className={styles.gap} />}
      <dl className={styles.figures}>
        <div>
          <dt>{texts.moving}</dt>
          <dd>{texts.count(effect.moving)}</dd>
        </div>
        <div>
          <dt>{texts.skipping}</dt>
          <dd>{texts.count(effect.skipped.length)}</dd>
        </div>
        <div>
          <dt>{texts.customers}</dt>
          <dd>{texts.people(effect.customers)}</dd>
        </div>
        <div>
          <dt>{texts.lessOutput}</dt>
          <dd>
            {effect.output.length === 0 && texts.noOutput}
            {effect.output.map(({ coin, amount }) => (
              <span key={coin} className={styles.amount}>
                <Amount value={amount} coin={coin} />
              </span>
            ))}
          </dd>
        </div>
      </dl>
      <p className={styles.gap}>
        {meaning}
        {texts.customerReads}
      </p>
      {effect.toArrear > 0 && (
        <Alert type="warning" showIcon title={texts.toArrear(effect.toArrear)} className={styles.gap} />
      )}
      {effect.skipped.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={texts.skips(effect.skipped.length)}
          description={<Skipped effect={effect} />}
          className={styles.gap}
        />
      )}
    </ReasonDialog>
  );
}

const namedAtMost = 8;

function Skipped({ effect: { skipped } }: { effect: Effect }) {
  return (
    <ul>
      {skipped.slice(0, namedAtMost).map(({ id, machineNo, status, reason }) => (
        <li key={id}>
          {machineNo}：{texts.skipReason(reason, status)}
        </li>
      ))}
      {skipped.length > namedAtMost && <li>{texts.more(skipped.length - namedAtMost)}</li>}
    </ul>
  );
}
