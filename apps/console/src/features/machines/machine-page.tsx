import type { ConsoleData } from '@lode/contract/console';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { ProposalDialog } from '../../components/proposal-dialog.tsx';
import { ProposalLink } from '../../components/proposal-link.tsx';
import { RecordState, StaleAlert } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { type MoveTarget, machineStatuses, moveTargets, machineTexts as texts } from '../../locales/zh/machines.ts';
import { type TermsKind, termsTexts } from '../../locales/zh/terms.ts';
import { MachineFacts } from './machine-facts.tsx';
import { MachineRepairs } from './machine-repairs.tsx';
import { Days, Moves, Outages, Terms } from './machine-tables.tsx';
import styles from './machines.module.css';
import { MoveDialog } from './move-dialog.tsx';
import { OutageDialog } from './outage-dialog.tsx';
import { TermsDialog } from './terms-dialog.tsx';

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
  const may = useMay();
  const navigate = useNavigate();
  const [hasStood, setStood] = useState(false);
  const [kind, setKind] = useState<TermsKind | null>(null);
  const [takenBack, setTakenBack] = useState<string | null>(null);
  const mayPropose = may('terms:set');
  const [to, setTo] = useState<MoveTarget | null>(null);
  const query = useQuery({ ...callQuery('machine', { id }), refetchOnWindowFocus: false });
  useKeys({ Escape: () => void navigate('/machines') });
  const { data, error } = query;

  if (data === undefined) {
    return (
      <>
        <PageHead title={texts.title} />
        <RecordState what={texts.title} query={query} />
      </>
    );
  }
  const { machine, terms, moves, days, outages } = data;
  const { shape, label } = machineStatuses[machine.status];
  const targets = may('changeMachineStatus')
    ? moveTargets.filter((one) => offered[machine.status].includes(one.to))
    : [];
  return (
    <>
      <PageHead
        title={texts.machine(machine.machineNo)}
        parent={{ to: '/machines', label: texts.back }}
        note={`${machine.model} · ${machine.site}`}
      >
        <Status shape={shape}>{label}</Status>
        {targets.map((target) => (
          <Button key={target.to} disabled={query.isError} onClick={() => setTo(target.to)}>
            {target.label}
          </Button>
        ))}
        {mayPropose && (
          <Button disabled={query.isError} onClick={() => setStood(true)}>
            {texts.recordOutage}
          </Button>
        )}
        {mayPropose &&
          (['renew', 'move', 'change'] as const).map((one) => (
            <Button key={one} disabled={query.isError} onClick={() => setKind(one)}>
              {termsTexts.kinds[one].label}
            </Button>
          ))}
        <ProposalLink action="charge:adjust" options={{ id }} label={texts.adjust} />
      </PageHead>
      {error && <StaleAlert query={query} />}
      <div className={styles.columns}>
        <div className={styles.parts}>
          <Days days={days} coin={machine.coin} />
          <MachineRepairs machine={id} />
          <Moves moves={moves} />
          <Terms
            terms={terms}
            hashrateUnit={machine.hashrateUnit}
            {...(mayPropose && !query.isError && { onTakeBack: setTakenBack })}
          />
          <Outages outages={outages} />
        </div>
        <MachineFacts machine={machine} />
      </div>
      {hasStood && <OutageDialog machine={machine} onClose={() => setStood(false)} />}
      {kind !== null && <TermsDialog kind={kind} machines={[machine]} onClose={() => setKind(null)} />}
      {takenBack !== null && (
        <ProposalDialog
          action="terms:set"
          options={{ id, from: takenBack, cancel: 'true' }}
          title={termsTexts.takeBackTitle(takenBack)}
          okText={termsTexts.submit}
          refreshes={['machine']}
          onClose={() => setTakenBack(null)}
        >
          <p>{termsTexts.takeBackEffect}</p>
        </ProposalDialog>
      )}
      {to !== null && <MoveDialog ids={[id]} to={to} onClose={() => setTo(null)} onMoved={() => setTo(null)} />}
    </>
  );
}
