import { parseAmount } from '@lode/money';
import {
  Amount,
  Button,
  Card,
  copyText,
  Icon,
  KeyValues,
  Main,
  Progress,
  Skeleton,
  SkeletonScreen,
  shanghaiShortTime,
  shanghaiTime,
  Timeline,
  WithdrawalStatusChip,
} from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AddressText } from '../../../components/address-text.tsx';
import { ContactText } from '../../../components/ask-about.tsx';
import { TransactionHead, TxidButtons, txidItems } from '../../../components/transaction.tsx';
import { accountOf } from '../../../lib/account-of.ts';
import { callQuery } from '../../../lib/api/queries.ts';
import { href } from '../../../lib/routes.ts';
import {
  displayOf,
  isBeingCancelled,
  isFinal,
  isOffset,
  isPart,
  isReturnedWhole,
} from '../../../lib/withdrawal-display.ts';
import { commonMessages } from '../../../locales/zh/common.ts';
import { withdrawRecordMessages as messages } from '../../../locales/zh/withdraw.ts';
import { isAboutAddress, offsetReasonText } from '../../../locales/zh/withdraw-reasons.ts';
import { stagesOf } from '../stages.ts';
import { formatWhen } from '../when.ts';
import type { Withdrawal } from '../withdrawal.ts';
import styles from './withdrawal.module.css';

export function WithdrawalDetail({ withdrawal }: { withdrawal: Withdrawal }) {
  const { coin, network, amount, address, txid, eta, number, applyTime, checkRemark } = withdrawal;
  const isReturned = isReturnedWhole(withdrawal);
  const quote = useQuery(callQuery('withdrawTerms', { coin, network })).data;
  const isLate = eta !== null && quote !== undefined && eta <= quote.now;
  const expected = eta === null || quote === undefined || isLate ? null : formatWhen(eta, quote.now);
  return (
    <>
      <TransactionHead
        note={isLate ? messages.late : expected !== null ? messages.expected(expected) : outcomeOf(withdrawal)}
      >
        <WithdrawalStatusChip state={displayOf(withdrawal)} isQuiet={withdrawal.status === 'CANCELLED'} />
        <span className={isReturned ? styles.returned : undefined}>
          <Amount value={isReturned ? amount : -parseAmount(amount, coin)} coin={coin} size="figure" exact />
        </span>
      </TransactionHead>
      <StagesCard withdrawal={withdrawal} now={quote?.now} />
      <Card>
        <KeyValues
          items={[
            ...figuresOf(withdrawal),
            { label: messages.network, value: network },
            {
              label: isOffset(withdrawal) ? messages.unusedAddress : messages.address,
              value: <AddressText address={address} />,
            },
            ...txidItems(txid),
            { label: messages.applied, value: shanghaiTime(applyTime) },
            { label: messages.number, value: <CopyableNumber number={number} /> },
          ]}
        />
        <TxidButtons txid={txid} explorer={quote?.explorer} />
      </Card>
      <p className={styles.note}>
        <ContactText>{messages.notes[noteOf(withdrawal)]}</ContactText>
      </p>
      {isOffset(withdrawal) && (
        <Button block variant="quiet" href={href('bill', { month: shanghaiTime(applyTime).slice(0, 7) })}>
          {messages.seeBill}
        </Button>
      )}
      {displayOf(withdrawal) === 'FAILED' && (
        <Button block href={href('withdraw', { coin, network })}>
          {isAboutAddress(checkRemark) ? messages.againElsewhere : messages.again}
        </Button>
      )}
    </>
  );
}

/** Where the money went, for an end that the state's word does not tell. */
function outcomeOf(withdrawal: Withdrawal): ReactNode {
  const { amount, coin, offset, steps } = withdrawal;
  const account = commonMessages.accounts[accountOf(withdrawal)];
  if (isOffset(withdrawal)) {
    const { before, after, split, owed } = messages.offsetDone;
    // The parts have their amounts below.
    if (isPart(offset?.toOwed, coin)) return before + (isPart(offset?.toBalance, coin) ? split(account) : owed);
    return (
      <>
        {before}
        <Amount value={amount} coin={coin} size="inline" exact />
        {after(account)}
      </>
    );
  }
  if (displayOf(withdrawal) !== 'FAILED') return null;
  // It ended when the amount was returned.
  const end = steps.at(-1)?.time;
  return messages.returnedTo(account, end === undefined ? null : shanghaiShortTime(end));
}

function StagesCard({ withdrawal, now }: { withdrawal: Withdrawal; now: string | undefined }) {
  const { confirmations, needed } = withdrawal;
  const stages = stagesOf(withdrawal);
  const endTone = withdrawal.status === 'CANCELLED' ? 'suspend' : 'failed';
  const isConfirming = stages.some(({ name, state }) => name === 'arrival' && state === 'now');
  return (
    <Card>
      <Timeline
        items={stages.map(({ name, title, state, time, expected, text }) => ({
          title,
          state,
          icon: state === 'past' ? 'close' : undefined,
          tone: state === 'past' ? endTone : undefined,
          // When it arrives stands in the head.
          time: time !== null ? shanghaiShortTime(time) : name === 'arrival' ? undefined : expectedText(expected, now),
          text: text === null ? undefined : <ContactText>{text}</ContactText>,
        }))}
      />
      {isConfirming && (
        <div className={styles.progress}>
          <Progress value={confirmations / needed} label={messages.progress} />
        </div>
      )}
    </Card>
  );
}

/** None for a time that has passed. */
function expectedText(expected: string | null, now: string | undefined): string | undefined {
  if (expected === null || now === undefined || expected <= now) return undefined;
  return messages.expectedAt(formatWhen(expected, now));
}

/** What the customer gives the staff. */
function CopyableNumber({ number }: { number: string }) {
  return (
    <button
      type="button"
      className={styles.number}
      aria-label={`${number} ${messages.copyNumber}`}
      onClick={() => void copyText(number)}
    >
      {number}
      <Icon name="copy" size="xs" />
    </button>
  );
}

/** Amounts that apply to the outcome. */
function figuresOf(withdrawal: Withdrawal) {
  const { coin, received, fee } = withdrawal;
  if (isReturnedWhole(withdrawal))
    return [...offsetFigures(withdrawal), { label: messages.fee, value: messages.noFee }];
  return [
    { label: messages.received, value: <Amount value={received} coin={coin} exact /> },
    { label: messages.fee, value: <Amount value={fee} coin={coin} size="sub" exact /> },
  ];
}

/** Why it was not paid, and where the amount went: to what was owed, and to the account. */
function offsetFigures({ coin, offset }: Withdrawal) {
  if (!offset) return [];
  const { account, reason, toOwed, toBalance } = offset;
  return [
    ...(reason === null ? [] : [{ label: messages.offsetReason, value: offsetReasonText(reason) }]),
    ...(isPart(toOwed, coin) ? [{ label: messages.toOwed, value: <Amount value={toOwed} coin={coin} exact /> }] : []),
    ...(isPart(toBalance, coin)
      ? [
          {
            label: messages.toBalance(commonMessages.accounts[account]),
            value: <Amount value={toBalance} coin={coin} exact />,
          },
        ]
      : []),
  ];
}

function noteOf(withdrawal: Withdrawal): keyof typeof messages.notes {
  if (isBeingCancelled(withdrawal)) return 'cancelling';
  if (withdrawal.status === 'WAITING') return 'waiting';
  if (!isFinal(withdrawal)) return 'paying';
  if (isOffset(withdrawal)) return withdrawal.offset?.reason ? 'offsetExplained' : 'offset';
  if (withdrawal.status === 'CANCELLED') return 'cancelled';
  return displayOf(withdrawal) === 'SUCCESS' ? 'done' : 'failed';
}

export function WithdrawalDetailSkeleton() {
  return (
    <Main>
      <SkeletonScreen>
        <div className={styles.waiting}>
          <Skeleton width={120} height={40} />
          <Skeleton width={360} height={60} />
          <Skeleton width={260} height={26} />
        </div>
        <Card>
          <div className={styles.steps}>
            {Array.from({ length: 3 }, (_, i) => (
              <Skeleton key={i} height={72} />
            ))}
          </div>
        </Card>
      </SkeletonScreen>
    </Main>
  );
}
