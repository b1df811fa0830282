import type { Data } from '@lode/contract';
import { Amount, Card, KeyValues, Phrases, Row, Skeleton, SkeletonScreen } from '@lode/ui';
import { type ReactNode, useState } from 'react';
import type { Price } from '../../lib/valuation.ts';
import { earningsMessages as messages } from '../../locales/zh/earnings.ts';
import { QueryError, type QueryLike } from '../query-view.tsx';
import { CurrencyChoice } from './currency-choice.tsx';
import styles from './earnings.module.css';
import { EarningsBasis } from './earnings-basis.tsx';
import { type Currency, type EarningPeriod, type Earnings, figuresOf, rateOf } from './earnings-figures.ts';
import { useCurrency } from './use-currency.ts';

interface EarningsCardProps {
  earnings: QueryLike<Earnings>;
  coin: Price['coin'];
  info: Data<'indexInfo'> | undefined;
  /** Below the periods. */
  children?: (earnings: Earnings) => ReactNode;
}

/** Net of yesterday, this month and in all; each opens to the figures that it is made of, with all their digits. */
export function EarningsCard({ earnings, coin, info, children }: EarningsCardProps) {
  const [wanted, setCurrency] = useCurrency();
  const { data } = earnings;
  if (data === undefined) {
    return (
      <Card title={messages.title}>
        {earnings.error === null ? (
          <EarningsSkeleton />
        ) : (
          <QueryError error={earnings.error} onRetry={() => void earnings.refetch()} />
        )}
      </Card>
    );
  }
  const rate = rateOf(data);
  const currency = rate === null ? 'USDT' : wanted;
  return (
    <Card title={messages.title} action={rate !== null && <CurrencyChoice value={currency} onChange={setCurrency} />}>
      <div className={styles.rows}>
        {data.periods.map((period) => (
          <Period key={period.period} period={period} currency={currency} cny={currency === 'CNY' ? rate : null} />
        ))}
      </div>
      <EarningsBasis coin={coin} info={info} cny={currency === 'CNY' ? data.cny : null} />
      {children?.(data)}
    </Card>
  );
}

function Period({ period, currency, cny }: { period: EarningPeriod; currency: Currency; cny: bigint | null }) {
  const [isOpen, setOpen] = useState(false);
  const figures = figuresOf(period, cny);
  // A rate has four digits: more than two decimals of what it converts would claim too much.
  const part = (value: bigint) => (
    <Amount value={value} coin="USDT" unit={currency} size="sub" exact={currency === 'USDT'} />
  );
  return (
    <>
      <Row
        title={messages.periods[period.period]}
        caption={spanText(period)}
        value={<Amount value={figures.net} coin="USDT" unit={currency} size="title" direction />}
        expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <div className={styles.parts}>
          <KeyValues
            items={[
              ...period.outputs.map(({ coin, amount }) => ({
                label: messages.outputsOf(coin),
                value: <Amount value={amount} coin={coin} size="sub" />,
              })),
              { label: messages.output, value: part(figures.output) },
              { label: messages.electricity, value: part(-figures.electricity) },
              ...(figures.hosting === 0n ? [] : [{ label: messages.hosting, value: part(-figures.hosting) }]),
              { label: messages.net, value: part(figures.net) },
            ]}
          />
          <p className={styles.meaning}>
            {messages.meaning}
            {period.unpriced.length > 0 && messages.unpriced(period.unpriced.join('、'))}
          </p>
        </div>
      )}
    </>
  );
}

/** Month and day are enough within a year: `11-01 至 11-25 · 25 天`. */
function spanText({ from, to, days }: EarningPeriod): ReactNode {
  if (from === null || to === null) return messages.noDays;
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  const [first, last] = isOneYear ? [from.slice(5), to.slice(5)] : [from, to];
  if (from === to) return first;
  return <Phrases of={[messages.between(first, last), messages.days(days)]} />;
}

function EarningsSkeleton() {
  return (
    <SkeletonScreen>
      <div className={styles.rows}>
        {['a', 'b', 'c'].map((row) => (
          <Row
            key={row}
            title={<Skeleton width={80} height={32} />}
            caption={<Skeleton width={220} height={24} />}
            value={<Skeleton width={180} height={36} />}
          />
        ))}
      </div>
    </SkeletonScreen>
  );
}
