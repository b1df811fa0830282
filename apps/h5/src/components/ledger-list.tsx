import {
  Amount,
  Card,
  GroupTitle,
  type IconName,
  Phrases,
  Row,
  Skeleton,
  shanghaiClock,
  shanghaiDate,
  shanghaiShortTime,
  type Tone,
  toneClass,
} from '@lode/ui';
import { Fragment, useState } from 'react';
import type { ListedRecord, RecordGroup, RecordMonth, RecordType } from '../lib/record-months.ts';
import { shortest } from '../lib/shortest.ts';
import { commonMessages } from '../locales/zh/common.ts';
import { recordMessages as messages } from '../locales/zh/records.ts';
import { DayGroups } from './day-groups.tsx';
import styles from './ledger-list.module.css';

const icons: Record<RecordType, IconName> = {
  ELE_INIT: 'gift',
  ELE_RECHARGE: 'in',
  ELE_CONSUME_USDT: 'bolt',
  ELE_CONSUME_BTC: 'bolt',
  ELE_CONSUME_ETH: 'bolt',
  ELE_CONSUME_DOGE: 'bolt',
  DAILY_PROFIT_FEEDBACK: 'gift',
  HOSTING_FEE: 'box',
  RECHARGE_BTC: 'in',
  COIN_UP_OUT_BTC: 'coinup',
  COIN_UP_OUT_USDT: 'coinup',
  COIN_UP_IN_BTC: 'coinup',
  COIN_UP_IN_USDT: 'coinup',
  INCOME_IN_BTC: 'coinup',
  INCOME_IN_USDT: 'coinup',
  WITHDRAW: 'out',
  WITHDRAW_RETURN: 'in',
  WITHDRAW_OFFSET: 'swap',
  ADJUST_ELE: 'swap',
  ADJUST_OUTPUT: 'swap',
  MINING_OUTPUT: 'machine',
  INTEREST: 'coinup',
  LEAVING: 'out',
};

/** A clawed-back credit is money out. */
const iconOf = ({ type, amount }: ListedRecord): IconName =>
  icons[type] === 'in' && amount.startsWith('-') ? 'out' : icons[type];

interface ListProps<Item extends ListedRecord> {
  months: readonly RecordMonth<Item>[];
  /** Where a record leads; null for nowhere. */
  hrefOf: (record: Item) => string | null;
  /** What is known of a record beyond its movement: below its title, and below its amount. */
  notesOf?: (record: Item) => RecordNotes | null;
  /** A card for each day; otherwise for each month, the newest of which the page's own head names. */
  byDay?: boolean;
}

export interface RecordNotes {
  detail: string;
  /** Without a tone it is as quiet as a caption. */
  state: { text: string; tone?: Tone } | null;
}

/** Records by month or day, with a day's machines collapsed into one line. */
export function LedgerList<Item extends ListedRecord>({ months, hrefOf, notesOf, byDay = false }: ListProps<Item>) {
  if (byDay) {
    const entries = months.flatMap(({ groups }) => groups.map((group) => ({ ...group, id: group.key })));
    return (
      <DayGroups entries={entries} dayOf={({ records: [first] }) => shanghaiDate(first?.time ?? '')}>
        {(group) => (
          <GroupRow group={group} hrefOf={hrefOf} notesOf={notesOf} whenOf={({ time }) => shanghaiClock(time)} />
        )}
      </DayGroups>
    );
  }
  return months.map(({ month, groups }, i) => (
    <Fragment key={month}>
      {i > 0 && <GroupTitle>{messages.month(month)}</GroupTitle>}
      <Card flush>
        {groups.map((group) => (
          <GroupRow key={group.key} group={group} hrefOf={hrefOf} notesOf={notesOf} whenOf={dayOfUse} />
        ))}
      </Card>
    </Fragment>
  ));
}

/** Electricity stands under the day of its use, as charts have it; it is charged on the next one. */
const dayOfUse = ({ type, date, time }: ListedRecord): string =>
  type.startsWith('ELE_CONSUME') ? messages.usedOn(date.slice(5)) : shanghaiShortTime(time);

function GroupRow<Item extends ListedRecord>({
  group,
  hrefOf,
  notesOf,
  whenOf,
}: Pick<ListProps<Item>, 'hrefOf' | 'notesOf'> & {
  group: RecordGroup<Item>;
  whenOf: (record: Item) => string;
}) {
  const [isOpen, setOpen] = useState(false);
  const [first] = group.records;
  if (!first) return null;
  const { coin, records, amount } = group;
  const notes = isSingleRecord(group) ? notesOf?.(first) : null;
  return (
    <>
      <Row
        icon={iconOf(first)}
        title={titleOf(group)}
        caption={<Phrases of={[whenOf(first), notes ? notes.detail : captionOf(group)]} />}
        value={amount === null ? commonMessages.dash : <SignedAmount type={first.type} value={amount} coin={coin} />}
        valueCaption={notes ? stateOf(notes) : energyOf(group)}
        {...(isSingleRecord(group) ? linkOf(hrefOf(first)) : { onClick: () => setOpen(!isOpen), expanded: isOpen })}
      />
      {isOpen && (
        <div className={styles.opened}>
          <div className={styles.machines}>
            {records.map((record) => (
              <Row
                key={record.id}
                title={record.machineNo ?? messages.nameOf(record)}
                caption={record.kwh === null ? undefined : messages.kwh(shortest(record.kwh))}
                value={<SignedAmount type={record.type} value={record.amount} coin={coin} />}
                {...linkOf(hrefOf(record))}
              />
            ))}
          </div>
        </div>
      )}
    </>
  );
}

function stateOf({ state }: RecordNotes) {
  if (state?.tone === undefined) return state?.text;
  return <span className={`${styles.state} ${toneClass(state.tone)}`}>{state.text}</span>;
}

const linkOf = (href: string | null) => (href === null ? {} : { href });
type Group = RecordGroup<ListedRecord>;
const isSingleRecord = ({ records, amount }: Group) => records.length === 1 && amount !== null;
/** Eight decimals leave little room for the count in the title. */
const isWide = ({ coin }: Group) => coin !== 'USDT';

/** Null while more machines of the day may come. */
function countOf({ records, amount }: Group): string | null {
  return amount === null ? null : messages.machines(records.length);
}

function titleOf(group: Group): string {
  const [first] = group.records;
  const name = first ? messages.nameOf(first) : '';
  const count = countOf(group);
  return isSingleRecord(group) || isWide(group) || count === null ? name : `${name} · ${count}`;
}

/** The machine, or how many there are where the title has no room for it. */
function captionOf(group: Group): string | null {
  if (group.amount === null) return messages.machinesSoFar(group.records.length);
  if (isSingleRecord(group)) return group.records[0]?.machineNo ?? null;
  return isWide(group) ? countOf(group) : null;
}

/** The energy of all machines, below what it cost. */
function energyOf(group: Group): string | undefined {
  return isSingleRecord(group) || group.kwh === null ? undefined : messages.kwh(group.kwh);
}

const isOwnTransfer = (type: RecordType) => /^(?:COIN_UP|INCOME)_(?:IN|OUT)_/.test(type);

/** Money in is red with a plus sign. All digits: a sum of the rows stands above them, and a debit is never shown smaller than it is. */
function SignedAmount({ type, value, coin }: { type: RecordType; value: string | bigint; coin: ListedRecord['coin'] }) {
  const isIn = typeof value === 'bigint' ? value > 0n : !value.startsWith('-');
  // What moves between the customer's own accounts is neither income nor expense.
  return <Amount value={value} coin={coin} sign={isIn} direction={isIn && !isOwnTransfer(type)} exact />;
}

export function LedgerListSkeleton({ hasHead = false }: { hasHead?: boolean }) {
  return (
    <>
      {hasHead && (
        <div className={styles.headSkeleton}>
          <Skeleton width={180} height={32} />
        </div>
      )}
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
    </>
  );
}
