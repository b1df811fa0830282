import { shanghaiShortTime } from '@lode/ui';
import { priceText } from '../lib/price-text.ts';
import { type Price, priceOf } from '../lib/valuation.ts';
import { priceMessages as messages } from '../locales/zh/prices.ts';
import styles from './price-basis.module.css';

interface PriceBasisProps {
  prices: readonly Price[];
  /** Coins included in the figure. */
  coins: readonly string[];
  /** Coins without a price, excluded from the figure. */
  unpriced: readonly string[];
  /** Whose prices they are, where another page has the same day at others. */
  name?: string;
  /** What else the figure goes by. */
  note?: string | undefined;
}

/** The prices behind a value in USDT, so that it can be recomputed; an old price shows its time. */
export function PriceBasis({ prices, coins, unpriced, name = '', note }: PriceBasisProps) {
  const texts = prices
    .filter(({ coin }) => coins.includes(coin))
    .map(({ coin, time, stale }) => {
      const price = priceText(priceOf(coin, prices) ?? 0n);
      return `${coin} ${price} USDT${stale ? messages.stale(shanghaiShortTime(time)) : ''}`;
    });
  const parts = [
    texts.length > 0 && messages.basis(texts.join('，'), name),
    unpriced.length > 0 && messages.unpriced(unpriced.join('、')),
    note,
  ].filter(Boolean);
  return parts.length > 0 && <p className={styles.basis}>{parts.join('，')}</p>;
}
