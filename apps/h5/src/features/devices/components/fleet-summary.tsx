import { Amount, Card, Columns, Figure, groupDigits, KeyValues, StatusBar } from '@lode/ui';
import { PriceBasis } from '../../../components/price-basis.tsx';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import { priceMessages } from '../../../locales/zh/prices.ts';
import { countsByStatus, type IndexInfo, netOfYesterday } from '../fleet.ts';
import { formattedHashrate } from '../machine.ts';
import styles from './devices.module.css';

/** Totals of all machines: number, yesterday's output, its cost. */
export function FleetSummary({ info }: { info: IndexInfo }) {
  const { mining } = info;
  const { net, unpriced } = netOfYesterday(info);
  const yesterday = mining.yesterday.length > 0 ? mining.yesterday : [{ coin: 'BTC' as const, amount: '0.00000000' }];
  return (
    <Card label={messages.yesterdayOutput}>
      <Columns
        even
        items={[
          {
            label: messages.running,
            value: (
              <Figure
                size="figure"
                value={grouped(mining.runningCount)}
                unit={messages.outOf(grouped(mining.machineCount))}
              />
            ),
          },
          { label: messages.runningHashrate, value: <Hashrates hashrates={mining.hashrates} /> },
        ]}
      />
      <div className={styles.bar}>
        <StatusBar counts={countsByStatus(info)} />
      </div>
      <KeyValues
        items={[
          ...yesterday.map(({ coin, amount }) => ({
            label: yesterday.length === 1 ? messages.yesterdayOutput : messages.yesterdayOutputOf(coin),
            value: <Amount value={amount} coin={coin} />,
          })),
          { label: messages.yesterdayFee, value: <Amount value={mining.yesterdayFee} coin="USDT" debit /> },
          {
            label: messages.afterFee,
            value: net === null ? priceMessages.none : <Amount value={net} coin="USDT" direction />,
          },
        ]}
      />
      <PriceBasis
        prices={info.assetsInfo.prices}
        coins={mining.yesterday.map(({ coin }) => coin)}
        unpriced={unpriced}
      />
    </Card>
  );
}

const grouped = (count: number) => groupDigits(String(count));

function Hashrates({ hashrates }: { hashrates: IndexInfo['mining']['hashrates'] }) {
  const [main, ...others] = hashrates;
  return (
    <>
      <Figure size="figure" value={formattedHashrate(main?.value ?? '0')} unit={main?.unit ?? 'TH/s'} />
      {others.map(({ coin, value, unit }) => (
        <span key={coin} className={styles.otherHashrate}>
          {coin} {formattedHashrate(value)} {unit}
        </span>
      ))}
    </>
  );
}
