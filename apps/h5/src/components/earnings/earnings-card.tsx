import type { Data } from '@lode/contract';
import { parseAmount } from '@lode/money';
import { Amount, Card, KeyValues, Phrases, Row, Skeleton, SkeletonScreen } from '@lode/ui';
import { type ReactNode, useState } from 'react';
import type { Price } from '../../lib/valuation.ts';
import { earningsMessages as messages } from '../../locales/zh/earnings.ts';
import { QueryError, type QueryLike } from '../query-view.tsx';
import { CurrencyChoice } from './currency-choice.tsx';
import styles from './earnings.module.css';
import { EarningsBasis } from './earnings-basis.tsx';
import cardStyles from './earnings-card.module.css';
import { type Currency, type EarningPeriod, type Earnings, figuresOf, rateOf, worthsOf } from './earnings-figures.ts';
import { useCurrency } from './use-currency.ts';

interface EarningsCardProps {
  earnings: QueryLike<Earnings>;
  /** Named first. */
  coin: Price['coin'];
  info: Data<'indexInfo'> | undefined;
  /** Whose earnings they are, where the list below is narrower. */
  scope?: string | null;
  /** Below the periods. */
  children?: (earnings: Earnings) => ReactNode;
}

/** Net of yesterday, this month and in all; each opens to the figures that it is made of, with all their digits. */
export function EarningsCard({ earnings, coin, info, scope = null, children }: EarningsCardProps) {
  const [wanted, setCurrency] = useCurrency();
  const [open, setOpen] = useState<readonly EarningPeriod['period'][]>([]);
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
      {scope !== null && <p className={styles.note}>{scope}</p>}
      <div className={styles.rows}>
        {data.periods.map((one) => {
          const { period } = one;
          const isOpen = open.includes(period);
          return (
            <Period
              key={period}
              period={one}
              currency={currency}
              cny={currency === 'CNY' ? rate : null}
              isOpen={isOpen}
              onToggle={() => setOpen(isOpen ? open.filter((other) => other !== period) : [...open, period])}
            />
          );
        })}
      </div>
      <EarningsBasis
        coins={coinsOf(data, coin)}
        info={info}
        cny={currency === 'CNY' ? data.cny : null}
        hostingToCome={data.hostingToCome}
        without={open.length > 0 ? 'meaning' : undefined}
      />
      {children?.(data)}
    </Card>
  );
}

/** All that anything was earned in. */
const coinsOf = ({ periods }: Earnings, main: Price['coin']) => {
  const earned = periods.flatMap(({ outputs }) => outputs).filter(({ amount, coin }) => parseAmount(amount, coin) > 0n);
  return [...new Set([main, ...earned.map(({ coin }) => coin)])];
};

interface PeriodProps {
  period: EarningPeriod;
  currency: Currency;
  cny: bigint | null;
  isOpen: boolean;
  onToggle: () => void;
}

function Period({ period, currency, cny, isOpen, onToggle }: PeriodProps) {
  const figures = figuresOf(period, cny);
  const part = (value: bigint) => (
    <Amount value={value} coin="USDT" unit={currency} size="sub" exact={currency === 'USDT'} />
  );
  const net = (
    <Amount value={figures.net} coin="USDT" unit={currency} size="title" direction exact={currency === 'USDT'} />
  );
  const worths = worthsOf(period, cny).map((worth) =>
    worth === null ? null : (
      <Amount key="worth" value={worth} coin="USDT" unit={currency} size="sub" approx exact={currency === 'USDT'} />
    ),
  );
  return (
    <>
      <Row
        title={messages.periods[period.period]}
        caption={spanText(period)}
        // An open period has its net as the sum of its parts.
        value={isOpen ? undefined : net}
        expanded={isOpen}
        onClick={onToggle}
      />
      {isOpen && (
        <div className={styles.parts}>
          <KeyValues
            items={[
              ...period.outputs.map(({ coin, amount }, i) => ({
                label: messages.outputsOf(coin),
                value: (
                  <>
                    <Amount value={amount} coin={coin} size="sub" />
                    {worths[i] && (
                      <>
                        <br />
                        {worths[i]}
                      </>
                    )}
                  </>
                ),
              })),
              { label: messages.output, value: part(figures.output) },
              { label: messages.electricity, value: part(-figures.electricity) },
              ...(figures.hosting === 0n ? [] : [{ label: messages.hosting, value: part(-figures.hosting) }]),
            ]}
          />
          <div className={cardStyles.sum}>
            <KeyValues
              items={[
                {
                  label: messages.net,
                  value: net,
                },
              ]}
            />
          </div>
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
