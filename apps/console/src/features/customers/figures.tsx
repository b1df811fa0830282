import type { ReactNode } from 'react';
import { Amount } from '../../components/amount.tsx';
import { moneyText, shownAmount, shownDebit } from '../../lib/shown-amount.ts';
import { type CustomerPageData, customerTexts as texts } from '../../locales/zh/customers.ts';
import styles from './customers.module.css';

/** The five sums that a call about money begins with. */
export function Figures({ data }: { data: CustomerPageData }) {
  const { totalUsdt, openWithdrawals, counts, electricity, latest } = data;
  const { daysLeft, available, dailyFee, owed } = electricity;
  const isOwing = !/^[0.]+$/.test(owed);
  return (
    <dl className={styles.figures}>
      <Figure title={texts.total} note={texts.byAccount}>
        <Amount value={shownAmount(totalUsdt, 'USDT')} coin="USDT" />
      </Figure>
      <Figure
        title={texts.inTransit}
        note={counts.openWithdrawals === 0 ? texts.nothingOpen : texts.withdrawalsOpen(counts.openWithdrawals)}
      >
        <Sums sums={openWithdrawals} />
      </Figure>
      <Figure
        title={texts.daysLeft}
        note={texts.electricity(
          moneyText(shownAmount(available, 'USDT'), 'USDT'),
          moneyText(shownDebit(dailyFee, 'USDT'), 'USDT'),
        )}
      >
        {daysLeft === null ? texts.noFee : texts.days(daysLeft)}
      </Figure>
      <Figure title={texts.yesterday} note={latest === null ? texts.noDay : latest.date}>
        <Sums sums={latest?.outputs ?? []} />
      </Figure>
      <Figure title={texts.owed} note={isOwing ? texts.owes : texts.owesNothing} isBad={isOwing}>
        <Amount value={shownDebit(owed, 'USDT')} coin="USDT" />
      </Figure>
    </dl>
  );
}

function Sums({ sums }: { sums: CustomerPageData['openWithdrawals'] }) {
  if (sums.length === 0) return '—';
  return sums.map(({ coin, amount }) => (
    <span key={coin} className={styles.sum}>
      <Amount value={shownAmount(amount, coin)} coin={coin} />
    </span>
  ));
}

interface FigureProps {
  title: string;
  note: string;
  isBad?: boolean;
  children: ReactNode;
}

function Figure({ title, note, isBad = false, children }: FigureProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <span className={isBad ? `${styles.figure} ${styles.bad}` : styles.figure}>{children}</span>
        <span className={styles.note}>{note}</span>
      </dd>
    </div>
  );
}
