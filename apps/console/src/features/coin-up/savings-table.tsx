import { Button } from 'antd';
import { Amount } from '../../components/amount.tsx';
import list from '../../components/list-table.module.css';
import { Status } from '../../components/shape.tsx';
import { coinUpTexts as texts } from '../../locales/zh/coin-up.ts';
import styles from './coin-up.module.css';
import type { CoinUp, SavingsCoin } from './coin-up-data.ts';

interface SavingsTableProps {
  data: CoinUp;
  shortDays: number;
  /** Null: this member proposes none. */
  onMinimum: ((coin: SavingsCoin) => void) | null;
}

/** Principal, rate and fund of each coin. */
export function SavingsTable({ data: { coins, isOpen, isOwed }, shortDays, onMinimum }: SavingsTableProps) {
  return (
    <table className={list.table} aria-label={texts.fund}>
      <thead>
        <tr>
          <th scope="col">{texts.coin}</th>
          <th scope="col">{texts.state}</th>
          {[texts.customers, texts.principal, texts.apy, texts.daily, texts.balance, texts.cover, texts.min].map(
            (title) => (
              <th key={title} scope="col" className={list.number}>
                {title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {coins.map(({ coin, customers, principal, apy, dailyInterest, fund, coverDays, min }) => (
          <tr key={coin}>
            <th scope="row" className={styles.coin}>
              {coin}
            </th>
            <td>
              {isOwed && isOpen ? (
                <Status shape="bad">{texts.closedByDebt}</Status>
              ) : (
                <Status shape={isOpen ? 'ok' : 'off'}>{isOpen ? texts.open : texts.closed}</Status>
              )}
            </td>
            <td className={list.number}>{customers.toLocaleString('en')}</td>
            <td className={list.number}>
              <Amount value={principal} />
            </td>
            <td className={list.number}>{texts.percent(apy)}</td>
            <td className={list.number}>
              <Amount value={dailyInterest} />
            </td>
            <td className={list.number}>
              <Amount value={fund} />
            </td>
            <td className={list.number}>
              {coverDays === null ? (
                texts.noInterest
              ) : (
                <span className={coverDays < shortDays ? styles.short : undefined}>{texts.days(coverDays)}</span>
              )}
            </td>
            <td className={list.number}>
              {onMinimum && (
                <Button size="small" type="link" onClick={() => onMinimum(coin)}>
                  {texts.newMin}
                </Button>
              )}
              <Amount value={min} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
