import { useQuery } from '@tanstack/react-query';
import { QueryFailed, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { callQuery } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { momentText } from '../../lib/time.ts';
import { reconciliationTexts as texts } from '../../locales/zh/books.ts';
import styles from './books.module.css';
import { BooksHead } from './books-head.tsx';
import { CoinStandings } from './coin-standings.tsx';
import { OriginTable } from './origin-table.tsx';
import { PaymentTable } from './payment-table.tsx';

/** The ledger beside the chain and the pools: each difference with its reason, or with its origin in SUSPENSE. */
export function ReconciliationPage() {
  const query = useQuery({ ...callQuery('reconciliation', {}), refetchInterval: 60_000 });
  const may = useMay();
  const { data } = query;
  return (
    <>
      <BooksHead page="/ledger/reconciliation" />
      {data === undefined && (query.error ? <QueryFailed what={texts.title} query={query} /> : <RowsSkeleton />)}
      {data && (
        <>
          {query.error && <StaleAlert query={query} />}
          <section className={styles.section} aria-label={texts.title}>
            <h2>
              {texts.title} <small>{texts.note}</small>
            </h2>
            <p className={styles.quiet}>
              {data.check === null && texts.neverChecked}
              {data.check?.failure === null && texts.checkedAt(momentText(data.check.at))}
            </p>
            {data.check !== null && data.check.failure !== null && (
              <Status shape="bad">{texts.checkFailed(momentText(data.check.at), data.check.failure)}</Status>
            )}
            <CoinStandings coins={data.coins} />
          </section>
          <OriginTable
            origins={data.origins}
            count={data.originCount}
            canExplain={may('suspense:settle') && query.error === null}
          />
          <PaymentTable payments={data.payments} />
        </>
      )}
    </>
  );
}
