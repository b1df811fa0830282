import { codes, type Data } from '@lode/contract';
import { displayAmount, formatAmount, parseAmount } from '@lode/money';
import {
  Alert,
  Amount,
  AmountField,
  Button,
  Card,
  groupDigits,
  KeyValues,
  Main,
  shanghaiShortTime,
  TextLink,
  toast,
} from '@lode/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useDraft, useKeepDraft } from '../../../components/money-action/draft.ts';
import { useMoneyAction } from '../../../components/money-action/use-money-action.tsx';
import { OldDataNote, type QueryLike } from '../../../components/query-view.tsx';
import { Screen } from '../../../components/screen.tsx';
import { callQuery } from '../../../lib/api/queries.ts';
import type { RequestError } from '../../../lib/api/request-error.ts';
import { endsOf } from '../../../lib/chain-figures.ts';
import { useShowResult } from '../../../lib/result.ts';
import { useSearchParams } from '../../../lib/router/router.tsx';
import { href } from '../../../lib/routes.ts';
import { wholeAmount } from '../../../lib/typed-amount.ts';
import { usdtValueOf } from '../../../lib/valuation.ts';
import { withdrawWords as words } from '../../../locales/zh/withdraw.ts';
import { tidiedAddress } from '../address.ts';
import { amountProblemText, readWithdrawal, saidLate } from '../amount.ts';
import type { Hold, ToldTime } from '../holds.ts';
import { joinedHold } from '../holds.ts';
import { useAddressCheck } from '../use-address-check.ts';
import { whenOf } from '../when.ts';
import type { Network, Terms, WithdrawCoin } from '../withdrawal.ts';
import { AddressField } from './address-field.tsx';
import { BookSheet } from './book-sheet.tsx';
import { ConfirmSheet } from './confirm-sheet.tsx';
import { HoldAlert } from './hold-alert.tsx';
import { ScanSheet, useCanScan } from './scan.tsx';
import styles from './withdraw.module.css';

interface WithdrawFormProps {
  way: { coin: WithdrawCoin; network: Network };
  terms: Terms;
  told: ToldTime;
  device: Data<'withdrawCheckDevice'>;
  query: QueryLike<unknown>;
  pickers: ReactNode;
  /** The network is not offered any more: what the form stands on is no longer true. */
  onRefused: () => Promise<void>;
  /** A hold has ended, or a limit has changed. */
  onOver: () => void;
}

export function WithdrawForm({
  way: { coin, network },
  terms,
  told,
  device,
  query,
  pickers,
  onRefused,
  onOver,
}: WithdrawFormProps) {
  const [params] = useSearchParams();
  const queryClient = useQueryClient();
  const draft = useDraft('withdrawApply');
  const keep = useKeepDraft();
  const [address, setAddress] = useState(() => tidiedAddress(draft?.address ?? params.get('address') ?? ''));
  const [typedText, setTypedText] = useState(draft?.amount ?? '');
  const [isAmountLeft, setAmountLeft] = useState(false);
  const [isInsisted, setInsisted] = useState(false);
  const [sheet, setSheet] = useState<'book' | 'scan' | 'confirm' | null>(null);
  const [user, setUser] = useState<Data<'userInfo'> | null>(null);
  const [codeError, setCodeError] = useState<string | null>(null);
  const canScan = useCanScan();

  const state = useAddressCheck(address, coin, network);
  const typed = readWithdrawal(typedText, coin, terms);
  const label = useLabel(address, network);
  const reminder = useQuery(callQuery('electricityReminder', {}));
  const owes = reminder.data !== undefined && parseAmount(reminder.data.owed, 'USDT') > 0n;
  const isNew = state.kind === 'good' && !state.isKnown;
  const hold = joinedHold([holdOfDevice(device), holdOfAddress(state)]);
  const isReady = typed.problem === null && state.kind === 'good' && !isNew && hold === null && !owes;
  const isAmountSaid = typed.problem !== null && (isAmountLeft || isInsisted || !saidLate.includes(typed.problem));

  const showResult = useShowResult();
  const action = useMoneyAction({
    call: 'withdrawApply',
    summary: (
      <>
        <div>{words.summary(endsOf(address, 8))}</div>
        <Amount value={typed.received} coin={coin} size="figure" hideable={false} />
      </>
    ),
    onDone: (withdrawal) => {
      void queryClient.invalidateQueries();
      showResult(resultOf(withdrawal, terms.now));
    },
    onRefused: follow,
  });

  /** Whoever leaves by a link of this page finds on the way back what was typed. */
  const keepTyped = () => keep({ call: 'withdrawApply', input: { coin, network, address, amount: typedText } });

  /** A rule said no: the form shows what is true now. */
  function follow({ code, message }: RequestError): void {
    if (code === codes.wrongCode.code) {
      setCodeError(message);
      return;
    }
    setSheet(null);
    if (code === codes.switchedOff.code) void onRefused();
    else void queryClient.invalidateQueries();
  }

  async function proceed(): Promise<void> {
    setInsisted(true);
    if (!isReady) {
      if (state.kind === 'checking') toast(words.checking);
      return;
    }
    const customer = await action.whoMayAct({ coin, network, address, amount: typed.text, code: '' });
    if (customer === null) return;
    setUser(customer);
    setCodeError(null);
    setSheet('confirm');
  }

  return (
    <Screen
      title={words.title}
      action={
        <TextLink href={href('withdraw_record')} onClick={keepTyped}>
          {words.records}
        </TextLink>
      }
      fixed
      foot={
        <>
          <Received amount={typed.received} coin={coin} />
          <div className={styles.submit}>
            <Button
              block
              softDisabled={!isReady}
              busy={action.isStarting && sheet !== 'confirm'}
              onClick={() => void proceed()}
            >
              {words.submit}
            </Button>
          </div>
        </>
      }
    >
      <Main>
        <div className={styles.form}>
          <OldDataNote query={query} />
          {hold !== null && !isNew && (
            <HoldAlert
              hold={hold}
              told={told}
              onOver={() => {
                onOver();
                if (state.kind === 'good') state.recheck();
              }}
            />
          )}
          {hold !== null && isNew && device.reason !== null && (
            <HoldAlert hold={{ reason: device.reason, until: device.until }} told={told} onOver={onOver} />
          )}
          {owes && (
            <Alert
              tone="bad"
              action={
                <TextLink href={href('recharge')} onClick={keepTyped}>
                  {words.toRecharge}
                </TextLink>
              }
            >
              {words.owed}
            </Alert>
          )}
          {pickers}
          <AddressField
            value={address}
            onChange={setAddress}
            state={state}
            isInsisted={isInsisted}
            hint={state.kind === 'good' && state.isKnown ? whatIsKnown(state.until, label) : undefined}
            onBook={() => setSheet('book')}
            onScan={canScan ? () => setSheet('scan') : undefined}
          />
          {isNew && (
            <Alert
              tone="warn"
              live
              action={
                <TextLink href={href('withdraw_address', { coin, add: address })} onClick={keepTyped}>
                  {words.addIt}
                </TextLink>
              }
            >
              {words.unknownAddress(terms.holdHours)}
            </Alert>
          )}
          <Card>
            <AmountField
              label={words.amount}
              unit={coin}
              value={typedText}
              onChange={(text) => {
                setTypedText(text);
                setAmountLeft(false);
              }}
              onAll={() => setTypedText(wholeAmount(terms.available, coin))}
              onLeave={() => setAmountLeft(typedText !== '')}
              error={isAmountSaid && typed.problem !== null ? amountProblemText(typed.problem, coin, terms) : null}
              aside={
                <>
                  {words.available} <Amount value={terms.available} coin={coin} size="inline" />
                </>
              }
            />
            <Limits coin={coin} terms={terms} />
          </Card>
        </div>
      </Main>
      <BookSheet
        open={sheet === 'book'}
        coin={coin}
        network={network}
        onPick={setAddress}
        onManage={keepTyped}
        onClose={() => setSheet(null)}
      />
      <ScanSheet open={sheet === 'scan'} network={network} onScanned={setAddress} onClose={() => setSheet(null)} />
      {user !== null && (
        <ConfirmSheet
          open={sheet === 'confirm'}
          way={{ coin, network, address, amount: typed.amount, fee: terms.fee, received: typed.received }}
          user={user}
          codeError={codeError}
          isBusy={action.isStarting}
          onCodeChange={() => setCodeError(null)}
          onConfirm={(code) => action.start({ coin, network, address, amount: typed.text, code })}
          onClose={() => setSheet(null)}
        />
      )}
      {action.dialogs}
    </Screen>
  );
}

function holdOfDevice({ reason, until }: Data<'withdrawCheckDevice'>): Hold | null {
  return reason === null ? null : { reason, until };
}

/** Of an address that stands in the book; the time of another has not begun. */
function holdOfAddress(state: ReturnType<typeof useAddressCheck>): Hold | null {
  return state.kind === 'good' && state.isKnown && state.until !== null
    ? { reason: 'NEW_ADDRESS', until: state.until }
    : null;
}

function whatIsKnown(until: string | null, label: string | null): string {
  const standing = until === null ? words.known : words.heldUntil(shanghaiShortTime(until));
  return [standing, label].filter(Boolean).join(' · ');
}

/** How the customer calls an address; null for one without a name. */
function useLabel(address: string, network: Network): string | null {
  const book = useQuery(callQuery('withdrawAddressList', {}));
  const same = (one: string) => one.toLowerCase() === address.toLowerCase();
  return book.data?.find((entry) => entry.network === network && same(entry.address))?.label || null;
}

function Received({ amount, coin }: { amount: bigint; coin: WithdrawCoin }) {
  const home = useQuery(callQuery('indexInfo', {}));
  const prices = home.data?.assetsInfo.prices ?? [];
  const worth = coin === 'USDT' ? null : usdtValueOf(formatAmount(amount, coin), coin, prices);
  return (
    <span className={styles.received}>
      <span className={styles.quiet}>{words.received}</span>
      <Amount value={amount} coin={coin} size="lead" hideable={false} />
      {worth !== null && (
        <span className={styles.quiet}>
          <Amount value={worth} coin="USDT" size="inline" approx hideable={false} />
        </span>
      )}
    </span>
  );
}

function Limits({ coin, terms }: { coin: WithdrawCoin; terms: Terms }) {
  const figure = (amount: string) => <Amount value={amount} coin={coin} size="sub" hideable={false} />;
  return (
    <div className={styles.limits}>
      <KeyValues
        items={[
          { label: words.fee, value: figure(terms.fee) },
          { label: words.minimum, value: figure(terms.min) },
          { label: words.maximum, value: figure(terms.max) },
          { label: words.leftToday, value: figure(terms.leftToday) },
          {
            label: words.arrival,
            value: terms.eta === null ? words.arrivalUnknown : words.before(whenOf(terms.eta, terms.now)),
          },
        ]}
      />
    </div>
  );
}

function resultOf(withdrawal: Data<'withdrawApply'>, now: string) {
  const { id, coin, network, address, fee, received, eta } = withdrawal;
  return {
    title: words.done,
    note: words.doneNote,
    amount: { value: received, coin },
    rows: [
      { label: words.address, value: endsOf(address) },
      { label: words.network, value: network },
      { label: words.fee, value: `${groupDigits(displayAmount(parseAmount(fee, coin), coin))} ${coin}` },
      ...(eta === null ? [] : [{ label: words.arrival, value: words.before(whenOf(eta, now)) }]),
    ],
    next: { label: words.seeProgress, href: href('withdraw_record_detail', { id }) },
  };
}
