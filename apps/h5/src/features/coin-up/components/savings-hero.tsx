import type { Data } from '@lode/contract';
import { formatAmount } from '@lode/money';
import { Amount, Columns, EmptyVein, Hero, HeroBody, Vein } from '@lode/ui';
import { SumLabel } from '../../../components/sum-label.tsx';
import { coinUpMessages as messages } from '../../../locales/zh/coin-up.ts';
import { commonMessages } from '../../../locales/zh/common.ts';
import { type CoinUp, dailyInterest, isUnused, type RateInfo, savingsCoins } from '../savings.ts';
import { latestDay, type SavingsFigures, savingsFigures } from '../savings-figures.ts';
import styles from './savings-hero.module.css';

interface SavingsHeroProps {
  coinUp: CoinUp;
  /** Undefined while loading or after a failure; then no total is shown. */
  prices: Data<'indexInfo'>['assetsInfo']['prices'] | undefined;
}

/** Total and interest of both coins in USDT, with a chart of the interest. */
export function SavingsHero({ coinUp, prices = [] }: SavingsHeroProps) {
  const figures = savingsFigures(coinUp, prices);
  const latest = latestDay(coinUp);
  if (savingsCoins.every((coin) => isUnused(coinUp[coin]))) return <FirstSteps rates={coinUp.rates} />;
  return (
    <Hero label={messages.savings}>
      <HeroBody>
        <SumLabel>{messages.principalInUsdt}</SumLabel>
        <div className={styles.principal}>
          {figures === null ? (
            commonMessages.dash
          ) : (
            <Amount value={figures.principal} coin="USDT" size="display" unit={null} />
          )}
        </div>
        <div className={styles.figures}>
          <Columns
            even
            items={[
              {
                label: latest === null ? messages.yesterdayInUsdt : messages.yesterdayOf(latest.slice(5)),
                value: <Sum value={figures?.yesterday} sign />,
              },
              { label: messages.totalInUsdt, value: <Sum value={figures?.total} /> },
            ]}
          />
        </div>
        {figures?.days.length === 0 && <p className={styles.start}>{messages.noInterestYet}</p>}
      </HeroBody>
      {figures?.days.length !== 0 && <InterestVein days={figures?.days ?? []} />}
    </Hero>
  );
}

/** Nothing was ever saved: what savings would bring, in place of sums of nothing. */
function FirstSteps({ rates }: { rates: RateInfo }) {
  return (
    <Hero label={messages.savings}>
      <HeroBody>
        <h2 className={styles.first}>{messages.firstTitle}</h2>
        <p className={styles.firstText}>{messages.firstText}</p>
        <div className={styles.figures}>
          <Columns
            even
            items={savingsCoins.map((coin) => ({
              label: messages.example(examples[coin].shown, coin),
              value: (
                <Amount
                  value={dailyInterest(examples[coin].amount, rates[coin].apy)}
                  coin={coin}
                  size="lead"
                  hideable={false}
                  sign
                  exact
                />
              ),
            }))}
          />
        </div>
      </HeroBody>
    </Hero>
  );
}

/** Sums that are easily compared with one's own. */
const examples = {
  BTC: { shown: '1', amount: 100_000_000n },
  USDT: { shown: '1,000', amount: 1_000_000_000n },
};

function Sum({ value, sign }: { value: bigint | undefined; sign?: boolean }) {
  if (value === undefined) return commonMessages.dash;
  return <Amount value={value} coin="USDT" size="lead" unit={null} sign={sign} exact />;
}

/** Empty while no prices are known. */
function InterestVein({ days }: { days: SavingsFigures['days'] }) {
  if (days.length === 0) {
    return <EmptyVein label={messages.last30Label} />;
  }
  return (
    <Vein
      values={days.map(({ date, total }) => ({ at: date.slice(5), value: total }))}
      label={messages.last30Label}
      figure={(total) => formatAmount(total, 'USDT')}
      unit="USDT"
      middle={messages.last30}
      cumulative
    />
  );
}
