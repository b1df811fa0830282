import { type Coin, type Amount as MinorUnits, valueInUsdt } from '@lode/money';
import { Amount, KeyValues } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/queries.ts';
import { priceOf } from '../../../lib/valuation.ts';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import styles from './daily-effect.module.css';

/**
 * What a day off changes at current prices where they are known, and what it no longer brings and costs. One line each, so that
 * no amount breaks a sentence, with all digits, so that they add up.
 */
export function DailySaving({
  outputs,
  fee,
}: {
  outputs: readonly { coin: Coin; amount: MinorUnits }[];
  /** Micro-USDT. */
  fee: MinorUnits;
}) {
  const info = useQuery(callQuery('indexInfo', {})).data;
  const worth = outputs.reduce<MinorUnits | null>((sum, { coin, amount }) => {
    const price = info ? priceOf(coin, info.assetsInfo.prices) : null;
    return sum === null || price === null ? null : sum + valueInUsdt(amount, coin, price);
  }, 0n);
  const feeLine = { label: messages.offCosts.fee, value: <Amount value={fee} coin="USDT" exact /> };
  const inAll =
    worth === null
      ? []
      : [
          {
            label: worth > fee ? messages.offCosts.earnsLess : messages.offCosts.losesLess,
            value: <Amount value={worth > fee ? worth - fee : fee - worth} coin="USDT" size="title" approx exact />,
          },
          { label: messages.offCosts.worth, value: <Amount value={worth} coin="USDT" approx exact /> },
        ];
  return (
    <div className={styles.effect}>
      <KeyValues
        items={[
          ...inAll,
          feeLine,
          ...outputs.map(({ coin, amount }) => ({
            label: messages.offCosts.output(coin),
            value: <Amount value={amount} coin={coin} />,
          })),
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
