import { displayAmount, parseAmount } from '@lode/money';
import { Amount } from '../../components/amount.tsx';
import type { Sums } from '../../lib/work-items.ts';
import styles from './work-queue.module.css';

/** With the decimals that people compare: the exact amount stands beside it, in its coin. */
export const UsdtValue = ({ value }: { value: string }) => (
  <Amount value={displayAmount(parseAmount(value, 'USDT'), 'USDT')} />
);

/** A line a coin: different coins are not added. */
export const CoinSums = ({ sums }: { sums: Sums }) =>
  sums.coins.map(({ coin, amount }) => (
    <span key={coin} className={styles.sum}>
      <Amount value={amount} coin={coin} />
    </span>
  ));
