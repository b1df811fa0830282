import { Amount, KeyValues } from '@lode/ui';
import { commonMessages } from '../../../locales/zh/common.ts';
import { withdrawMessages as messages } from '../../../locales/zh/withdraw.ts';
import { formatWhen } from '../when.ts';
import type { Quote, WithdrawCoin } from '../withdrawal.ts';
import styles from './withdraw.module.css';

/** Fee, limits and expected arrival below the amount; `arrival` is null for what would be refused. */
export function QuoteLimits({ coin, quote, arrival }: { coin: WithdrawCoin; quote: Quote; arrival: string | null }) {
  const figure = (amount: string) => <Amount value={amount} coin={coin} size="sub" hideable={false} />;
  return (
    <div className={styles.limits}>
      <KeyValues
        items={[
          { label: messages.fee, value: <Amount value={quote.fee} coin={coin} size="sub" hideable={false} exact /> },
          { label: messages.minimum, value: figure(quote.min) },
          { label: messages.maximum, value: figure(quote.max) },
          { label: messages.leftToday, value: figure(quote.leftToday) },
          {
            label: messages.arrival,
            value: arrival === null ? commonMessages.dash : messages.before(formatWhen(arrival, quote.now)),
          },
        ]}
      />
    </div>
  );
}
