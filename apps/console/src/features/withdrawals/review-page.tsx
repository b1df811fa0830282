import type { ConsoleData } from '@lode/contract/console';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { RecordState, StaleAlert } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { phaseNames, phaseShapes, reviewTexts as texts, withdrawalTexts } from '../../locales/zh/withdrawals.ts';
import { Decision } from './decision.tsx';
import { TakeOffline } from './offline-signing.tsx';
import { ReviewBody } from './review-body.tsx';
import { ReviewRail } from './review-rail.tsx';
import styles from './withdrawals.module.css';

/** How soon a signature that was given elsewhere is seen here. */
const progressMs = 4000;

/** One withdrawal: what it is decided on, and the decision. */
export function ReviewPage() {
  const { id = '' } = useParams();
  return <Review key={id} id={id} />;
}

function Review({ id }: { id: string }) {
  const navigate = useNavigate();
  // Each reading stands in the audit log: it is read anew when something happened, not by the clock.
  const query = useQuery({ ...callQuery('withdrawalReview', { id }), refetchOnWindowFocus: false });
  useProgress(id, query.data !== undefined);
  const beside = usePlaceInQueue(id);
  const go = (to: string | undefined) => to !== undefined && void navigate(`/withdrawals/${to}`);
  const customer = query.data?.customer;
  useKeys({
    ...(beside.next !== undefined && { j: () => go(beside.next) }),
    ...(beside.previous !== undefined && { k: () => go(beside.previous) }),
    ...(customer && { c: () => void navigate(`/customers/${customer.id}`) }),
    Escape: () => void navigate('/withdrawals'),
  });
  const { data } = query;
  if (data === undefined) {
    return (
      <>
        <PageHead title={texts.title} />
        <RecordState what={texts.title} query={query} rows={12} />
      </>
    );
  }
  const { number, phase, isCancelling } = data.withdrawal;
  const { at, count } = beside;
  return (
    <>
      <PageHead
        title={number}
        parent={{ to: '/withdrawals', label: texts.back }}
        note={at > 0 ? texts.position(at, count) : undefined}
      >
        <Status shape={isCancelling ? 'run' : phaseShapes[phase]}>
          {isCancelling ? withdrawalTexts.cancelling : phaseNames[phase]}
        </Status>
        <Button disabled={beside.previous === undefined} onClick={() => go(beside.previous)}>
          {texts.previous}
        </Button>
        <Button disabled={beside.next === undefined} onClick={() => go(beside.next)}>
          {texts.next}
        </Button>
        <Button loading={query.isFetching} onClick={() => void query.refetch()}>
          {texts.refresh}
        </Button>
      </PageHead>
      {query.error && <StaleAlert query={query} />}
      <div className={styles.columns}>
        <ReviewBody review={data} isStale={query.isError} />
        <aside className={styles.rail} aria-label={texts.customer}>
          <div className={styles.pinned}>
            <ReviewRail review={data} />
            <Decision review={data} isStale={query.isError} />
            <TakeOffline review={data} isStale={query.isError} />
          </div>
        </aside>
      </div>
    </>
  );
}

/** Reads the review anew when something has happened to it elsewhere. */
function useProgress(id: string, isShown: boolean): void {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...callQuery('withdrawalProgress', { id }),
    enabled: isShown,
    refetchInterval: progressMs,
  });
  useEffect(() => {
    if (data === undefined) return;
    const { queryKey } = callQuery('withdrawalReview', { id });
    const shown = queryClient.getQueryData(queryKey);
    if (shown !== undefined && isSame(shown, data)) return;
    void queryClient.invalidateQueries({ queryKey });
    void queryClient.invalidateQueries({ queryKey: ['workQueue'] });
  }, [queryClient, id, data]);
}

const isSame = (
  { isProposed, proposals, withdrawal: { phase, isCancelling, confirmations } }: ConsoleData<'withdrawalReview'>,
  now: ConsoleData<'withdrawalProgress'>,
): boolean =>
  phase === now.phase &&
  isProposed === now.isProposed &&
  isCancelling === now.isCancelling &&
  confirmations === now.confirmations &&
  proposals.map(({ id }) => id).join() === now.proposals.join();

/** Where it stands among those that wait for this member, as the queue has them. */
function usePlaceInQueue(id: string): { at: number; count: number; previous?: string; next?: string } {
  const { data } = useQuery(callQuery('workQueue', {}));
  const mine = (data?.items ?? []).filter(
    ({ kind, isMine }) => isMine && (kind === 'PROPOSE_WITHDRAWAL' || kind === 'APPROVE_WITHDRAWAL'),
  );
  const at = mine.findIndex((item) => item.id === id);
  const [previous, next] = at === -1 ? [undefined, mine[0]?.id] : [mine[at - 1]?.id, mine[at + 1]?.id];
  return {
    at: at + 1,
    count: mine.length,
    ...(previous !== undefined && { previous }),
    ...(next !== undefined && { next }),
  };
}
