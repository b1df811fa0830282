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
import { coinUpWords as words } from '../../../locales/zh/coin-up.ts';
import { titles } from '../../../locales/zh/titles.ts';
import { type CoinUp, coinOf } from '../savings.ts';
import { useAmountForm } from '../use-amount-form.ts';
import { useForgetMoney } from '../use-coin-up.ts';
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
  const wallet = words.walletAccounts[coin];

  const draft = useDraft('coinUpRedeem');
  const { typed, field, insist } = useAmountForm(
    { key: `${coin} ${account}`, coin, available, min: formatAmount(0n, coin) },
    draft ? { [`${draft.coin} ${draft.account}`]: draft.amount } : {},
  );
  const direction = isPrincipal ? 'OUT' : 'INCOMES';
  const dates = useQuery({ ...callQuery('coinUpDate', { coin, direction }), refetchInterval: datesRefreshMs });

  const showResult = useShowResult();
  const forgetMoney = useForgetMoney();
  const action = useMoneyAction({
    call: 'coinUpRedeem',
    summary: (
      <>
        <div>{words.outSummary[account]}</div>
        <Amount value={typed.amount ?? 0n} coin={coin} size="figure" hideable={false} />
      </>
    ),
    onDone: (record) => {
      forgetMoney();
      showResult(resultOf(record));
    },
    onRefused: forgetMoney,
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
            onClick={() => (typed.problem === null ? action.start({ coin, amount: typed.text, account }) : insist())}
          >
            {words.confirmOut}
          </Button>
        )
      }
    >
      <Main>
        <div className={styles.form}>
          <OldDataNote query={query} />
          <CoinChoice value={coin} onChange={(chosen) => choose({ coin: chosen })} />
          <Segmented
            label={words.what}
            value={account}
            onChange={(chosen: Account) => choose({ account: chosen })}
            options={[
              { value: 'COIN_UP_ACCOUNT', label: words.ofPrincipal },
              { value: 'INCOME_ACCOUNT', label: words.ofInterest },
            ]}
          />
          {hasNothing ? (
            <Empty
              title={words.nothingToRedeem[account]}
              hint={words.nothingToRedeemHint[account]}
              action={{ label: words.toCoinUp, href: href('coinup') }}
            />
          ) : (
            <>
              <Card>
                <AmountField
                  {...field}
                  label={words.outAmount}
                  unit={coin}
                  aside={
                    <>
                      {isPrincipal ? words.availablePrincipal : words.availableInterest}{' '}
                      <Amount value={available} coin={coin} size="inline" unit={null} />
                    </>
                  }
                  hint={words.arrivesIn(wallet)}
                />
              </Card>
              <DatesCard
                dates={dates}
                label={words.outSchedule}
                stepsOf={({ today, arrivalDate }) =>
                  isPrincipal
                    ? [
                        { date: today, text: words.stopsEarning, mark: 'leaves' },
                        { date: arrivalDate, text: words.arrivesIn(wallet), mark: 'arrives' },
                      ]
                    : [{ date: arrivalDate, text: words.arrivesIn(wallet), mark: 'arrives' }]
                }
              >
                {isPrincipal ? words.outNote : words.interestNote(wallet)}
              </DatesCard>
            </>
          )}
          {isWaiting && (
            <Alert>
              {words.inTransit} <Amount value={savings.inTransitIn} coin={coin} size="inline" />
              {words.comma}
              {words.inTransitNote}
            </Alert>
          )}
        </div>
      </Main>
      {action.dialogs}
    </Screen>
  );
}

function resultOf({ coin, amount, account, arrivalDate, state }: Data<'coinUpRedeem'>) {
  const wallet = words.walletAccounts[coin];
  const isThere = state === 'SUCCESS';
  return {
    title: isThere ? words.outDone : words.outSubmitted,
    note: isThere ? words.interestDoneNote(wallet) : words.outDoneNote(arrivalDate, wallet),
    amount: { value: amount, coin },
    rows: [
      { label: words.what, value: account === 'INCOME_ACCOUNT' ? words.ofInterest : words.ofPrincipal },
      { label: words.paidTo, value: wallet },
      { label: words.arrivalDate, value: arrivalDate },
    ],
    next: { label: words.seeRecords, href: href('coinup_record', { coin }) },
  };
}
