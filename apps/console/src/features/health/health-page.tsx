import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ActionDialog } from '../../components/action-dialog.tsx';
import list from '../../components/list-table.module.css';
import { PageHead } from '../../components/page-head.tsx';
import { QueryFailed, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { call } from '../../lib/call.ts';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { ageText } from '../../lib/time.ts';
import { checkStates, type FailedJob, taskName, healthTexts as texts } from '../../locales/zh/health.ts';
import styles from './health.module.css';
import { countsOf, type HealthRow, healthGroups } from './health-rows.ts';

/** What is decided by others is carried out again by those who decide on money. */
/** What the system knows of its own state: what is not right first. */
export function HealthPage() {
  const may = useMay();
  const navigate = useNavigate();
  const query = useQuery({ ...callQuery('health', {}), refetchInterval: 15_000 });
  const [current, setCurrent] = useState(0);
  const [job, setJob] = useState<FailedJob | null>(null);
  const { data, error } = query;
  const groups = data === undefined ? [] : healthGroups(data);
  const rows = groups.flatMap((group) => group.rows);
  const at = Math.min(current, Math.max(0, rows.length - 1));
  const onRetry = error === null && may('retryJob') ? setJob : null;
  useKeys({
    ...(rows.length > 1 && {
      j: () => setCurrent(Math.min(at + 1, rows.length - 1)),
      k: () => setCurrent(Math.max(at - 1, 0)),
    }),
    Enter: () => {
      const action = rows[at]?.action ?? null;
      if (action === null || error !== null) return;
      if ('to' in action) void navigate(action.to);
      else if ('job' in action) onRetry?.(action.job);
    },
  });
  return (
    <>
      <PageHead title={texts.title} note={data && `${texts.every} · ${texts.version(data.version)}`}>
        {data && <Summary {...countsOf(groups)} />}
      </PageHead>
      {data === undefined && (error ? <QueryFailed what={texts.title} query={query} /> : <RowsSkeleton rows={12} />)}
      {data && error && <StaleAlert query={query} />}
      {data && data.cut.length > 0 && <Alert type="info" showIcon title={texts.cut} className={styles.cut} />}
      {data && (
        <table className={`${list.table} ${styles.table}`} aria-label={texts.title}>
          <thead>
            <tr>
              <th scope="col">{texts.state}</th>
              <th scope="col">{texts.what}</th>
              {[texts.since, texts.now, texts.bound, texts.action].map((title) => (
                <th key={title} scope="col" className={list.number}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map((group) => (
            <tbody key={group.title}>
              <tr>
                <th scope="rowgroup" colSpan={6} className={styles.group}>
                  {group.title}
                </th>
              </tr>
              {group.rows.map((row) => (
                <Row key={row.key} row={row} isCurrent={row === rows[at]} readAt={data.readAt} onRetry={onRetry} />
              ))}
            </tbody>
          ))}
        </table>
      )}
      {data && <p className={styles.absent}>{texts.absent}</p>}
      {job !== null && <RetryDialog job={job} onClose={() => setJob(null)} />}
    </>
  );
}

function Summary({ attention, blocked }: { attention: number; blocked: number }) {
  const shape = blocked > 0 ? 'bad' : attention > 0 ? 'attention' : 'ok';
  return <Status shape={shape}>{shape === 'ok' ? texts.allRight : texts.counts(attention, blocked)}</Status>;
}

interface RowProps {
  row: HealthRow;
  isCurrent: boolean;
  readAt: string;
  /** Null where the own role may not, or while what is shown is old. */
  onRetry: ((job: FailedJob) => void) | null;
}

function Row({ row: { state, label, title, sub, since, now, bound, action }, isCurrent, readAt, onRetry }: RowProps) {
  return (
    <tr aria-current={isCurrent || undefined}>
      <td>
        <Status shape={checkStates[state].shape}>{label}</Status>
      </td>
      <td className={styles.what}>
        {title}
        <span className={styles.sub} title={sub}>
          {sub}
        </span>
      </td>
      <td className={list.number}>{since === null ? texts.none : ageText(since, Date.parse(readAt))}</td>
      <td className={`${list.number} ${styles.figure}`}>{now}</td>
      <td className={`${list.number} ${styles.bound}`}>{bound}</td>
      <td className={list.number}>
        {action !== null && 'to' in action && <Link to={action.to}>{action.label}</Link>}
        {action !== null && 'job' in action && (
          <Button
            size="small"
            disabled={onRetry === null}
            aria-label={texts.retryTitle(title)}
            onClick={() => onRetry?.(action.job)}
          >
            {texts.retry}
          </Button>
        )}
      </td>
    </tr>
  );
}

function RetryDialog({ job, onClose }: { job: FailedJob; onClose: () => void }) {
  return (
    <ActionDialog
      title={texts.retryTitle(taskName(job.task))}
      okText={texts.retry}
      act={async (reason) => {
        await call('retryJob', { id: job.id, reason });
        return texts.retried;
      }}
      refreshes={['health']}
      onClose={onClose}
    >
      <p className={styles.error}>{job.error}</p>
      <p>{texts.retryEffect}</p>
    </ActionDialog>
  );
}
