import { Amount } from '../../components/amount.tsx';
import list from '../../components/list-table.module.css';
import { Shape, Status } from '../../components/shape.tsx';
import { moneyInText } from '../../lib/shown-amount.ts';
import { ageText } from '../../lib/time.ts';
import { endsOf, sumsOf, type WorkGroup, type WorkItem, type WorkKind } from '../../lib/work-items.ts';
import {
  kindNames,
  kindShapes,
  kindTags,
  subTextOf,
  queueTexts as texts,
  titleOf,
} from '../../locales/zh/work-queue.ts';
import { CoinSums, UsdtValue } from './sums.tsx';
import styles from './work-queue.module.css';

interface ItemTableProps {
  groups: readonly WorkGroup[];
  /** Kinds of which there are more. */
  cut: readonly WorkKind[];
  current: WorkItem | undefined;
  readAt: string;
  onOpen: (item: WorkItem) => void;
}

export function ItemTable({ groups, cut, current, readAt, onOpen }: ItemTableProps) {
  const now = Date.parse(readAt);
  return (
    <table className={`${list.table} ${styles.twoLines}`}>
      <thead>
        <tr>
          <th scope="col">{texts.kind}</th>
          <th scope="col">{texts.item}</th>
          {[texts.amount, texts.usdt, texts.waits].map((title) => (
            <th key={title} scope="col" className={list.number}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.kind}>
          <GroupRow group={group} isCut={cut.includes(group.kind)} now={now} />
          {group.items.map((item) => (
            <ItemRow key={item.id} item={item} isCurrent={item === current} now={now} onOpen={onOpen} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

interface GroupRowProps {
  group: WorkGroup;
  isCut: boolean;
  now: number;
}

/** How many, what they add up to, and how long the oldest waits. */
function GroupRow({ group: { kind, items }, isCut, now }: GroupRowProps) {
  const sums = sumsOf(items);
  return (
    <tr className={styles.group}>
      <th scope="rowgroup" colSpan={2}>
        <span className={styles.groupName}>
          <Shape name={kindShapes[kind]} />
          {kindNames[kind]}
          <b>{isCut ? texts.atLeast(items.length) : items.length}</b>
        </span>
      </th>
      <td className={list.number}>
        <CoinSums sums={sums} />
      </td>
      <td className={list.number}>{sums.usdt !== null && <UsdtValue value={sums.usdt} />}</td>
      <td className={list.number}>{items[0] && ageText(items[0].since, now)}</td>
    </tr>
  );
}

interface ItemRowProps {
  item: WorkItem;
  isCurrent: boolean;
  now: number;
  onOpen: (item: WorkItem) => void;
}

const Absent = () => <span className={styles.sub}>—</span>;

function ItemRow({ item, isCurrent, now, onOpen }: ItemRowProps) {
  const { kind, address, amount, coin, usdt, since } = item;
  return (
    <tr aria-current={isCurrent || undefined}>
      <td>
        <Status shape={kindShapes[kind]}>{kindTags[kind]}</Status>
      </td>
      <td className={styles.what}>
        <button type="button" className={styles.open} onClick={() => onOpen(item)}>
          {titleOf(item)}
          {address && <span className={styles.code}> → {endsOf(address)}</span>}
        </button>
        <span className={styles.sub}>{moneyInText(subTextOf(item))}</span>
      </td>
      <td className={list.number}>{amount && coin ? <Amount value={amount} coin={coin} /> : <Absent />}</td>
      <td className={list.number}>{usdt === null ? <Absent /> : <UsdtValue value={usdt} />}</td>
      <td className={list.number}>{ageText(since, now)}</td>
    </tr>
  );
}
