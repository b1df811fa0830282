import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ImportLink } from '../../components/import-link.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { QueryFailed, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { callQuery } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { poolTexts as texts } from '../../locales/zh/pools.ts';
import { Arrivals, type Board, Reports, UnpaidDays } from './board.tsx';
import { MatchDialog } from './match-dialog.tsx';
import { Payments } from './payments.tsx';
import styles from './pools.module.css';

/** What pools owe, what came that may be for it, what they reported, and what they paid. */
export function PoolsPage() {
  const may = useMay();
  const [coin, setCoin] = useState<Board['unpaid'][number]['coin'] | null>(null);
  const query = useQuery({ ...callQuery('poolBoard', {}), refetchInterval: 60_000 });
  const { data, error } = query;
  const match = may('pool:payment') && error === null ? setCoin : null;
  return (
    <>
      <PageHead title={texts.title}>
        <ImportLink kind="POOL_REPORT" />
      </PageHead>
      {error && data !== undefined && <StaleAlert query={query} />}
      {data === undefined ? (
        error ? (
          <QueryFailed what={texts.title} query={query} />
        ) : (
          <RowsSkeleton rows={4} />
        )
      ) : (
        <div className={styles.columns}>
          <UnpaidDays unpaid={data.unpaid} onMatch={match} />
          <Arrivals arrivals={data.arrivals} />
          <Reports reports={data.reports} />
        </div>
      )}
      <Payments />
      {coin !== null && data !== undefined && <MatchDialog coin={coin} board={data} onClose={() => setCoin(null)} />}
    </>
  );
}
