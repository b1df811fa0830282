import { parseAmount } from '@lode/money';
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
          {record.rate !== null && <span className={styles.rate}>{messages.atRate(record.rate)}</span>}
          <AskLink of="COIN_UP" id={record.id} />
        </div>
      )}
    </>
  );
}

function RecordLine({ record, isOpen, onClick }: { record: CoinUpRecord; isOpen: boolean; onClick: () => void }) {
  const { coin, direction, account, state, amount } = record;
  const isOut = direction === 'OUT';
  const value = parseAmount(amount, coin);
  const ofInterest = isOut && account === 'INCOME_ACCOUNT';
  return (
    <Row
      icon={icons[direction]}
      title={ofInterest ? `${messages.directions.OUT} · ${messages.interestPart}` : messages.directions[direction]}
      caption={<Phrases of={captionOf(record)} />}
      value={<Amount value={isOut ? -value : value} coin={coin} sign direction={direction === 'INCOMES'} exact />}
      valueCaption={
        state === 'INTRANSIT' ? (
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

function captionOf({ direction, account, time, arrivalDate }: CoinUpRecord): string[] {
  const day = arrivalDate.slice(5);
  if (direction === 'INCOMES') return [messages.paidOn(day)];
  const clock = shanghaiClock(time);
  if (account === 'INCOME_ACCOUNT') return [clock, messages.atOnce];
  const due = direction === 'IN' ? messages.starts(day) : messages.arrives(day);
  return [clock, due];
}
