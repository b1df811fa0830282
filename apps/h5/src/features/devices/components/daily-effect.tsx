import { Amount, KeyValues } from '@lode/ui';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import type { BatchEffect } from '../batch.ts';
import styles from './daily-effect.module.css';

/** What a day off no longer brings and no longer costs, one line each, so that no amount breaks a sentence. */
export function DailySaving({
  outputs,
  fee,
}: {
  outputs: readonly { coin: BatchEffect['outputs'][number]['coin']; amount: string | bigint }[];
  fee: string | bigint;
}) {
  return (
    <div className={styles.effect}>
      <KeyValues
        items={[
          ...outputs.map(({ coin, amount }) => ({
            label: messages.offCosts.output(coin),
            value: <Amount value={amount} coin={coin} />,
          })),
          { label: messages.offCosts.fee, value: <Amount value={fee} coin="USDT" debit /> },
        ]}
      />
      <p>{messages.offCosts.basis}</p>
    </div>
  );
}

/** What a whole day on costs. */
export function DailyCost({ fee }: { fee: bigint }) {
  return (
    <div className={styles.effect}>
      <KeyValues
        items={[{ label: messages.onCosts.fee, value: <Amount value={fee} coin="USDT" hideable={false} debit /> }]}
      />
      <p>{messages.onCosts.basis}</p>
    </div>
  );
}
