import type { Data } from '@lode/contract';
import { formatAmount } from '@lode/money';
import { Amount, Card, ColumnChart, Columns, KeyValues, Legend, TextLink } from '@lode/ui';
import { priceText } from '../../../lib/price-text.ts';
import { href } from '../../../lib/routes.ts';
import { isReplay, priceOf } from '../../../lib/valuation.ts';
import { outputMessages as messages } from '../../../locales/zh/outputs.ts';
import { priceMessages } from '../../../locales/zh/prices.ts';
import type { DogeDay } from '../doge-days.ts';
import styles from './outputs.module.css';

/** DOGE of the last closed days: how much, what it was worth at each date's price, and a bar for each date. */
export function DogeCard({
  days,
  worth,
  net,
  info,
}: {
  days: readonly DogeDay[];
  /** Of all of them; null where a date with DOGE has no price. */
  worth: bigint | null;
  /** After electricity; null while it is not known. */
  net: bigint | null;
  info: Data<'indexInfo'> | undefined;
}) {
  if (days.length === 0) return null;
  const price = priceOf('DOGE', info?.assetsInfo.prices ?? []);
  const total = days.reduce((sum, { value }) => sum + value, 0n);
  return (
    <Card label={messages.doge}>
      <Columns
        items={[{ label: messages.dogeTotal(days.length), value: <Amount size="lead" value={total} coin="DOGE" /> }]}
      />
      <div className={styles.worths}>
        <KeyValues
          items={[
            {
              label: messages.dogeWorth,
              value: worth === null ? priceMessages.none : <Amount value={worth} coin="USDT" exact />,
            },
            ...(worth === null || net === null
              ? []
              : [
                  { label: messages.fee, value: <Amount value={net - worth} coin="USDT" exact /> },
                  { label: messages.afterFee, value: <Amount value={net} coin="USDT" direction exact /> },
                ]),
          ]}
        />
      </div>
      {net !== null && net < 0n && (
        <p className={styles.losing}>
          <span>{messages.dogeLosing}</span>
          <TextLink href={href('devices')}>{messages.toDevices}</TextLink>
        </p>
      )}
      <div className={styles.chart}>
        <ColumnChart
          days={days}
          label={messages.dogeChart}
          figure={(value) => formatAmount(value, 'DOGE')}
          unit="DOGE"
        />
      </div>
      <Legend
        items={[]}
        trailing={
          price === null
            ? priceMessages.none
            : messages.dogePrice(isReplay(info) ? priceMessages.replayed : priceMessages.now, priceText(price))
        }
      />
    </Card>
  );
}
