import type { ConsoleData } from '@lode/contract/console';
import { Amount } from '../../components/amount.tsx';
import { shownAmount } from '../../lib/shown-amount.ts';
import { savingsStates, savingsTitle, viewTexts as texts } from '../../locales/zh/customer-view.ts';
import styles from './view.module.css';
import { ViewList } from './view-list.tsx';
import { Card, Facts, useView, View } from './view-read.tsx';

type Savings = ConsoleData<'viewCoinUp'>['coins'][number];
const isZero = (value: string) => /^[-0.]+$/.test(value);

/** The two coins of the savings, then every record of them. */
export function ViewCoinUp({ id, reason }: { id: string; reason: string }) {
  const query = useView('viewCoinUp', { id, reason });
  return (
    <>
      <View<'viewCoinUp'> what={texts.coinUp} query={query}>
        {({ coins }) => coins.map((savings) => <Coin key={savings.coin} savings={savings} />)}
      </View>
      <h2 className={styles.heading}>{texts.savingsRecords}</h2>
      <ViewList name="viewCoinUpRecords" what={texts.savingsRecords} input={{ id, reason }} nothing={texts.noSavings}>
        {(record) => {
          const { coin, direction, amount, state, date, arrivalDate, rate } = record;
          const isOut = direction === 'OUT';
          return (
            <>
              <div className={styles.line}>
                <b>
                  {savingsTitle(record)} {coin}
                </b>
                <Amount value={shownAmount(isOut ? `-${amount}` : amount, coin)} coin={coin} />
              </div>
              <div className={`${styles.line} ${styles.quiet}`}>
                <span>
                  {date}
                  {rate !== null && ` · ${texts.reference} ${texts.percent(rate)}`}
                </span>
                <span>{state === 'INTRANSIT' ? texts.arrives(arrivalDate) : savingsStates[state]}</span>
              </div>
            </>
          );
        }}
      </ViewList>
    </>
  );
}

function Coin({ savings }: { savings: Savings }) {
  const { coin, principal, inTransitIn, inTransitOut, interestBalance, yesterdayInterest } = savings;
  const { yesterdayDate, totalInterest, interestOwed, apy } = savings;
  const money = (value: string) => <Amount value={shownAmount(value, coin)} coin={coin} />;
  const unlessZero = (label: string, value: string) => (isZero(value) ? [] : [{ label, value: money(value) }]);
  return (
    <Card title={texts.savingsOf(coin)}>
      <Facts
        facts={[
          { label: texts.principal, value: money(principal) },
          ...unlessZero(texts.inTransitIn, inTransitIn),
          ...unlessZero(texts.inTransitOut, inTransitOut),
          { label: texts.yesterdayInterest(yesterdayDate), value: money(yesterdayInterest) },
          { label: texts.totalInterest, value: money(totalInterest) },
          ...unlessZero(texts.interestOwed, interestOwed),
          { label: texts.interestBalance, value: money(interestBalance) },
          { label: texts.reference, value: texts.percent(apy) },
        ]}
      />
    </Card>
  );
}
