import type { ConsoleData } from '@lode/contract/console';
import { Shape } from '../../components/shape.tsx';
import { ageText } from '../../lib/time.ts';
import { kinds, ofKind, sumsOf, type WorkItem, type WorkKind } from '../../lib/work-items.ts';
import { kindNames, kindShapes, queueTexts as texts } from '../../locales/zh/work-queue.ts';
import { UsdtValue } from './sums.tsx';
import styles from './work-queue.module.css';

type Queue = ConsoleData<'workQueue'>;

interface KindPaneProps {
  queue: Omit<Queue, 'items'>;
  items: readonly WorkItem[];
  chosen: WorkKind | null;
  onChoose: (kind: WorkKind | null) => void;
}

/** Each kind with its count, its oldest and what it is worth. */
export function KindPane({ queue: { cut, failed, prices, readAt }, items, chosen, onChoose }: KindPaneProps) {
  const row = (kind: WorkKind | null) => {
    const own = ofKind(items, kind);
    const isFailed = kind !== null && failed.includes(kind);
    const isMore = kind === null ? cut.length + failed.length > 0 : cut.includes(kind);
    const count = isMore && own.length > 0 ? texts.atLeast(own.length) : own.length;
    return (
      <button
        key={kind ?? 'all'}
        type="button"
        className={styles.kind}
        aria-pressed={chosen === kind}
        data-empty={(own.length === 0 && !isFailed) || undefined}
        onClick={() => onChoose(kind)}
      >
        {kind === null ? <span /> : <Shape name={isFailed ? 'bad' : own.length === 0 ? 'ok' : kindShapes[kind]} />}
        <span>{kind === null ? texts.allKinds : kindNames[kind]}</span>
        <b>{isFailed ? texts.unread : count}</b>
        {isFailed ? <span className={styles.oldest}>{texts.notRead}</span> : <Oldest items={own} readAt={readAt} />}
      </button>
    );
  };
  const days = [...new Set(prices.map(({ date }) => date.slice(5)))].toSorted();
  return (
    <div className={styles.pane} role="group" aria-label={texts.kinds}>
      {row(null)}
      <hr />
      {kinds.map(row)}
      {days.length > 0 && <p className={styles.prices}>{texts.prices(days)}</p>}
    </div>
  );
}

function Oldest({ items, readAt }: { items: readonly WorkItem[]; readAt: string }) {
  const [oldest] = items;
  if (oldest === undefined) return null;
  const { usdt } = sumsOf(items);
  return (
    <span className={styles.oldest}>
      <span>{texts.oldest(ageText(oldest.since, Date.parse(readAt)))}</span>
      {usdt !== null && <UsdtValue value={usdt} />}
    </span>
  );
}
