import { shanghaiShortTime } from '@lode/ui';
import { priceText } from '../../lib/price-text.ts';
import { type Price, priceOf } from '../../lib/valuation.ts';
import { earningsMessages as messages } from '../../locales/zh/earnings.ts';
import styles from './earnings.module.css';
import { type Earnings, rateOf } from './earnings-figures.ts';

/** The coin's price now and the exchange rate with its time: what a figure is read beside. */
export function EarningsBasis({
  coin,
  prices,
  cny,
}: {
  coin: Price['coin'];
  prices: readonly Price[];
  cny: Earnings['cny'];
}) {
  const price = priceOf(coin, prices);
  const parts = [
    price !== null && messages.price(coin, priceText(price)),
    cny &&
      (cny.stale ? messages.oldRate : messages.rate)(priceText(rateOf({ cny }) ?? 0n), shanghaiShortTime(cny.time)),
  ].filter((part) => part !== false && part !== null);
  return (
    <p className={styles.basis}>
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </p>
  );
}
