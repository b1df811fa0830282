import { Amount, Card, Columns, Figure, groupDigits, Phrases, StatusBar } from '@lode/ui';
import { PriceBasis } from '../../../components/price-basis.tsx';
import { isReplay } from '../../../lib/valuation.ts';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import { priceMessages } from '../../../locales/zh/prices.ts';
import { countsByStatus, type IndexInfo, netOfYesterday } from '../fleet.ts';
import { formattedHashrate } from '../machine.ts';
import styles from './devices.module.css';

/** Totals of all machines, low, so that the first machine is in view: number, hashrate, yesterday's net and output. */
export function FleetSummary({ info }: { info: IndexInfo }) {
  const { mining } = info;
  const { net, unpriced } = netOfYesterday(info);
  const [main = { coin: 'BTC' as const, amount: '0.00000000' }, ...others] = mining.yesterday;
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
      <Columns
        even
        items={[
          {
            label: messages.yesterdayAfterFee,
            value: net === null ? priceMessages.none : <Amount size="lead" value={net} coin="USDT" direction />,
            note: (
              <>
                {messages.fee} <Amount size="inline" value={mining.yesterdayFee} coin="USDT" debit />
              </>
            ),
          },
          {
            label: messages.yesterdayOutput,
            value: <Amount size="lead" value={main.amount} coin={main.coin} />,
            ...(others.length > 0 && { note: <Phrases of={others.map(otherOutput)} /> }),
          },
        ]}
      />
      <PriceBasis
        prices={info.assetsInfo.prices}
        coins={mining.yesterday.map(({ coin }) => coin)}
        unpriced={unpriced}
        name={isReplay(info) ? priceMessages.replayed : priceMessages.now}
        note={mining.machineCount > 1 && net !== null ? messages.eachRounded : undefined}
      />
    </Card>
  );
}

const otherOutput = ({ coin, amount }: IndexInfo['mining']['yesterday'][number]) => (
  <Amount key={coin} size="inline" value={amount} coin={coin} />
);
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
