import { parseAmount } from '@lode/money';
import { Amount, Button, Card, KeyValues, Rule, toast } from '@lode/ui';
import { href } from '../../../lib/routes.ts';
import { coinUpMessages as messages } from '../../../locales/zh/coin-up.ts';
import { isUnused, type RateInfo, type Savings } from '../savings.ts';
import { CoinHead } from './coin-head.tsx';
import styles from './savings-card.module.css';

/** Sums and both ways of one coin; before the first subscription its rate, its minimum and 转入 alone. */
export function SavingsCard({ savings, rates }: { savings: Savings; rates: RateInfo }) {
  const { coin, principal, yesterdayInterest, totalInterest, interestBalance, interestOwed } = savings;
  const { min, apy } = rates[coin];
  const isNew = isUnused(savings);
  return (
    <Card label={coin}>
      <CoinHead coin={coin} min={min} apy={apy} />
      {!isNew && (
        <>
          <Rule />
          <KeyValues
            items={[
              { label: messages.principal, value: <Amount value={principal} coin={coin} exact /> },
              ...transitOf(savings).map(({ label, amount }) => ({
                label,
                value: <Amount value={amount} coin={coin} exact />,
              })),
              { label: messages.yesterday, value: <Amount value={yesterdayInterest} coin={coin} direction exact /> },
              { label: messages.total, value: <Amount value={totalInterest} coin={coin} exact /> },
              { label: messages.interestBalance, value: <Amount value={interestBalance} coin={coin} exact /> },
              ...(parseAmount(interestOwed, coin) === 0n
                ? []
                : [{ label: messages.owed, value: <Amount value={interestOwed} coin={coin} exact /> }]),
            ]}
          />
        </>
      )}
      <div className={styles.actions}>
        {!isNew && (
          <Button variant="quiet" href={href('coinup_out', { coin })}>
            {messages.out}
          </Button>
        )}
        {rates.isEnableFunction ? (
          <Button variant="dark" href={href('coinup_into', { coin })}>
            {messages.into}
          </Button>
        ) : (
          <Button variant="dark" softDisabled onClick={() => toast(messages.closed)}>
            {messages.into}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** Orders in transit by direction; one line of zero without any. */
function transitOf({ coin, inTransitIn, inTransitOut }: Savings): { label: string; amount: string }[] {
  const ways = [
    { label: messages.inTransitIn, amount: inTransitIn },
    { label: messages.inTransitOut, amount: inTransitOut },
  ].filter(({ amount }) => parseAmount(amount, coin) !== 0n);
  return ways.length > 0 ? ways : [{ label: messages.inTransit, amount: inTransitIn }];
}
