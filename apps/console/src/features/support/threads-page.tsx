import { Segmented } from 'antd';
import { Link } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { Status } from '../../components/shape.tsx';
import { useListView } from '../../lib/list-view.ts';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { useSession } from '../../lib/session.ts';
import { ageText } from '../../lib/time.ts';
import { supportTexts as texts, threadShapes, threadStatuses } from '../../locales/zh/support.ts';
import styles from './support.module.css';

type Thread = RecordOf<'threadList'>;
type ThreadView = 'waiting' | 'own' | 'all';

const columns: Column<Thread>[] = [
  {
    key: 'status',
    title: texts.status,
    cell: ({ status }) => <Status shape={threadShapes[status]}>{threadStatuses[status]}</Status>,
  },
  {
    key: 'about',
    title: texts.about,
    isName: true,
    cell: ({ id, title }) => <Link to={`/support/${id}`}>{title}</Link>,
  },
  { key: 'account', title: texts.account, cell: ({ account }) => account },
  {
    key: 'assignee',
    title: texts.assignee,
    cell: ({ assignee }) => assignee ?? <span className={styles.quiet}>{texts.free}</span>,
  },
  {
    key: 'since',
    title: texts.since,
    isNumber: true,
    cell: ({ status, changedAt }, readAt) => (status === 'WAITING' ? ageText(changedAt, readAt) : '—'),
  },
];

/** Open questions of customers, the longest waiting first. */
export function ThreadsPage() {
  const { name } = useSession();
  const [{ view: asked }, setView] = useListView(['view']);
  const view: ThreadView = asked === 'own' || asked === 'all' ? asked : 'waiting';
  const filter = { waiting: { status: 'WAITING' as const }, own: { assignee: name }, all: {} }[view];
  const query = useRecords('threadList', filter, { refetchInterval: 15_000 });
  return (
    <>
      <PageHead title={texts.title}>
        <Segmented
          aria-label={texts.views}
          value={view}
          options={texts.viewOptions}
          onChange={(next) => setView({ view: next === 'waiting' ? undefined : next })}
        />
      </PageHead>
      <RecordTable
        key={view}
        what={texts.title}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/support/${id}`}
        nothing={texts.nothing[view]}
      />
    </>
  );
}
