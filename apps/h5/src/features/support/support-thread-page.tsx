import { Button, Card, Empty, GroupTitle, Main, Row, shanghaiShortTime, TextLink } from '@lode/ui';
import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { QueryView } from '../../components/query-view.tsx';
import { RecordsSkeleton } from '../../components/records-skeleton.tsx';
import { Screen } from '../../components/screen.tsx';
import { call } from '../../lib/api/call.ts';
import { callQuery } from '../../lib/api/queries.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { useQueryParam } from '../../lib/navigation.ts';
import { useNavigate } from '../../lib/router/router.tsx';
import { href } from '../../lib/routes.ts';
import { supportMessages as messages } from '../../locales/zh/support.ts';
import { titles } from '../../locales/zh/titles.ts';
import { MessageForm } from './components/message-form.tsx';
import { ThreadStatusChip } from './components/status-chip.tsx';
import { SubjectTitle } from './components/subject-title.tsx';
import styles from './components/support.module.css';
import { recordHref, type Subject, subjectIcons, subjectOf, subjects, type Thread, type ThreadView } from './thread.ts';

const refreshMs = 15_000;
const notFoundCode = 404;

/** One thread by `id`; without one a question about the record `record` of the kind `of`, or in general. */
export function SupportThreadPage() {
  const id = useQueryParam('id');
  return id === null ? <NewThread /> : <ThreadScreen key={id} id={id} />;
}

function NewThread() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [of, record] = [useQueryParam('of'), useQueryParam('record')];
  const kind = subjects.find((subject) => subject === of);
  const about: { of: Subject; id?: string } =
    kind === undefined || kind === 'GENERAL' || record === null ? { of: 'GENERAL' } : { of: kind, id: record };
  const send = async (text: string, requestId: string) => {
    const { id } = await call('supportOpen', { ...about, text }, { requestId, silent: true });
    void client.invalidateQueries({ queryKey: ['supportPage'] });
    navigate(href('support_thread', { id }), { replace: true });
  };
  return (
    <Screen title={titles.support_thread}>
      <Main padded>
        <Card flush>
          {about.of === 'WITHDRAWAL' ? (
            <WithdrawalRow id={about.id ?? ''} />
          ) : (
            <Row
              icon={subjectIcons[about.of]}
              title={messages.kinds[about.of]}
              caption={messages.about}
              href={recordHref(about.of, about.id ?? null)}
            />
          )}
        </Card>
        <MessageForm onSend={send} />
      </Main>
    </Screen>
  );
}

/** Named as its thread will be. */
function WithdrawalRow({ id }: { id: string }) {
  const query = useQuery(callQuery('withdrawPage', { id }, { background: true }));
  const record = query.data?.records[0];
  const { title } = subjectOf(record ? messages.withdrawal(record.amount, record.coin) : messages.kinds.WITHDRAWAL);
  return (
    <Row
      icon={subjectIcons.WITHDRAWAL}
      title={<SubjectTitle>{title}</SubjectTitle>}
      caption={record?.number ?? messages.about}
      href={recordHref('WITHDRAWAL', id)}
    />
  );
}

const threadQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['supportThread', { id }, 'pages'] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'supportThread',
        { id, ...(pageParam !== null && { before: pageParam }) },
        { signal, silentAbort: true, silent: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, messages: [oldest] }): string | null => (hasMore && oldest ? oldest.id : null),
    refetchInterval: refreshMs,
  });

function ThreadScreen({ id }: { id: string }) {
  const query = useInfiniteQuery(threadQuery(id));
  const client = useQueryClient();
  const isUnknown = query.error instanceof RequestError && query.error.code === notFoundCode;
  const status = query.data?.pages[0]?.thread.status;
  const send = async (text: string, requestId: string) => {
    await call('supportWrite', { id, text }, { requestId, silent: true });
    void client.invalidateQueries({ queryKey: ['supportPage'] });
    await client.invalidateQueries({ queryKey: threadQuery(id).queryKey });
  };
  const isOpen = !isUnknown && status !== undefined && status !== 'CLOSED';
  return (
    <Screen title={titles.support_thread} foot={isOpen ? <MessageForm isReply onSend={send} /> : undefined} fixed>
      <Main padded>
        {isUnknown ? (
          <Empty
            title={messages.notFound}
            hint={messages.notFoundHint}
            action={{ label: messages.toList, href: href('support_threads') }}
          />
        ) : (
          <QueryView query={query} skeleton={<RecordsSkeleton />}>
            {(data) => <ThreadContent data={data} onEarlier={query.hasNextPage ? query.fetchNextPage : null} />}
          </QueryView>
        )}
      </Main>
    </Screen>
  );
}

interface ThreadContentProps {
  data: InfiniteData<ThreadView>;
  onEarlier: (() => unknown) | null;
}

function ThreadContent({ data, onEarlier }: ThreadContentProps) {
  const thread = data.pages[0]?.thread;
  const list = data.pages.toReversed().flatMap((page) => page.messages);
  const messageList = useRef<HTMLOListElement>(null);
  const newest = list.at(-1)?.id;
  // The newest message is in view, also when it has just arrived.
  useEffect(() => {
    const scroller = messageList.current?.closest('main')?.parentElement;
    if (newest !== undefined && scroller) scroller.scrollTop = scroller.scrollHeight;
  }, [newest]);
  if (thread === undefined) return null;
  return (
    <>
      <Subject thread={thread} />
      {onEarlier && (
        <div className={styles.earlier}>
          <TextLink onClick={() => void onEarlier()}>{messages.earlier}</TextLink>
        </div>
      )}
      <ol ref={messageList} className={styles.thread}>
        {list.map(({ id: key, by, text, time }) => (
          <li key={key} className={by === 'CUSTOMER' ? styles.mine : styles.theirs}>
            <span className={styles.time}>
              {by === 'CUSTOMER' ? messages.me : messages.staff} {shanghaiShortTime(time)}
            </span>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      {thread.status === 'CLOSED' && <Closed thread={thread} />}
    </>
  );
}

function Subject({ thread: { about, status } }: { thread: Thread }) {
  const { title, number } = subjectOf(about.title);
  return (
    <Card flush>
      <Row
        icon={subjectIcons[about.of]}
        title={<SubjectTitle>{title}</SubjectTitle>}
        caption={number ?? (about.id === null ? undefined : messages.about)}
        value={<ThreadStatusChip status={status} />}
        href={recordHref(about.of, about.id)}
      />
    </Card>
  );
}

function Closed({ thread: { about } }: { thread: Thread }) {
  const again: Record<string, string> = about.id === null ? {} : { of: about.of, record: about.id };
  return (
    <>
      <GroupTitle>{messages.closed}</GroupTitle>
      <Button variant="line" block href={href('support_thread', again)}>
        {messages.askAgain}
      </Button>
    </>
  );
}
