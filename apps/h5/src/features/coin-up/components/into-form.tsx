import type { Data } from '@lode/contract';
import { displayFull, parseAmount } from '@lode/money';
import { Alert, Amount, AmountField, AppLink, Button, Card, Main, Tick, toast } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useDraft } from '../../../components/money-action/draft.ts';
import { useMoneyAction } from '../../../components/money-action/use-money-action.tsx';
import { OldDataNote, type QueryLike } from '../../../components/query-view.tsx';
import { ReservedElectricity } from '../../../components/reserved-electricity.tsx';
import { Screen } from '../../../components/screen.tsx';
import { callQuery } from '../../../lib/api/queries.ts';
import { type ElectricityAfter, electricityAfter } from '../../../lib/electricity-after.ts';
import { useShowResult } from '../../../lib/result.ts';
import { useSearchParams } from '../../../lib/router/router.tsx';
import { href } from '../../../lib/routes.ts';
import { coinUpMessages as messages } from '../../../locales/zh/coin-up.ts';
import { commonMessages } from '../../../locales/zh/common.ts';
import { titles } from '../../../locales/zh/titles.ts';
import { type CoinUp, coinOf, dailyInterest, missingToMinimum } from '../savings.ts';
import { useAmountForm } from '../use-amount-form.ts';
import { useInvalidateMoney } from '../use-coin-up.ts';
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
  const { available, reserved } = coinUp[coin];
  // A recharge pays what is owed before anything else.
  const owed = coin === 'USDT' ? parseAmount(electricity?.owed ?? '0', 'USDT') : 0n;
  const missing = missingToMinimum(coin, { available, min, owed });
  const draft = useDraft('coinUpSubscribe');
  const { typed, field, showProblem } = useAmountForm(
    { key: coin, coin, available, min },
    draft ? { [draft.coin]: draft.amount } : {},
  );
  // A draft exists only after consent.
  const [hasConsented, setConsented] = useState(draft !== null);
  const dates = useQuery({ ...callQuery('coinUpDate', { coin, direction: 'IN' }), refetchInterval: datesRefreshMs });
  const amount = typed.amount ?? 0n;
  const after = coin === 'USDT' && electricity ? electricityAfter(amount, electricity) : null;
  const electricityFigures = { dailyFee: electricity?.dailyFee ?? null, reserved };
  const isEndangered = after !== null && typed.problem === null;

  const showResult = useShowResult();
  const invalidateMoney = useInvalidateMoney();
  const action = useMoneyAction({
    call: 'coinUpSubscribe',
    summary: (
      <>
        <div>{messages.intoSummary(coin)}</div>
        <Amount value={amount} coin={coin} size="figure" hideable={false} exact />
      </>
    ),
    warning: after === null ? undefined : <ElectricityWarning after={after} {...electricityFigures} />,
    onDone: (record) => {
      invalidateMoney();
      showResult(resultOf(record, apy, dates.data));
    },
    onRefused: () => void onRefused(),
  });

  function confirm(): void {
    if (typed.problem !== null) showProblem();
    else if (!hasConsented) toast(messages.agreeFirst);
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
            <Tick checked={hasConsented} onChange={setConsented}>
              {messages.agree}
              <AppLink href={href('coinup_xy')}>{messages.agreementLink}</AppLink>
            </Tick>
          </div>
          <Button
            block
            softDisabled={typed.problem !== null || !hasConsented}
            busy={action.isStarting}
            onClick={confirm}
          >
            {messages.confirmInto}
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
            nameOf={(each) => messages.coinWithRate(each, coinUp.rates[each].apy)}
          />
          {missing > 0n && (
            <Alert
              action={
                <Button variant="dark" size="s" href={href('recharge', { coin })}>
                  {messages.toRecharge}
                </Button>
              }
            >
              {messages.least} <Amount value={min} coin={coin} size="inline" hideable={false} />
              {messages.comma}
              {messages.shortOfMinimum.before}
              <Amount value={missing} coin={coin} size="inline" />
              {owed > 0n && (
                <>
                  {messages.owedFirst.before}
                  <Amount value={owed} coin={coin} size="inline" debit />
                  {messages.owedFirst.after}
                </>
              )}
              {messages.shortOfMinimum.after}
            </Alert>
          )}
          <Card>
            <AmountField
              {...field}
              label={messages.intoAmount}
              unit={coin}
              aside={
                <>
                  {messages.available(messages.walletAccounts[coin])}{' '}
                  <Amount value={available} coin={coin} size="inline" unit={null} exact />
                </>
              }
              hint={
                <span>
                  {messages.least} <Amount value={min} coin={coin} size="inline" hideable={false} />
                </span>
              }
              hintAside={
                <>
                  {messages.dailyInterest}{' '}
                  <b className={styles.daily}>
                    {typed.problem === null ? (
                      <Amount
                        value={dailyInterest(amount, apy)}
                        coin={coin}
                        size="inline"
                        unit={null}
                        hideable={false}
                        exact
                      />
                    ) : (
                      commonMessages.dash
                    )}
                  </b>{' '}
                  {coin}
                </>
              }
            />
            <ReservedElectricity amount={reserved} coin={coin} />
          </Card>
          <DatesCard
            dates={dates}
            label={messages.intoSchedule}
            stepsOf={({ today, valueDate, firstIncomeDate }) => [
              { date: today, text: messages.paidToday, mark: 'leaves' },
              { date: valueDate ?? today, text: messages.earnsFrom, mark: 'earns' },
              { date: firstIncomeDate ?? today, text: messages.firstIncome, mark: 'pays' },
            ]}
          >
            {messages.carryNote(coin)}
          </DatesCard>
          {isEndangered && (
            <Alert tone="warn" live>
              <ElectricityWarning after={after} {...electricityFigures} />
            </Alert>
          )}
        </div>
      </Main>
      {action.dialogs}
    </Screen>
  );
}

interface ElectricityWarningProps {
  after: ElectricityAfter;
  dailyFee: string | null;
  reserved: string;
}

function ElectricityWarning({ after, dailyFee, reserved }: ElectricityWarningProps) {
  return (
    <>
      <b>{messages.electricityLeft(after.days)}</b>
      {messages.balanceWillBe} <Amount value={after.left} coin="USDT" size="inline" exact />
      {parseAmount(reserved, 'USDT') > 0n && messages.withReserved}
      {dailyFee !== null && (
        <>
          {messages.comma}
          {messages.dailyFee} <Amount value={dailyFee} coin="USDT" size="inline" debit />
        </>
      )}
      {messages.comma}
      {messages.stopNote}
    </>
  );
}

function resultOf(
  { coin, amount, arrivalDate }: Data<'coinUpSubscribe'>,
  apy: string,
  dates: Data<'coinUpDate'> | undefined,
) {
  // After midnight the displayed dates are outdated; only those of the record count.
  const first = dates?.valueDate === arrivalDate ? dates.firstIncomeDate : null;
  return {
    title: messages.intoDone,
    amount: { value: amount, coin },
    rows: [
      { label: messages.paidFrom, value: messages.walletAccounts[coin] },
      { label: messages.paidInto, value: commonMessages.accounts.COIN_UP_ACCOUNT },
      {
        label: messages.dailyInterest,
        value: `${displayFull(dailyInterest(parseAmount(amount, coin), apy), coin)} ${coin}`,
      },
      { label: messages.valueDate, value: arrivalDate },
      ...(first === null ? [] : [{ label: messages.firstIncomeDate, value: first }]),
    ],
    next: { label: messages.seeRecords, href: href('coinup_record', { coin }) },
  };
}
