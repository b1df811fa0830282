import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Amount } from '../../components/amount.tsx';
import { QueryFailed, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { sourceNames, coinUpTexts as texts } from '../../locales/zh/coin-up.ts';
import styles from './coin-up.module.css';
import type { CoinUp, SavingsCoin } from './coin-up-data.ts';
import { FundDialog } from './fund-dialog.tsx';
import { MinimumDialog } from './minimum-dialog.tsx';
import { RateDialog } from './rate-dialog.tsx';
import { RateTable } from './rate-table.tsx';
import { SavingsTable } from './savings-table.tsx';
import { SwitchDialog } from './switch-dialog.tsx';

/** Fewer days of interest in the fund ask for more. */
const shortDays = 7;

type Dialog = { kind: 'FUND' | 'RATE' | 'SWITCH' } | { kind: 'MINIMUM'; coin: SavingsCoin };

/** The fund with its days of cover, the rates, and what may be proposed about them. */
export function ProductTerms() {
  const may = useMay();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const query = useQuery({ ...callQuery('coinUp', {}), refetchInterval: 60_000 });
  const { data } = query;
  const mayFund = may('coin-up:fund') && data !== undefined && !query.isError;
  const mayChange = may('coin-up:rate') && data !== undefined && !query.isError;
  useKeys({
    ...(mayFund && { f: () => setDialog({ kind: 'FUND' }) }),
    ...(mayChange && { n: () => setDialog({ kind: 'RATE' }) }),
  });
  if (data === undefined) return query.error ? <QueryFailed what={texts.title} query={query} /> : <RowsSkeleton />;
  const close = () => setDialog(null);
  return (
    <>
      {query.error && <StaleAlert query={query} />}
      <Warnings
        data={data}
        action={mayFund && <Button onClick={() => setDialog({ kind: 'FUND' })}>{texts.payIn}</Button>}
      />
      <section className={styles.section} aria-labelledby="coin-up-fund">
        <div className={styles.line}>
          <h2 id="coin-up-fund">
            {texts.fund} <span className={styles.quiet}>{texts.fundNote}</span>
          </h2>
          {mayChange && (
            <Button size="small" onClick={() => setDialog({ kind: 'SWITCH' })}>
              {data.isOpen ? texts.closeIt : texts.openIt}
            </Button>
          )}
        </div>
        <SavingsTable
          data={data}
          shortDays={shortDays}
          onMinimum={mayChange ? (coin) => setDialog({ kind: 'MINIMUM', coin }) : null}
        />
      </section>
      <div className={styles.columns}>
        <section className={styles.section} aria-labelledby="coin-up-rates">
          <div className={styles.line}>
            <h2 id="coin-up-rates">
              {texts.rates} <span className={styles.quiet}>{texts.ratesNote}</span>
            </h2>
            {mayChange && (
              <Button size="small" onClick={() => setDialog({ kind: 'RATE' })}>
                {texts.newRate}
              </Button>
            )}
          </div>
          <RateTable rates={data.rates} />
        </section>
        <aside className={styles.rail} aria-labelledby="coin-up-sources">
          <h2 id="coin-up-sources">{texts.sources}</h2>
          <Sources data={data} />
          <p className={styles.quiet}>{texts.sourcesNote}</p>
          {mayFund && <Button onClick={() => setDialog({ kind: 'FUND' })}>{texts.payIn}</Button>}
          {!mayChange && <p className={styles.quiet}>{texts.adminOnly}</p>}
        </aside>
      </div>
      {dialog?.kind === 'FUND' && <FundDialog data={data} onClose={close} />}
      {dialog?.kind === 'RATE' && <RateDialog data={data} onClose={close} />}
      {dialog?.kind === 'MINIMUM' && <MinimumDialog data={data} coin={dialog.coin} onClose={close} />}
      {dialog?.kind === 'SWITCH' && <SwitchDialog isOpen={data.isOpen} onClose={close} />}
    </>
  );
}

function Warnings({ data, action }: { data: CoinUp; action: React.ReactNode }) {
  return data.coins.map(({ coin, owed, coverDays }) => {
    const isOwed = /[1-9]/.test(owed);
    if (!isOwed && (coverDays === null || coverDays >= shortDays)) return null;
    return (
      <Alert
        key={coin}
        className={styles.alert}
        type={isOwed ? 'error' : 'warning'}
        showIcon
        title={isOwed ? texts.owes(coin) : texts.short(coin, coverDays ?? 0)}
        description={isOwed ? texts.owesText(owed, coin) : texts.shortText}
        action={action}
      />
    );
  });
}

function Sources({ data }: { data: CoinUp }) {
  return (
    <dl className={styles.facts}>
      {data.sources.map(({ source, coin, balance }) => (
        <div key={`${source} ${coin}`} className={styles.fact}>
          <dt>{sourceNames[source]}</dt>
          <dd>
            <Amount value={balance} coin={coin} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
