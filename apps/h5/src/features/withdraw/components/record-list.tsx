import { parseAmount } from '@lode/money';
import { Amount, Row, shanghaiClock, shanghaiDate, WithdrawalStatusChip } from '@lode/ui';
import { DayGroups } from '../../../components/day-groups.tsx';
import { endsOf } from '../../../lib/chain-figures.ts';
import { href } from '../../../lib/routes.ts';
import { withdrawRecordWords as words } from '../../../locales/zh/withdraw.ts';
import { displayOf, type Withdrawal } from '../withdrawal.ts';
import styles from './record.module.css';

/** The withdrawals by the day on which they were asked for. */
export function RecordList({ records }: { records: readonly Withdrawal[] }) {
  return (
    <DayGroups entries={records} dayOf={({ applyTime }) => shanghaiDate(applyTime)}>
      {(record) => <RecordRow record={record} />}
    </DayGroups>
  );
}

function RecordRow({ record }: { record: Withdrawal }) {
  const { id, coin, amount, address, applyTime } = record;
  return (
    <Row
      icon="out"
      title={words.rowTitle(coin)}
      caption={`${shanghaiClock(applyTime)} · ${endsOf(address, 4)}`}
      value={<Amount value={-parseAmount(amount, coin)} coin={coin} sign />}
      valueCaption={
        <span className={styles.state}>
          <WithdrawalStatusChip state={displayOf(record)} />
        </span>
      }
      href={href('withdraw_record_detail', { id })}
    />
  );
}
