import { type Amount as MinorUnits, parseAmount, valueInUsdt } from '@lode/money';
import { Amount, Columns, shanghaiClock } from '@lode/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isReplay, priceOf } from '../../../lib/valuation.ts';
import { homeMessages as messages } from '../../../locales/zh/home.ts';
import { priceMessages } from '../../../locales/zh/prices.ts';
import { amountIn, type IndexInfo, type MinedCoin, sideAmounts } from '../home-figures.ts';
import { estimateAfter, msLeftOfMiningDay } from '../todays-estimate.ts';
import styles from './output-figures.module.css';

interface OutputFiguresProps {
  coin: MinedCoin;
  mining: IndexInfo['mining'];
  prices: IndexInfo['assetsInfo']['prices'];
  receivedAt: number;
  onDayOver: () => void;
}

const tickMs = 1000;

/** Yesterday's output beside today's live estimate. */
export function OutputFigures({ coin, mining, prices, receivedAt, onDayOver }: OutputFiguresProps) {
  const { estimate, until } = useTickingEstimate(coin, mining, receivedAt, onDayOver);
  const price = priceOf(coin, prices);
  const noteOf = (amount: MinorUnits, others: IndexInfo['mining']['yesterday'], basis: string | null): ReactNode => (
    <span className={styles.notes}>
      {price !== null && (
        <span>
          <Amount value={valueInUsdt(amount, coin, price)} coin="USDT" size="sub" approx />
          {basis}
        </span>
      )}
      {others.map((other) => (
        <Amount key={other.coin} value={other.amount} coin={other.coin} size="sub" />
      ))}
    </span>
  );
  // The net below has the same day at the price of that day.
  const priceName = isReplay({ mining }) ? priceMessages.replayed : priceMessages.now;
  const { yesterdayDate } = mining;
  const yesterday = parseAmount(amountIn(mining.yesterday, coin), coin);
  return (
    <div className={styles.figures}>
      <Columns
        even
        items={[
          {
            label: yesterdayDate ? messages.yesterdayOutputOf(yesterdayDate.slice(5)) : messages.yesterdayOutput,
            value: <Amount value={yesterday} coin={coin} size="lead" />,
            note: noteOf(yesterday, sideAmounts(mining.yesterday, coin), ` ${priceMessages.by(priceName)}`),
          },
          {
            label:
              mining.runningCount === 0 ? (
                messages.todayStopped
              ) : (
                <>
                  <span className={styles.pulse} />
                  {messages.todayUntil(shanghaiClock(until))}
                </>
              ),
            value: <Amount value={estimate} coin={coin} size="lead" />,
            note: noteOf(estimate, sideAmounts(mining.todayEstimated, coin), null),
          },
        ]}
      />
    </div>
  );
}

/** Today's estimate and the time that it is of, updated every second until the mining date ends. */
function useTickingEstimate(
  coin: MinedCoin,
  mining: IndexInfo['mining'],
  receivedAt: number,
  onDayOver: () => void,
): { estimate: MinorUnits; until: Date } {
  const [elapsedMs, setElapsed] = useState(() => Date.now() - receivedAt);
  const dayOver = useRef(onDayOver);
  dayOver.current = onDayOver;
  const at = mining.todayEstimatedAt;
  useEffect(() => {
    const timer = setInterval(() => {
      const elapsed = Date.now() - receivedAt;
      setElapsed(elapsed);
      if (elapsed < msLeftOfMiningDay(at)) return;
      clearInterval(timer);
      dayOver.current();
    }, tickMs);
    return () => clearInterval(timer);
  }, [receivedAt, at]);
  const amount = amountIn(mining.todayEstimated, coin);
  const perSecond = mining.todayPerSecond.find((rate) => rate.coin === coin)?.amount ?? '0';
  const until = new Date(Date.parse(at) + Math.min(Math.max(elapsedMs, 0), msLeftOfMiningDay(at)));
  return { estimate: estimateAfter({ coin, amount, perSecond, at }, elapsedMs), until };
}
