import { type Coin, parseAmount } from '@lode/money';
import { Amount, Phrases } from '@lode/ui';
import { billMessages as messages } from '../../locales/zh/bill.ts';
import type { BillRecord } from './bill-link.ts';
import styles from './bill-page.module.css';

/** What the found movements brought and took, of each coin; shown once all of them are here. */
export function FoundSums({ records }: { records: readonly BillRecord[] }) {
  const sums = new Map<string, { coin: Coin; amount: bigint }>();
  for (const { coin, amount } of records) {
    const value = parseAmount(amount, coin);
    const key = `${coin} ${value < 0n}`;
    sums.set(key, { coin, amount: (sums.get(key)?.amount ?? 0n) + value });
  }
  const parts = [...sums].map(([key, { coin, amount }]) => (
    <Amount key={key} value={amount} coin={coin} size="inline" sign exact />
  ));
  return (
    <p className={styles.found}>
      <Phrases of={[messages.foundSums, ...parts]} />
    </p>
  );
}
