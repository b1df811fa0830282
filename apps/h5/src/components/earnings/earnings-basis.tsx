import type { Data } from '@lode/contract';
import { parseAmount } from '@lode/money';
import { Amount, shanghaiShortTime } from '@lode/ui';
import { priceText } from '../../lib/price-text.ts';
import { isReplay, type Price, priceOf } from '../../lib/valuation.ts';
import { earningsMessages as messages } from '../../locales/zh/earnings.ts';
import { priceMessages } from '../../locales/zh/prices.ts';
import styles from './earnings.module.css';
import { costInCny, type Earnings, rateOf } from './earnings-figures.ts';

interface EarningsBasisProps {
  /** Those that the figures are made of. */
  coins: readonly Price['coin'][];
  /** Undefined until prices are known. */
  info: Data<'indexInfo'> | undefined;
  cny: Earnings['cny'];
  /** What of the figures is not charged yet; undefined where they are of single days. */
  hostingToCome?: Earnings['hostingToCome'];
  /** Where open figures say so themselves, or the line has no room. */
  without?: 'meaning' | 'priceTime';
}

/** The coins' prices now, and the exchange rate with its time where a figure needs it: what it is read beside. */
export function EarningsBasis({ coins, info, cny, hostingToCome = '0', without }: EarningsBasisProps) {
  const prices = info?.assetsInfo.prices ?? [];
  const rate = rateOf({ cny });
  const hosting = parseAmount(hostingToCome, 'USDT');
  const parts = [
    without !== 'meaning' && messages.atDayPrices,
    ...coins.map((coin) => {
      const price = priceOf(coin, prices);
      const time = prices.find((one) => one.coin === coin)?.time;
      return (
        price !== null &&
        messages.price(
          coin,
          isReplay(info) ? priceMessages.replayed : priceMessages.now,
          priceText(price),
          time === undefined || without === 'priceTime' ? null : shanghaiShortTime(time),
        )
      );
    }),
    cny && (cny.stale ? messages.oldRate : messages.rate)(priceText(rate ?? 0n), shanghaiShortTime(cny.time)),
  ].filter((part) => typeof part === 'string');
  return (
    <p className={styles.basis}>
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
      {hosting > 0n && (
        <span>
          {messages.hostingToCome}{' '}
          <Amount
            value={rate === null ? hosting : costInCny(hosting, rate)}
            coin="USDT"
            unit={rate === null ? 'USDT' : 'CNY'}
            size="inline"
            debit
          />
        </span>
      )}
    </p>
  );
}
