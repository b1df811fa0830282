import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Segmented } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { QueryFailed, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import { dateText } from '../../lib/time.ts';
import {
  groupsOf,
  ofKind,
  ofView,
  pathOf,
  type QueueView,
  type WorkItem,
  type WorkKind,
} from '../../lib/work-items.ts';
import { stateTexts } from '../../locales/zh/states.ts';
import { queueTexts as texts } from '../../locales/zh/work-queue.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { EmptyQueue } from './empty-queue.tsx';
import { HandledCount } from './handled-today.tsx';
import { ItemTable } from './item-table.tsx';
import { KindPane } from './kind-pane.tsx';
import styles from './work-queue.module.css';

const first = { key: null, at: 0 };
const keyOf = ({ kind, id }: WorkItem) => `${kind} ${id}`;

/** What waits by kind, the most urgent kind first, in each the oldest first. The address holds the view. */
export function WorkQueuePage() {
  const { name } = useSession();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const query = useQuery({ ...callQuery('workQueue', {}), refetchInterval: 15_000 });
  const view = (search.get('view') ?? 'mine') as QueueView;
  const kind = search.get('kind') as WorkKind | null;
  const [current, setCurrent] = useState<{ key: string | null; at: number }>(first);
  const [opened, setOpened] = useState<WorkItem | null>(null);

  const ofThisView = ofView(query.data?.items ?? [], view, name);
  const groups = groupsOf(ofKind(ofThisView, kind));
  const items = groups.flatMap((group) => group.items);
  // A refetch may put things before the one that is chosen.
  const found = items.findIndex((item) => keyOf(item) === current.key);
  const at = found >= 0 ? found : Math.min(current.at, Math.max(0, items.length - 1));
  const isStale = query.isError;
  const proposed = ofView(query.data?.items ?? [], 'proposed', name).length;

  function choose(next: { view?: QueueView; kind?: WorkKind | null }): void {
    const [nextView, nextKind] = [next.view ?? view, next.kind === undefined ? kind : next.kind];
    setSearch(
      { ...(nextView !== 'mine' && { view: nextView }), ...(nextKind && { kind: nextKind }) },
      { replace: true },
    );
    setCurrent(first);
  }
  function open(item: WorkItem | undefined): void {
    if (item === undefined || isStale) return;
    const path = pathOf(item);
    if (path === null) setOpened(item);
    else void navigate(path);
  }
  function move(by: number): void {
    const item = items[at + by];
    if (item) setCurrent({ key: keyOf(item), at: at + by });
  }
  useKeys({
    ...(items.length > 1 && { j: () => move(1), k: () => move(-1) }),
    ...(items.length > 0 && !isStale && { Enter: () => open(items[at]) }),
  });

  return (
    <>
      <PageHead title={texts.title} note={query.data && dateText(Date.parse(query.data.readAt))} />
      {query.data === undefined &&
        (query.error ? <QueryFailed what={texts.title} query={query} /> : <RowsSkeleton rows={12} />)}
      {query.data && isStale && <StaleAlert query={query} />}
      {query.data && (
        <div className={styles.columns}>
          <KindPane queue={query.data} items={ofThisView} chosen={kind} onChoose={(next) => choose({ kind: next })} />
          <section className={styles.work} aria-label={texts.title}>
            <div className={styles.bar}>
              <span>
                <b>{texts.count(items.length, view)}</b>
                {query.data.handled && <HandledCount handled={query.data.handled} />}
              </span>
              <span className={styles.space} />
              <Segmented
                aria-label={texts.views}
                value={view}
                options={texts.viewOptions.map((one) =>
                  one.value === 'proposed' && proposed > 0 ? { ...one, label: `${one.label} ${proposed}` } : one,
                )}
                onChange={(next) => choose({ view: next as QueueView })}
              />
              {items.length > 0 && (
                <Button type="primary" disabled={isStale} onClick={() => open(items[0])}>
                  {texts.begin}
                </Button>
              )}
            </div>
            {query.data.failed.length > 0 && (
              <Alert
                type="error"
                showIcon
                title={texts.failed(query.data.failed)}
                description={texts.failedText}
                action={
                  <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
                    {stateTexts.retry}
                  </Button>
                }
                className={styles.cut}
              />
            )}
            {query.data.cut.length > 0 && <Alert type="info" showIcon title={texts.cut} className={styles.cut} />}
            {items.length === 0 && query.data.failed.length === 0 && (
              <EmptyQueue
                view={view}
                proposed={proposed}
                handled={ofThisView.length === 0 ? query.data.handled : null}
              />
            )}
            {items.length > 0 && (
              <ItemTable
                groups={groups}
                cut={query.data.cut}
                current={items[at]}
                readAt={query.data.readAt}
                onOpen={open}
              />
            )}
          </section>
        </div>
      )}
      {opened && <AlertDialog item={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
