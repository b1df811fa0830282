import { parseAmount } from '@lode/money';
import { Amount, Phrases, Row, shanghaiClock, shanghaiDate, shanghaiShortTime, WithdrawalStatusChip } from '@lode/ui';
import { DayGroups } from '../../../components/day-groups.tsx';
import { accountOf } from '../../../lib/account-of.ts';
import { endsOf } from '../../../lib/chain-figures.ts';
import { href } from '../../../lib/routes.ts';
import { displayOf, isOffset, isPart, isReturnedWhole } from '../../../lib/withdrawal-display.ts';
import { commonMessages } from '../../../locales/zh/common.ts';
import { withdrawRecordMessages as messages } from '../../../locales/zh/withdraw.ts';
import { shortReason } from '../../../locales/zh/withdraw-reasons.ts';
import { stagesOf } from '../stages.ts';
import type { Withdrawal } from '../withdrawal.ts';
import styles from './withdrawal.module.css';

/** Withdrawals grouped by the date of the request. */
export function WithdrawalList({ withdrawals }: { withdrawals: readonly Withdrawal[] }) {
  return (
    <DayGroups entries={withdrawals} dayOf={({ applyTime }) => shanghaiDate(applyTime)}>
      {(withdrawal) => <WithdrawalRow withdrawal={withdrawal} />}
    </DayGroups>
  );
}

/** Every row says the same in the same lines: what and how much; where to, and when it was asked for; its state; its step with the time of that. */
function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const { id, coin, amount, address, applyTime, steps } = withdrawal;
  const reached = steps.at(-1)?.time;
  return (
    <Row
      icon="out"
      title={messages.rowTitle(coin)}
      caption={<Phrases of={[endsOf(address, 4), shanghaiClock(applyTime)]} />}
      value={
        isReturnedWhole(withdrawal) ? (
          <span className={styles.returned}>
            <Amount value={amount} coin={coin} />
          </span>
        ) : (
          <Amount value={-parseAmount(amount, coin)} coin={coin} sign />
        )
      }
      valueCaption={
        <span className={styles.state}>
          <WithdrawalStatusChip state={displayOf(withdrawal)} isQuiet={withdrawal.status === 'CANCELLED'} />
        </span>
      }
      note={<Phrases of={[stepText(withdrawal), reached === undefined ? null : timeOf(reached, applyTime)]} />}
      href={href('withdraw_record_detail', { id })}
    />
  );
}

/** The row stands below the date of its request. */
const timeOf = (time: string, applyTime: string): string =>
  shanghaiDate(time) === shanghaiDate(applyTime) ? shanghaiClock(time) : shanghaiShortTime(time);

/** The step that it is at; for one that was not paid, why, and where the amount is. */
function stepText(withdrawal: Withdrawal): string {
  const { status, checkRemark } = withdrawal;
  if (isOffset(withdrawal)) return offsetText(withdrawal);
  if (status === 'CANCELLED') return messages.cancelledShort;
  if (displayOf(withdrawal) === 'FAILED') {
    const reason = checkRemark === null ? null : shortReason(checkRemark);
    return [reason, messages.returnedShort].filter(Boolean).join(messages.comma);
  }
  const stages = stagesOf(withdrawal);
  return (stages.find(({ state }) => state === 'now') ?? stages.at(-1))?.title ?? '';
}

function offsetText({ coin, offset }: Withdrawal): string {
  const account = commonMessages.accounts[accountOf({ coin })];
  if (!isPart(offset?.toOwed, coin)) return messages.offsetShort.whole(account);
  return isPart(offset?.toBalance, coin) ? messages.offsetShort.both(account) : messages.offsetShort.owed;
}
