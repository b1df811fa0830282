import type { Data } from '@lode/contract';
import { formatAmount, parseAmount } from '@lode/money';
import { Alert, Amount, AmountField, Button, Card, Empty, Main, Segmented } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { useDraft } from '../../../components/money-action/draft.ts';
import { useMoneyAction } from '../../../components/money-action/use-money-action.tsx';
import { OldDataNote, type QueryLike } from '../../../components/query-view.tsx';
import { Screen } from '../../../components/screen.tsx';
import { callQuery } from '../../../lib/api/queries.ts';
import { useShowResult } from '../../../lib/result.ts';
import { useSearchParams } from '../../../lib/router/router.tsx';
import { href } from '../../../lib/routes.ts';
import { coinUpMessages as messages } from '../../../locales/zh/coin-up.ts';
import { titles } from '../../../locales/zh/titles.ts';
import { type CoinUp, coinOf } from '../savings.ts';
import { useAmountForm } from '../use-amount-form.ts';
import { useInvalidateMoney } from '../use-coin-up.ts';
import { CoinChoice } from './coin-choice.tsx';
import { DatesCard } from './dates-card.tsx';
import styles from './form.module.css';

const datesRefreshMs = 60_000;
type Account = 'COIN_UP_ACCOUNT' | 'INCOME_ACCOUNT';

export function OutForm({ coinUp, query }: { coinUp: CoinUp; query: QueryLike<CoinUp> }) {
  const [params, setParams] = useSearchParams();
  const coin = coinOf(params.get('coin'));
  const account: Account = params.get('account') === 'INCOME_ACCOUNT' ? 'INCOME_ACCOUNT' : 'COIN_UP_ACCOUNT';
  const choose = (chosen: Record<string, string>) => setParams({ coin, account, ...chosen }, { replace: true });
  const isPrincipal = account === 'COIN_UP_ACCOUNT';
  const savings = coinUp[coin];
  const available = isPrincipal ? savings.earning : savings.interestBalance;
  const wallet = messages.walletAccounts[coin];

  const draft = useDraft('coinUpRedeem');
  const { typed, field, showProblem } = useAmountForm(
    { key: `${coin} ${account}`, coin, available, min: formatAmount(0n, coin) },
    draft ? { [`${draft.coin} ${draft.account}`]: draft.amount } : {},
  );
  // Interest arrives at once: it has no dates.
  const dates = useQuery({
    ...callQuery('coinUpDate', { coin, direction: 'OUT' }),
    refetchInterval: datesRefreshMs,
    enabled: isPrincipal,
  });

  const showResult = useShowResult();
  const invalidateMoney = useInvalidateMoney();
  const action = useMoneyAction({
    call: 'coinUpRedeem',
    summary: (
      <>
        <div>{messages.outSummary[account]}</div>
        <Amount value={typed.amount ?? 0n} coin={coin} size="figure" hideable={false} exact />
      </>
    ),
    onDone: (record) => {
      invalidateMoney();
      showResult(resultOf(record));
    },
    onRefused: invalidateMoney,
  });

  const hasNothing = parseAmount(available, coin) === 0n;
  const isWaiting = isPrincipal && parseAmount(savings.inTransitIn, coin) > 0n;
  return (
    <Screen
      title={titles.coinup_out}
      fixed
      foot={
        hasNothing ? undefined : (
          <Button
            block
            softDisabled={typed.problem !== null}
            busy={action.isStarting}
            onClick={() =>
              typed.problem === null ? action.start({ coin, amount: typed.text, account }) : showProblem()
            }
          >
            {messages.confirmOut}
          </Button>
        )
      }
    >
      <Main>
        <div className={styles.form}>
          <OldDataNote query={query} />
          <CoinChoice value={coin} onChange={(chosen) => choose({ coin: chosen })} />
          <Segmented
            label={messages.what}
            value={account}
            onChange={(chosen: Account) => choose({ account: chosen })}
            options={[
              { value: 'COIN_UP_ACCOUNT', label: messages.ofPrincipal },
              { value: 'INCOME_ACCOUNT', label: messages.ofInterest },
            ]}
          />
          {hasNothing ? (
            <Empty
              title={messages.nothingToRedeem[account]}
              hint={messages.nothingToRedeemHint[account]}
              action={{ label: messages.toCoinUp, href: href('coinup') }}
            />
          ) : (
            <>
              <Card>
                <AmountField
                  {...field}
                  label={messages.outAmount}
                  unit={coin}
                  aside={
                    <>
                      {isPrincipal ? messages.availablePrincipal : messages.interestBalance}{' '}
                      <Amount value={available} coin={coin} size="inline" unit={null} exact />
                    </>
                  }
                  hint={isPrincipal ? messages.arrivesIn(wallet) : messages.interestNote(wallet)}
                />
              </Card>
              {isPrincipal && (
                <DatesCard
                  dates={dates}
                  label={messages.outSchedule}
                  stepsOf={({ today, arrivalDate }) => [
                    { date: today, text: messages.stopsEarning, mark: 'leaves' },
                    { date: arrivalDate, text: messages.arrivesIn(wallet), mark: 'arrives' },
                  ]}
                >
                  {messages.outNote}
                </DatesCard>
              )}
            </>
          )}
          {isWaiting && (
            <Alert>
              {messages.notYetEarning.before}
              <Amount value={savings.inTransitIn} coin={coin} size="inline" exact />
              {messages.notYetEarning.after}
            </Alert>
          )}
        </div>
      </Main>
      {action.dialogs}
    </Screen>
  );
}

function resultOf({ coin, amount, account, arrivalDate, state }: Data<'coinUpRedeem'>) {
  const wallet = messages.walletAccounts[coin];
  const isThere = state === 'SUCCESS';
  return {
    title: isThere ? messages.outDone : messages.outSubmitted,
    note: isThere ? messages.interestDoneNote(wallet) : messages.outDoneNote(arrivalDate, wallet),
    amount: { value: amount, coin },
    rows: [
      { label: messages.what, value: account === 'INCOME_ACCOUNT' ? messages.ofInterest : messages.ofPrincipal },
      { label: messages.paidTo, value: wallet },
      { label: messages.arrivalDate, value: arrivalDate },
    ],
    next: { label: messages.seeRecords, href: href('coinup_record', { coin }) },
  };
}
