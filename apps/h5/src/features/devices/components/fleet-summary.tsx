import { Amount, Card, Columns, Figure, groupDigits, KeyValues, StatusBar } from '@lode/ui';
import { deviceWords as words } from '../../../locales/zh/devices.ts';
import { countsByStatus, type IndexInfo, netOfYesterday, pricesBehindNet } from '../fleet.ts';
import { formattedHashrate, priceText } from '../machine.ts';
import styles from './devices.module.css';

/** What the customer has, what it earned yesterday, and what that cost. */
export function FleetSummary({ info }: { info: IndexInfo }) {
  const { mining } = info;
  const { net, unpriced } = netOfYesterday(info);
  const yesterday = mining.yesterday.length > 0 ? mining.yesterday : [{ coin: 'BTC' as const, amount: '0.00000000' }];
  return (
    <Card label={words.yesterdayOutput}>
      <Columns
        even
        items={[
          {
            label: words.running,
            value: (
              <Figure
                size="figure"
                value={grouped(mining.runningCount)}
                unit={words.outOf(grouped(mining.machineCount))}
              />
            ),
          },
          { label: words.runningHashrate, value: <Hashrates hashrates={mining.hashrates} /> },
        ]}
      />
      <div className={styles.bar}>
        <StatusBar counts={countsByStatus(info)} />
      </div>
      <KeyValues
        items={[
          ...yesterday.map(({ coin, amount }, i) => ({
            label: i === 0 ? words.yesterdayOutput : coin,
            value: <Amount value={amount} coin={coin} />,
          })),
          { label: words.yesterdayFee, value: <Amount value={mining.yesterdayFee} coin="USDT" /> },
          {
            label: words.afterFee,
            value: net === null ? words.noPrice : <Amount value={net} coin="USDT" direction />,
          },
        ]}
      />
      <PriceBasis info={info} unpriced={unpriced} />
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

function PriceBasis({ info, unpriced }: { info: IndexInfo; unpriced: readonly string[] }) {
  const prices = pricesBehindNet(info);
  const texts = prices.map(
    ({ coin, price, staleSince }) =>
      `${coin} ${priceText(price)} USDT${staleSince === null ? '' : words.stalePrice(staleSince)}`,
  );
  const parts = [
    texts.length > 0 && words.priceBasis(texts.join('，')),
    unpriced.length > 0 && words.unpriced(unpriced.join('、')),
  ].filter(Boolean);
  return parts.length > 0 && <p className={styles.basis}>{parts.join('，')}</p>;
}
