import type { ConsoleData } from '@lode/contract/console';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Amount } from '../../components/amount.tsx';
import { Status } from '../../components/shape.tsx';
import { momentText } from '../../lib/time.ts';
import { endsOf } from '../../lib/work-items.ts';
import { poolTexts as texts } from '../../locales/zh/pools.ts';
import styles from './pools.module.css';

export type Board = ConsoleData<'poolBoard'>;

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2>
        {title}
        <small>{note}</small>
      </h2>
      {children}
    </section>
  );
}

interface UnpaidProps {
  unpaid: Board['unpaid'];
  /** Null: this member matches nothing. */
  onMatch: ((coin: Board['unpaid'][number]['coin']) => void) | null;
}

export function UnpaidDays({ unpaid, onMatch }: UnpaidProps) {
  return (
    <Part title={texts.open} note={texts.openNote}>
      {unpaid.length === 0 && <p className={styles.quiet}>{texts.nothingOpen}</p>}
      <ul className={styles.rows}>
        {unpaid.map(({ coin, days, outputs, from, to, isCut }, n) => (
          <li key={coin}>
            <span>
              <Amount value={outputs} coin={coin} />
              <span className={styles.sub}>
                {texts.days(days)} · {from === to ? from : `${from} — ${to}`}
                {isCut && ` · ${texts.cut}`}
              </span>
            </span>
            <span />
            {onMatch ? (
              <Button type={n === 0 ? 'primary' : 'default'} onClick={() => onMatch(coin)}>
                {texts.match(coin)}
              </Button>
            ) : (
              <span />
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function Arrivals({ arrivals }: { arrivals: Board['arrivals'] }) {
  return (
    <Part title={texts.arrivals} note={texts.arrivalsNote}>
      {arrivals.length === 0 && <p className={styles.quiet}>{texts.noArrivals}</p>}
      <ul className={styles.rows}>
        {arrivals.map(({ id, coin, amount, isAtPoolAddress, txid, since }) => (
          <li key={id}>
            <Status shape={isAtPoolAddress ? 'wait' : 'attention'}>
              {isAtPoolAddress ? texts.atPool : texts.atOther}
            </Status>
            <span className={styles.code}>{endsOf(txid)}</span>
            <span>
              <Amount value={amount} coin={coin} />
              <span className={styles.sub}>{momentText(since)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function Reports({ reports }: { reports: Board['reports'] }) {
  return (
    <Part title={texts.reports} note={texts.reportsNote}>
      <ul className={styles.rows}>
        {reports.map((report) => (
          <li key={report.date}>
            <span>{report.date}</span>
            <span className={styles.sub}>{detailOf(report)}</span>
            <ReportState report={report} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function detailOf({ come, missing, firstMissing }: Board['reports'][number]): string {
  if (missing !== null && missing > 0)
    return `${firstMissing.join('、')}${missing > firstMissing.length ? ' …' : ''} · ${texts.missingFix}`;
  return come.map(({ coin, machines }) => texts.comeOf(coin, machines)).join('、');
}

function ReportState({ report: { isClosed, come, missing } }: { report: Board['reports'][number] }) {
  if (missing !== null && missing > 0) return <Status shape="attention">{texts.missing(missing)}</Status>;
  if (isClosed) return <Status shape="ok">{texts.complete}</Status>;
  return come.length > 0 ? <Status shape="run">{texts.come}</Status> : <Status shape="wait">{texts.notCome}</Status>;
}
