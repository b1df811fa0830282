import { Amount, Card, GroupTitle, type IconName, Row, Skeleton, shanghaiClock, weekdayOf } from '@lode/ui';
import { Fragment, useState } from 'react';
import { href } from '../../../lib/routes.ts';
import { commonWords } from '../../../locales/zh/common.ts';
import { electricityWords as words } from '../../../locales/zh/electricity.ts';
import { shortest } from '../charge.ts';
import type { LedgerRecord, LedgerType, RecordDay, RecordGroup } from '../record-days.ts';
import styles from './record-list.module.css';

const icons: Partial<Record<LedgerType, IconName>> = {
  ELE_INIT: 'gift',
  ELE_RECHARGE: 'in',
  RECHARGE_BTC: 'in',
  DAILY_PROFIT_FEEDBACK: 'gift',
  HOSTING_FEE: 'box',
  WITHDRAW: 'out',
  WITHDRAW_RETURN: 'back',
  ADJUST_ELE: 'swap',
  ADJUST_OUTPUT: 'swap',
};

const linkTo = (record: LedgerRecord) => href('electric_detail', { id: record.id });

/** The records by day; a day's machines are one line that opens. */
export function RecordList({ days }: { days: readonly RecordDay[] }) {
  return days.map(({ date, groups }) => (
    <Fragment key={date}>
      <GroupTitle>
        {date} {weekdayOf(date)}
      </GroupTitle>
      <Card flush>
        {groups.map((group) => (
          <GroupRow key={group.key} group={group} />
        ))}
      </Card>
    </Fragment>
  ));
}

function GroupRow({ group }: { group: RecordGroup }) {
  const [isOpen, setOpen] = useState(false);
  const [first] = group.records;
  if (!first) return null;
  const { type, coin, records, amount } = group;
  const isSingle = records.length === 1 && amount !== null;
  return (
    <>
      <Row
        icon={icons[type] ?? 'bolt'}
        title={words.types[type]}
        caption={captionOf(group, isSingle ? first.machineNo : null)}
        value={amount === null ? commonWords.dash : <SignedAmount value={amount} coin={coin} />}
        {...(isSingle ? { href: linkTo(first) } : { onClick: () => setOpen(!isOpen), expanded: isOpen })}
      />
      {isOpen && (
        <div className={styles.opened}>
          <div className={styles.machines}>
            {records.map((record) => (
              <Row
                key={record.id}
                title={record.machineNo ?? words.types[type]}
                caption={record.kwh === null ? undefined : words.kwh(shortest(record.kwh))}
                value={<SignedAmount value={record.amount} coin={coin} />}
                href={linkTo(record)}
              />
            ))}
          </div>
        </div>
      )}
    </>
  );
}

/** When, and either which machine or how many of them. */
function captionOf({ records, amount }: RecordGroup, machineNo: string | null): string {
  const time = records[0] && shanghaiClock(records[0].time);
  const count = amount === null ? words.machinesSoFar(records.length) : words.machines(records.length);
  const machines = records.length === 1 && amount !== null ? machineNo : count;
  return [time, machines].filter(Boolean).join(' · ');
}

/** Money in is red with a plus; money out keeps the ink. */
function SignedAmount({ value, coin }: { value: string | bigint; coin: LedgerRecord['coin'] }) {
  const isIn = typeof value === 'bigint' ? value > 0n : !value.startsWith('-');
  return <Amount value={value} coin={coin} sign={isIn} direction={isIn} />;
}

export function RecordListSkeleton() {
  return (
    <Card flush>
      {Array.from({ length: 5 }, (_, i) => (
        <Row
          key={i}
          title={<Skeleton width="50%" height={28} />}
          caption={<Skeleton width="70%" height={24} />}
          value={<Skeleton width={180} height={28} />}
        />
      ))}
    </Card>
  );
}
