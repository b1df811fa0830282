import { parseAmount } from '@lode/money';
import { Amount, Phrases, Row, shanghaiClock, shanghaiDate, WithdrawalStatusChip } from '@lode/ui';
import { DayGroups } from '../../../components/day-groups.tsx';
import { endsOf } from '../../../lib/chain-figures.ts';
import { href } from '../../../lib/routes.ts';
import { displayOf, isBeingCancelled } from '../../../lib/withdrawal-display.ts';
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
      value={<Amount value={-parseAmount(amount, coin)} coin={coin} sign />}
      valueCaption={
        <span className={styles.state}>
          <WithdrawalStatusChip state={displayOf(withdrawal)} />
        </span>
      }
      note={displayOf(withdrawal) === 'FAILED' ? endText(withdrawal) : undefined}
      href={href('withdraw_record_detail', { id })}
    />
  );
}

/** Why it failed, and that the money is back. */
function endText({ status, checkRemark }: Withdrawal): string {
  const reason =
    status === 'CANCELLED' ? messages.cancelledStep : checkRemark === null ? null : shortReason(checkRemark);
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
