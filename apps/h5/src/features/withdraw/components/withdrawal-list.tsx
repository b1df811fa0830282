import { parseAmount } from '@lode/money';
import { Amount, Row, shanghaiClock, shanghaiDate, WithdrawalStatusChip } from '@lode/ui';
import { DayGroups } from '../../../components/day-groups.tsx';
import { endsOf } from '../../../lib/chain-figures.ts';
import { href } from '../../../lib/routes.ts';
import { withdrawRecordMessages as messages } from '../../../locales/zh/withdraw.ts';
import { displayOf, type Withdrawal } from '../withdrawal.ts';
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
      caption={`${shanghaiClock(applyTime)} · ${endsOf(address, 4)}`}
      value={<Amount value={-parseAmount(amount, coin)} coin={coin} sign />}
      valueCaption={
        <span className={styles.state}>
          <WithdrawalStatusChip state={displayOf(withdrawal)} />
        </span>
      }
      href={href('withdraw_record_detail', { id })}
    />
  );
}
