import { Amount } from '../../components/amount.tsx';
import list from '../../components/list-table.module.css';
import { Status } from '../../components/shape.tsx';
import { ageText } from '../../lib/time.ts';
import { endsOf, type WorkItem } from '../../lib/work-items.ts';
import { kindShapes, kindTags, subTextOf, queueTexts as texts, titleOf } from '../../locales/zh/work-queue.ts';
import styles from './work-queue.module.css';

interface ItemTableProps {
  items: readonly WorkItem[];
  current: number;
  readAt: string;
  onOpen: (item: WorkItem) => void;
}

export function ItemTable({ items, current, readAt, onOpen }: ItemTableProps) {
  const now = Date.parse(readAt);
  return (
    <table className={`${list.table} ${styles.twoLines}`}>
      <thead>
        <tr>
          <th scope="col">{texts.kind}</th>
          <th scope="col">{texts.item}</th>
          <th scope="col" className={list.number}>
            {texts.amount}
          </th>
          <th scope="col" className={list.number}>
            {texts.waits}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, n) => (
          <tr key={`${item.kind} ${item.id}`} aria-current={n === current || undefined}>
            <td>
              <Status shape={kindShapes[item.kind]}>{kindTags[item.kind]}</Status>
            </td>
            <td className={styles.what}>
              <button type="button" className={styles.open} onClick={() => onOpen(item)}>
                {titleOf(item)}
                {item.address && <span className={styles.code}> → {endsOf(item.address)}</span>}
              </button>
              <span className={styles.sub}>{subTextOf(item)}</span>
            </td>
            <td className={list.number}>
              {item.amount && item.coin ? (
                <Amount value={item.amount} coin={item.coin} />
              ) : (
                <span className={styles.sub}>—</span>
              )}
            </td>
            <td className={list.number}>{ageText(item.since, now)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
