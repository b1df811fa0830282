import { Amount, KeyValues } from '@lode/ui';
import { withdrawWords as words } from '../../../locales/zh/withdraw.ts';
import { whenOf } from '../when.ts';
import type { Quote, WithdrawCoin } from '../withdrawal.ts';
import styles from './withdraw.module.css';

/** Fee, limits and expected arrival below the amount. */
export function QuoteLimits({ coin, quote }: { coin: WithdrawCoin; quote: Quote }) {
  const figure = (amount: string) => <Amount value={amount} coin={coin} size="sub" hideable={false} />;
  return (
    <div className={styles.limits}>
      <KeyValues
        items={[
          { label: words.fee, value: figure(quote.fee) },
          { label: words.minimum, value: figure(quote.min) },
          { label: words.maximum, value: figure(quote.max) },
          { label: words.leftToday, value: figure(quote.leftToday) },
          {
            label: words.arrival,
            value: quote.eta === null ? words.arrivalUnknown : words.before(whenOf(quote.eta, quote.now)),
          },
        ]}
      />
    </div>
  );
}
