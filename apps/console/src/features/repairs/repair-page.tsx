import type { ConsoleData } from '@lode/contract/console';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Tag } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { RecordState, StaleAlert } from '../../components/query-state.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { Status } from '../../components/shape.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { useMay, useSession } from '../../lib/session.ts';
import { momentText } from '../../lib/time.ts';
import { type RepairStatus, repairStatuses, repairTexts as texts } from '../../locales/zh/repairs.ts';
import { NoteForm } from './note-form.tsx';
import styles from './repairs.module.css';

type Ticket = ConsoleData<'repair'>['ticket'];
type Change = { status: RepairStatus } | { assignee: string | null };

/** One repair: what was written about it, how far it is and who has it. */
export function RepairPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const query = useQuery(callQuery('repair', { id }));
  useKeys({ Escape: () => void navigate('/repairs') });
  const { data, error } = query;
  if (data === undefined) {
    return (
      <>
        <PageHead title={texts.ticket(id)} />
        <RecordState what={texts.title} query={query} />
      </>
    );
  }
  return (
    <>
      <PageHead title={texts.ticket(id)} parent={{ to: '/repairs', label: texts.title }} note={data.ticket.title}>
        <Status shape={repairStatuses[data.ticket.status].shape}>{repairStatuses[data.ticket.status].label}</Status>
        <Actions ticket={data.ticket} isStale={query.isError} />
      </PageHead>
      {error && <StaleAlert query={query} />}
      <div className={styles.columns}>
        <Notes ticket={data.ticket} notes={data.notes} isStale={query.isError} />
        <Facts ticket={data.ticket} />
      </div>
    </>
  );
}

function Actions({ ticket, isStale }: { ticket: Ticket; isStale: boolean }) {
  const { name } = useSession();
  const may = useMay();
  const [change, setChange] = useState<Change | null>(null);
  if (ticket.status === 'DONE' || !may('changeRepair')) return null;
  const others = (Object.keys(repairStatuses) as RepairStatus[]).filter(
    (status) => status !== ticket.status && status !== 'OPEN',
  );
  const isMine = ticket.assignee === name;
  return (
    <>
      <Button disabled={isStale} onClick={() => setChange({ assignee: isMine ? null : name })}>
        {isMine ? texts.drop : texts.take}
      </Button>
      {others.map((status) => (
        <Button key={status} disabled={isStale} onClick={() => setChange({ status })}>
          {texts.changeTo(repairStatuses[status].label)}
        </Button>
      ))}
      {change && <ChangeDialog ticket={ticket} change={change} onClose={() => setChange(null)} />}
    </>
  );
}

function ChangeDialog({ ticket, change, onClose }: { ticket: Ticket; change: Change; onClose: () => void }) {
  const { message } = App.useApp();
  const save = useChange<string>({
    change: (reason) => call('changeRepair', { id: ticket.id, version: ticket.version, ...change, reason }),
    refreshes: ['repair', 'repairList'],
    onDone() {
      void message.success(texts.done);
      onClose();
    },
  });
  if ('assignee' in change) {
    const label = change.assignee === null ? texts.drop : texts.take;
    return (
      <ReasonDialog title={label} okText={label} change={save} onClose={onClose}>
        <p>{change.assignee === null ? texts.dropEffect : texts.takeEffect}</p>
      </ReasonDialog>
    );
  }
  const label = texts.changeTo(repairStatuses[change.status].label);
  return (
    <ReasonDialog title={label} okText={label} change={save} onClose={onClose}>
      <p>{texts.changeEffect(repairStatuses[ticket.status].label, repairStatuses[change.status].label)}</p>
      {change.status === 'DONE' && <p>{texts.doneEffect}</p>}
    </ReasonDialog>
  );
}

function Notes({ ticket, notes, isStale }: ConsoleData<'repair'> & { isStale: boolean }) {
  const may = useMay();
  return (
    <section className={styles.main} aria-label={texts.notes}>
      {ticket.status !== 'DONE' && may('noteRepair') && <NoteForm ticket={ticket} isStale={isStale} />}
      <h2>{texts.notes}</h2>
      {notes.length === 0 && <p className={styles.quiet}>{texts.noNotes}</p>}
      <ul className={styles.notes}>
        {notes.map(({ id, by, audience, text, at }) => (
          <li key={id}>
            <p className={styles.by}>
              {by} · {momentText(at)} <Tag>{texts.audiences[audience]}</Tag>
            </p>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ ticket }: { ticket: Ticket }) {
  const rows: [string, React.ReactNode][] = [
    [texts.subject, ticket.title],
    [
      texts.machine,
      <Link key="machine" to={`/machines/${ticket.machine}`}>
        {ticket.machineNo}
      </Link>,
    ],
    [
      texts.customer,
      <Link key="customer" to={`/customers/${ticket.customer}`}>
        {texts.customerNo(ticket.customer)}
      </Link>,
    ],
    [texts.site, ticket.site],
    [texts.assignee, ticket.assignee ?? texts.noAssignee],
    [texts.openedBy, ticket.openedBy],
    [texts.opened, momentText(ticket.openedAt)],
    [texts.changed, momentText(ticket.changedAt)],
  ];
  return (
    <aside className={styles.rail} aria-label={texts.title}>
      <dl className={styles.facts}>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
