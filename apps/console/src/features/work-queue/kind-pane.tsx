import { Shape } from '../../components/shape.tsx';
import { ageText } from '../../lib/time.ts';
import { kinds, type WorkItem, type WorkKind } from '../../lib/work-items.ts';
import { kindNames, kindShapes, queueTexts as texts } from '../../locales/zh/work-queue.ts';
import styles from './work-queue.module.css';

interface KindPaneProps {
  items: readonly WorkItem[];
  chosen: WorkKind | null;
  readAt: string;
  onChoose: (kind: WorkKind | null) => void;
}

/** Each kind with its count and its oldest. */
export function KindPane({ items, chosen, readAt, onChoose }: KindPaneProps) {
  const row = (kind: WorkKind | null) => {
    const own = kind === null ? items : items.filter((item) => item.kind === kind);
    const [oldest] = own;
    return (
      <button
        key={kind ?? 'all'}
        type="button"
        className={styles.kind}
        aria-pressed={chosen === kind}
        data-empty={own.length === 0 || undefined}
        onClick={() => onChoose(kind)}
      >
        {kind === null ? <span /> : <Shape name={own.length === 0 ? 'off' : kindShapes[kind]} />}
        <span>{kind === null ? texts.allKinds : kindNames[kind]}</span>
        <b>{own.length}</b>
        <span className={styles.oldest}>
          {oldest ? texts.oldest(ageText(oldest.since, Date.parse(readAt))) : texts.none}
        </span>
      </button>
    );
  };
  return (
    <div className={styles.pane} role="group" aria-label={texts.kinds}>
      {row(null)}
      <hr />
      {kinds.map(row)}
    </div>
  );
}
