import { parseAmount } from '@lode/money';
import { Amount, Phrases, Row, shanghaiClock, shanghaiDate, WithdrawalStatusChip } from '@lode/ui';
import { DayGroups } from '../../../components/day-groups.tsx';
import { accountOf } from '../../../lib/account-of.ts';
import { endsOf } from '../../../lib/chain-figures.ts';
import { href } from '../../../lib/routes.ts';
import { displayOf, isBeingCancelled, isOffset, isReturnedWhole } from '../../../lib/withdrawal-display.ts';
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

function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const { id, coin, amount, address, applyTime } = withdrawal;
  return (
    <Row
      icon="out"
      title={messages.rowTitle(coin)}
      caption={
        <>
          <Phrases of={[shanghaiClock(applyTime), endsOf(address, 4)]} />
          {displayOf(withdrawal) === 'PROCESSING' && !isBeingCancelled(withdrawal) && (
            <StageStrip withdrawal={withdrawal} />
          )}
        </>
      }
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
      note={isReturnedWhole(withdrawal) ? <EndText {...withdrawal} /> : undefined}
      href={href('withdraw_record_detail', { id })}
    />
  );
}

/** Why nothing was paid, and that the money is back. */
function EndText(withdrawal: Withdrawal) {
  const { status, checkRemark, amount, coin } = withdrawal;
  if (isOffset(withdrawal)) return messages.offsetShort(commonMessages.accounts[accountOf(withdrawal)]);
  if (status === 'CANCELLED') {
    return (
      <>
        {messages.cancelled.before}
        <Amount value={amount} coin={coin} size="inline" />
        {messages.cancelled.after}
      </>
    );
  }
  const reason = checkRemark === null ? null : shortReason(checkRemark);
  return [reason, messages.returnedShort].filter(Boolean).join(messages.comma);
}

/** How far it is; the words of the current stage alone are read out. */
function StageStrip({ withdrawal }: { withdrawal: Withdrawal }) {
  const stages = stagesOf(withdrawal);
  const current = stages.find(({ state }) => state === 'now');
  return (
    <span className={styles.stages} role="img" aria-label={`${messages.stageList} ${current?.title ?? ''}`}>
      {stages.map(({ name, state }) => (
        <span key={name} className={styles.stage} data-state={state}>
          {messages.stages[name].todo}
        </span>
      ))}
    </span>
  );
}
