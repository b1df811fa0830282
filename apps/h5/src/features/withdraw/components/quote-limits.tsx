import { Amount, KeyValues } from '@lode/ui';
import { withdrawMessages as messages } from '../../../locales/zh/withdraw.ts';
import { formatWhen } from '../when.ts';
import type { Quote, WithdrawCoin } from '../withdrawal.ts';
import styles from './withdraw.module.css';

/** Fee, limits and expected arrival below the amount. */
export function QuoteLimits({ coin, quote }: { coin: WithdrawCoin; quote: Quote }) {
  const figure = (amount: string) => <Amount value={amount} coin={coin} size="sub" hideable={false} />;
  return (
    <div className={styles.limits}>
      <KeyValues
        items={[
          { label: messages.fee, value: figure(quote.fee) },
          { label: messages.minimum, value: figure(quote.min) },
          { label: messages.maximum, value: figure(quote.max) },
          { label: messages.leftToday, value: figure(quote.leftToday) },
          {
            label: messages.arrival,
            value: messages.before(formatWhen(quote.eta, quote.now)),
          },
        ]}
      />
    </div>
  );
}
