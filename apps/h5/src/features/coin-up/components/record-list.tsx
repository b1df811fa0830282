import { Amount, type IconName, Phrases, Row, shanghaiClock, TransferStatusChip, uiMessages } from '@lode/ui';
import { useState } from 'react';
import { AskLink } from '../../../components/ask-about.tsx';
import { DayGroups } from '../../../components/day-groups.tsx';
import { coinUpMessages as messages } from '../../../locales/zh/coin-up.ts';
import type { CoinUpRecord } from '../savings.ts';
import styles from './record-list.module.css';

const icons: Record<CoinUpRecord['direction'], IconName> = { IN: 'in', OUT: 'out', INCOMES: 'coinup' };

/** Records by business date: that of the order, or the one that the interest was earned on. Each opens to the rate of its interest, and what can be done. */
export function RecordList({ records }: { records: readonly CoinUpRecord[] }) {
  return (
    <DayGroups entries={records} dayOf={({ date }) => date}>
      {(record) => <RecordRow record={record} isOpenFirst={records.length === 1} />}
    </DayGroups>
  );
}

function RecordRow({ record, isOpenFirst }: { record: CoinUpRecord; isOpenFirst: boolean }) {
  const [isOpen, setOpen] = useState(isOpenFirst);
  return (
    <>
      <RecordLine record={record} isOpen={isOpen} onClick={() => setOpen(!isOpen)} />
      {isOpen && (
        <div className={styles.opened}>
          {record.direction === 'INCOMES' && (
            <span className={styles.rate}>
              <Phrases
                of={[
                  record.rate === null ? null : messages.atRate(record.rate),
                  uiMessages.transferState[record.state],
                ]}
              />
            </span>
          )}
          <AskLink of="COIN_UP" id={record.id} />
        </div>
      )}
    </>
  );
}

/** Principal moves between the customer's own accounts: which way, its title says; the bill signs it by the account. */
function RecordLine({ record, isOpen, onClick }: { record: CoinUpRecord; isOpen: boolean; onClick: () => void }) {
  const { coin, direction, state, amount } = record;
  const isInterest = direction === 'INCOMES';
  return (
    <Row
      icon={icons[direction]}
      title={titleOf(record)}
      caption={<Phrases of={captionOf(record)} />}
      value={<Amount value={amount} coin={coin} sign={isInterest} direction={isInterest} exact />}
      valueCaption={
        isInterest ? undefined : state === 'INTRANSIT' ? (
          <span className={styles.state}>
            <TransferStatusChip state={state} />
          </span>
        ) : (
          uiMessages.transferState[state]
        )
      }
      expanded={isOpen}
      onClick={onClick}
    />
  );
}

/** The filter has 产出收益, as the spec names it; a row of it is interest, and mining has the outputs. */
function titleOf({ direction, account }: CoinUpRecord): string {
  if (direction === 'INCOMES') return messages.interestPart;
  const title = messages.directions[direction];
  return account === 'INCOME_ACCOUNT' ? `${title} · ${messages.interestPart}` : title;
}

function captionOf({ direction, account, time, arrivalDate }: CoinUpRecord): string[] {
  const day = arrivalDate.slice(5);
  // The day of the interest stands above it.
  if (direction === 'INCOMES') return [messages.paidOn(day)];
  const clock = shanghaiClock(time);
  if (account === 'INCOME_ACCOUNT') return [clock, messages.atOnce];
  const due = direction === 'IN' ? messages.starts(day) : messages.arrives(day);
  return [clock, due];
}
