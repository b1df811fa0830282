import { Alert, Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { CallError } from '../lib/call.ts';
import { clockText } from '../lib/time.ts';
import { errorText } from '../locales/zh/errors.ts';
import { stateTexts as texts } from '../locales/zh/states.ts';
import styles from './query-state.module.css';

interface Query {
  error: Error | null;
  dataUpdatedAt: number;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** Rows of the height that is coming. */
export function RowsSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" aria-busy="true" aria-label={texts.loading} className={styles.rows}>
      <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
    </div>
  );
}

/** Nothing has come: what failed, and the way to try again. */
export function QueryFailed({ what, query }: { what: string; query: Query }) {
  return (
    <div className={styles.failed} role="alert">
      <h2>{texts.failed(what)}</h2>
      <p>{query.error && errorText(query.error)}</p>
      <Button type="primary" loading={query.isFetching} onClick={() => void query.refetch()}>
        {texts.retry}
      </Button>
    </div>
  );
}

/** In place of a record that has not come: the server has none of this id, its read failed, or it is under way. */
export function RecordState({ what, query, rows = 8 }: { what: string; query: Query; rows?: number }) {
  const { error } = query;
  if (error === null) return <RowsSkeleton rows={rows} />;
  const isGone = error instanceof CallError && [400, 404].includes(error.code);
  return isGone ? (
    <Nothing title={texts.notFound} text={texts.notFoundText} />
  ) : (
    <QueryFailed what={what} query={query} />
  );
}

/** What is shown is old: since when, and that nothing can be done with it. */
export function StaleAlert({ query }: { query: Query }) {
  return (
    <Alert
      type="warning"
      showIcon
      title={texts.stale(clockText(query.dataUpdatedAt))}
      action={
        <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
          {texts.retry}
        </Button>
      }
      className={styles.stale}
    />
  );
}

export function Nothing({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={styles.nothing}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}
