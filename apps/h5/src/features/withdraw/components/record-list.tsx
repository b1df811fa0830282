import { parseAmount } from '@lode/money';
import {
  Amount,
  Card,
  GroupTitle,
  Row,
  Skeleton,
  shanghaiClock,
  shanghaiDate,
  WithdrawalStatusChip,
  weekdayOf,
} from '@lode/ui';
import { Fragment } from 'react';
import { endsOf } from '../../../lib/chain-figures.ts';
import { href } from '../../../lib/routes.ts';
import { withdrawRecordWords as words } from '../../../locales/zh/withdraw.ts';
import { displayOf, type Withdrawal } from '../withdrawal.ts';
import styles from './record.module.css';

/** The withdrawals by the day on which they were asked for. */
export function RecordList({ records }: { records: readonly Withdrawal[] }) {
  const days = new Map<string, Withdrawal[]>();
  for (const record of records) {
    const date = shanghaiDate(record.applyTime);
    days.set(date, [...(days.get(date) ?? []), record]);
  }
  return [...days].map(([date, ofDay]) => (
    <Fragment key={date}>
      <GroupTitle>
        {date} {weekdayOf(date)}
      </GroupTitle>
      <Card flush>
        {ofDay.map((record) => (
          <RecordRow key={record.id} record={record} />
        ))}
      </Card>
    </Fragment>
  ));
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

export function RecordListSkeleton() {
  return (
    <Card flush>
      {Array.from({ length: 6 }, (_, i) => (
        <Row
          key={i}
          title={<Skeleton width="50%" height={28} />}
          caption={<Skeleton width="70%" height={24} />}
          value={<Skeleton width={200} height={28} />}
          valueCaption={<Skeleton width={120} height={34} />}
        />
      ))}
    </Card>
  );
}
