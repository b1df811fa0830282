import { useQuery } from '@tanstack/react-query';
import { Alert, Segmented } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useKeys } from '../../app/keys.ts';
import list from '../../components/list-table.module.css';
import { PageHead } from '../../components/page-head.tsx';
import { Nothing, QueryFailed, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { callQuery } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import { ageText } from '../../lib/time.ts';
import { supportTexts as texts, threadShapes, threadStatuses } from '../../locales/zh/support.ts';
import styles from './support.module.css';

type ThreadView = 'waiting' | 'own' | 'all';

/** Open questions of customers, the longest waiting first. The address holds the view. */
export function ThreadsPage() {
  const { name } = useSession();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const view = (search.get('view') ?? 'waiting') as ThreadView;
  const filter = { waiting: { status: 'WAITING' as const }, own: { assignee: name }, all: {} }[view] ?? {};
  const query = useQuery({ ...callQuery('threadList', filter), refetchInterval: 15_000 });
  const threads = query.data?.threads ?? [];
  const [current, setCurrent] = useState(0);
  const at = Math.min(current, Math.max(0, threads.length - 1));
  const now = query.dataUpdatedAt;
  useKeys({
    j: () => setCurrent(Math.min(at + 1, threads.length - 1)),
    k: () => setCurrent(Math.max(at - 1, 0)),
    Enter: () => {
      const thread = threads[at];
      if (thread) void navigate(`/support/${thread.id}`);
    },
  });

  return (
    <>
      <PageHead title={texts.title}>
        <Segmented
          aria-label={texts.views}
          value={view}
          options={texts.viewOptions}
          onChange={(next) => {
            setSearch(next === 'waiting' ? {} : { view: next }, { replace: true });
            setCurrent(0);
          }}
        />
      </PageHead>
      {query.data === undefined && (query.error ? <QueryFailed what={texts.title} query={query} /> : <RowsSkeleton />)}
      {query.data && query.error && <StaleAlert query={query} />}
      {query.data?.isCut && <Alert type="info" showIcon title={texts.cut} className={styles.cut} />}
      {query.data && threads.length === 0 && <Nothing {...texts.nothing[view]} />}
      {threads.length > 0 && (
        <table className={list.table}>
          <thead>
            <tr>
              <th scope="col">{texts.status}</th>
              <th scope="col">{texts.about}</th>
              <th scope="col">{texts.account}</th>
              <th scope="col">{texts.assignee}</th>
              <th scope="col" className={list.number}>
                {texts.since}
              </th>
            </tr>
          </thead>
          <tbody>
            {threads.map(({ id, status, title, account, assignee, changedAt }, n) => (
              <tr key={id} aria-current={n === at || undefined}>
                <td>
                  <Status shape={threadShapes[status]}>{threadStatuses[status]}</Status>
                </td>
                <td className={styles.what}>
                  <Link to={`/support/${id}`}>{title}</Link>
                </td>
                <td>{account}</td>
                <td>{assignee ?? <span className={styles.quiet}>{texts.free}</span>}</td>
                <td className={list.number}>{ageText(changedAt, now)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
