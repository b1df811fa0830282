import type { ConsoleData } from '@lode/contract/console';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { Nothing, QueryFailed, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { CallError } from '../../lib/call.ts';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import { type MoveTarget, machineStatuses, moveTargets, machineTexts as texts } from '../../locales/zh/machines.ts';
import { stateTexts } from '../../locales/zh/states.ts';
import { MachineFacts } from './machine-facts.tsx';
import { Days, Moves, Outages, Terms } from './machine-tables.tsx';
import styles from './machines.module.css';
import { changers } from './may-move.ts';
import { MoveDialog } from './move-dialog.tsx';

type Status = ConsoleData<'machine'>['machine']['status'];

/** What can be asked of a machine in a status; the server decides. */
const offered: Record<Status, readonly MoveTarget[]> = {
  WAITING: ['ENCAPSULATION', 'RUNNING'],
  ENCAPSULATION: ['RUNNING'],
  RUNNING: ['REPAIR', 'SUSPEND'],
  SUSPEND: ['RUNNING', 'REPAIR'],
  REPAIR: ['BEFORE_REPAIR', 'RUNNING', 'SUSPEND'],
  ARREAR: [],
};

/** One machine. It is read once when it is opened, for each reading stands in the audit log. */
export function MachinePage() {
  const { id = '' } = useParams();
  const { role } = useSession();
  const navigate = useNavigate();
  const [to, setTo] = useState<MoveTarget | null>(null);
  const query = useQuery({ ...callQuery('machine', { id }), refetchOnWindowFocus: false });
  useKeys({ Escape: () => void navigate('/machines') });
  const { data, error } = query;
  const isGone = error instanceof CallError && [400, 404].includes(error.code);

  if (data === undefined) {
    return (
      <>
        <PageHead title={texts.title} />
        {isGone && <Nothing title={stateTexts.notFound} text={stateTexts.notFoundText} />}
        {error && !isGone && <QueryFailed what={texts.title} query={query} />}
        {!error && <RowsSkeleton />}
      </>
    );
  }
  const { machine, terms, moves, days, outages } = data;
  const { shape, label } = machineStatuses[machine.status];
  const targets = changers.includes(role) ? moveTargets.filter((one) => offered[machine.status].includes(one.to)) : [];
  return (
    <>
      <PageHead title={texts.machine(machine.machineNo)} note={`${machine.model} · ${machine.site}`}>
        <Status shape={shape}>{label}</Status>
        {targets.map((target) => (
          <Button key={target.to} disabled={query.isError} onClick={() => setTo(target.to)}>
            {target.label}
          </Button>
        ))}
      </PageHead>
      {error && <StaleAlert query={query} />}
      <div className={styles.columns}>
        <div className={styles.parts}>
          <Days days={days} coin={machine.coin} />
          <Moves moves={moves} />
          <Terms terms={terms} hashrateUnit={machine.hashrateUnit} />
          <Outages outages={outages} />
        </div>
        <MachineFacts machine={machine} />
      </div>
      {to !== null && <MoveDialog ids={[id]} to={to} onClose={() => setTo(null)} onMoved={() => setTo(null)} />}
    </>
  );
}
