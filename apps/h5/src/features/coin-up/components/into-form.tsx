import type { Data } from '@lode/contract';
import { Alert, Amount, AmountField, AppLink, Button, Card, Main, Tick, toast } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useDraft } from '../../../components/money-action/draft.ts';
import { useMoneyAction } from '../../../components/money-action/use-money-action.tsx';
import { OldDataNote, type QueryLike } from '../../../components/query-view.tsx';
import { Screen } from '../../../components/screen.tsx';
import { callQuery } from '../../../lib/api/queries.ts';
import { useShowResult } from '../../../lib/result.ts';
import { useSearchParams } from '../../../lib/router/router.tsx';
import { href } from '../../../lib/routes.ts';
import { coinUpWords as words } from '../../../locales/zh/coin-up.ts';
import { titles } from '../../../locales/zh/titles.ts';
import { type CoinUp, coinOf, dailyInterest, type ElectricityAfter, electricityAfter } from '../savings.ts';
import { useAmountForm } from '../use-amount-form.ts';
import { useForgetMoney } from '../use-coin-up.ts';
import { CoinChoice } from './coin-choice.tsx';
import { DatesCard } from './dates-card.tsx';
import styles from './form.module.css';

interface IntoFormProps {
  coinUp: CoinUp;
  query: QueryLike<CoinUp>;
  /** Undefined while loading; the server then checks electricity itself. */
  electricity: Data<'electricityReminder'> | undefined;
  /** Right end of the title bar. */
  action: ReactNode;
  /** The server refused for a reason that the form had not detected, so its data is stale. */
  onRefused: () => Promise<void>;
}

const datesRefreshMs = 60_000;

export function IntoForm({ coinUp, query, electricity, action: barAction, onRefused }: IntoFormProps) {
  const [params, setParams] = useSearchParams();
  const coin = coinOf(params.get('coin'));
  const { min, apy } = coinUp.rates[coin];
  const { available } = coinUp[coin];
  const draft = useDraft('coinUpSubscribe');
  const { typed, field, insist } = useAmountForm(
    { key: coin, coin, available, min },
    draft ? { [draft.coin]: draft.amount } : {},
  );
  // A draft exists only after consent.
  const [hasAgreed, setAgreed] = useState(draft !== null);
  const dates = useQuery({ ...callQuery('coinUpDate', { coin, direction: 'IN' }), refetchInterval: datesRefreshMs });
  const amount = typed.amount ?? 0n;
  const after = coin === 'USDT' && electricity ? electricityAfter(amount, electricity) : null;
  const isEndangered = after !== null && typed.problem === null;

  const showResult = useShowResult();
  const forgetMoney = useForgetMoney();
  const action = useMoneyAction({
    call: 'coinUpSubscribe',
    summary: (
      <>
        <div>{words.intoSummary(coin)}</div>
        <Amount value={amount} coin={coin} size="figure" hideable={false} />
      </>
    ),
    warning: after === null ? undefined : <ElectricityWarning after={after} dailyFee={electricity?.dailyFee ?? null} />,
    onDone: (record) => {
      forgetMoney();
      showResult(resultOf(record, dates.data));
    },
    onRefused: () => void onRefused(),
  });

  function confirm(): void {
    if (typed.problem !== null) insist();
    else if (!hasAgreed) toast(words.agreeFirst);
    else action.start({ coin, amount: typed.text });
  }

  return (
    <Screen
      title={titles.coinup_into}
      action={barAction}
      fixed
      foot={
        <>
          <div className={styles.agree}>
            <Tick checked={hasAgreed} onChange={setAgreed}>
              {words.agree}
              <AppLink href={href('coinup_xy')}>{words.agreementLink}</AppLink>
            </Tick>
          </div>
          <Button block softDisabled={typed.problem !== null || !hasAgreed} busy={action.isStarting} onClick={confirm}>
            {words.confirmInto}
          </Button>
        </>
      }
    >
      <Main>
        <div className={styles.form}>
          <OldDataNote query={query} />
          <CoinChoice
            value={coin}
            onChange={(chosen) => setParams({ coin: chosen }, { replace: true })}
            nameOf={(each) => words.coinWithRate(each, coinUp.rates[each].apy)}
          />
          <Card>
            <AmountField
              {...field}
              label={words.intoAmount}
              unit={coin}
              aside={
                <>
                  {words.available(words.walletAccounts[coin])}{' '}
                  <Amount value={available} coin={coin} size="inline" unit={null} />
                </>
              }
              hint={
                <span>
                  {words.least} <Amount value={min} coin={coin} size="inline" hideable={false} />
                </span>
              }
              hintAside={
                <>
                  {words.dailyInterest}{' '}
                  <b className={styles.daily}>
                    <Amount value={dailyInterest(amount, apy)} coin={coin} size="inline" unit={null} hideable={false} />
                  </b>{' '}
                  {coin}
                </>
              }
            />
          </Card>
          <DatesCard
            dates={dates}
            label={words.intoSchedule}
            stepsOf={({ today, valueDate, firstIncomeDate }) => [
              { date: today, text: words.paidToday, mark: 'leaves' },
              { date: valueDate ?? today, text: words.earnsFrom, mark: 'earns' },
              { date: firstIncomeDate ?? today, text: words.firstIncome, mark: 'pays' },
            ]}
          >
            {words.carryNote(coin)}
          </DatesCard>
          {isEndangered && (
            <Alert tone="warn" live>
              <ElectricityWarning after={after} dailyFee={electricity?.dailyFee ?? null} />
            </Alert>
          )}
        </div>
      </Main>
      {action.dialogs}
    </Screen>
  );
}

function ElectricityWarning({ after, dailyFee }: { after: ElectricityAfter; dailyFee: string | null }) {
  return (
    <>
      <b>{words.electricityLeft(after.days)}</b>
      {words.balanceWillBe} <Amount value={after.left} coin="USDT" size="inline" />
      {dailyFee !== null && (
        <>
          {words.comma}
          {words.dailyFee} <Amount value={dailyFee} coin="USDT" size="inline" />
        </>
      )}
      {words.comma}
      {words.stopNote}
    </>
  );
}

function resultOf({ coin, amount, arrivalDate }: Data<'coinUpSubscribe'>, dates: Data<'coinUpDate'> | undefined) {
  // After midnight the displayed dates are outdated; only those of the record count.
  const first = dates?.valueDate === arrivalDate ? dates.firstIncomeDate : null;
  return {
    title: words.intoDone,
    note: words.intoDoneNote(arrivalDate, first),
    amount: { value: amount, coin },
    rows: [
      { label: words.paidFrom, value: words.walletAccounts[coin] },
      { label: words.valueDate, value: arrivalDate },
      ...(first === null ? [] : [{ label: words.firstIncomeDate, value: first }]),
    ],
    next: { label: words.seeRecords, href: href('coinup_record', { coin }) },
  };
}
