import { formatAmount, parseAmount } from '@lode/money';
import { Amount, Hero, HeroBody, shanghaiShortTime, Vein } from '@lode/ui';
import { HeroActions } from '../../../components/hero-actions.tsx';
import { SumLabel } from '../../../components/sum-label.tsx';
import { dailyValues } from '../../../lib/daily-values.ts';
import { sumOf, unpricedCoins, worthInCoin } from '../../../lib/valuation.ts';
import { homeMessages as messages } from '../../../locales/zh/home.ts';
import { assetShares, type IndexInfo, isMiner, isNewcomer, mainCoin } from '../home-figures.ts';
import { AssetShareBar } from './asset-share-bar.tsx';
import styles from './assets-hero.module.css';
import { OutputFigures } from './output-figures.tsx';

interface AssetsHeroProps {
  info: IndexInfo;
  /** Phone time of the response, in milliseconds. */
  receivedAt: number;
  /** Called when the mining date of the estimate ends. */
  onDayOver: () => void;
}

/** Total by account, yesterday, today, and a chart of the last 30 days. */
export function AssetsHero(props: AssetsHeroProps) {
  if (isNewcomer(props.info)) return <Welcome />;
  return <Figures {...props} />;
}

/** What to do first, in place of figures that are all zero; the steps themselves stand below. */
function Welcome() {
  return (
    <Hero label={messages.assetsAndOutput}>
      <HeroBody>
        <h2 className={styles.welcome}>{messages.welcome}</h2>
        <p className={styles.guide}>{messages.welcomeText}</p>
        <div className={styles.firstActions}>
          <HeroActions />
        </div>
      </HeroBody>
    </Hero>
  );
}

function Figures({ info, receivedAt, onDayOver }: AssetsHeroProps) {
  const { assetsInfo, mining } = info;
  const { owed } = info.electricity;
  const isOwing = parseAmount(owed, 'USDT') > 0n;
  const coin = mainCoin(mining);
  const worth = worthInCoin(assetsInfo.totalUsdt, coin, assetsInfo.prices);
  const stale = assetsInfo.prices.find((price) => price.stale);
  const days = mining.last30.filter((day) => day.coin === coin);
  const daily = dailyValues(
    days.map(({ date, amount }) => ({ date, value: parseAmount(amount, coin) })),
    0n,
    mining.yesterdayDate,
  );
  return (
    <Hero label={messages.assetsAndOutput}>
      <HeroBody>
        <SumLabel>{messages.totalInUsdt}</SumLabel>
        <div>
          <Amount value={assetsInfo.totalUsdt} coin="USDT" size="display" unit={null} />
        </div>
        <div className={styles.worth}>
          {worth !== null && <Amount value={worth} coin={coin} size="sub" approx />}
          {stale && <span className={styles.stale}>{messages.stalePrice(shanghaiShortTime(stale.time))}</span>}
          {isOwing && (
            <span className={styles.owed}>
              {messages.alsoOwed} <Amount value={owed} coin="USDT" size="inline" debit />
            </span>
          )}
        </div>
        <AssetShareBar shares={assetShares(info)} unpriced={unpricedCoins(assetsInfo.accounts)} />
        <div className={styles.actions}>
          <HeroActions calm={isOwing} />
        </div>
        {isMiner(info) && (
          <OutputFigures
            key={receivedAt}
            coin={coin}
            mining={mining}
            prices={assetsInfo.prices}
            receivedAt={receivedAt}
            onDayOver={onDayOver}
          />
        )}
      </HeroBody>
      <Vein
        values={daily.map(({ date, value }) => ({ at: date.slice(5), value }))}
        label={messages.last30Label}
        figure={(output) => formatAmount(output, coin)}
        unit={coin}
        middle={
          days.length > 0 ? (
            <>
              {messages.last30Output}{' '}
              <Amount
                value={sumOf(
                  days.map((day) => day.amount),
                  coin,
                )}
                coin={coin}
                size="inline"
              />
            </>
          ) : (
            messages.noOutputYet
          )
        }
      />
    </Hero>
  );
}
