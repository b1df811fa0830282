import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useRef } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { RecordState, StaleAlert } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { recordPath } from '../../lib/record-path.ts';
import { useMay } from '../../lib/session.ts';
import { ageText, momentText } from '../../lib/time.ts';
import { supportTexts as texts, threadShapes, threadStatuses } from '../../locales/zh/support.ts';
import { AnswerForm } from './answer-form.tsx';
import styles from './support.module.css';
import { ThreadActions } from './thread-actions.tsx';

/** One question: what was said, what it is about, and the answer. */
export function ThreadPage() {
  const { id = '' } = useParams();
  const may = useMay();
  const navigate = useNavigate();
  const field = useRef<TextAreaRef>(null);
  const query = useQuery({ ...callQuery('thread', { id }), refetchOnWindowFocus: false });
  const data = query.data;
  const mayAnswer = may('answerThread') && data !== undefined && data.thread.status !== 'CLOSED';
  useKeys({ ...(mayAnswer && { a: () => field.current?.focus() }), Escape: () => void navigate('/support') });

  if (data === undefined) {
    return (
      <>
        <PageHead title={texts.thread} />
        <RecordState what={texts.thread} query={query} />
      </>
    );
  }
  const { thread, messages, isCut } = data;
  const newest = messages.at(-1);
  const { about, record } = thread;
  const path = record === null ? null : recordPath(about, record);
  return (
    <>
      <PageHead title={thread.title} parent={{ to: '/support', label: texts.back }} note={thread.account}>
        <Button onClick={() => void query.refetch()} loading={query.isFetching}>
          {texts.refresh}
        </Button>
        {mayAnswer && <ThreadActions thread={thread} isStale={query.isError} />}
      </PageHead>
      {query.error && <StaleAlert query={query} />}
      <div className={styles.columns}>
        <section className={styles.talk} aria-label={texts.thread}>
          {isCut && <Alert type="info" showIcon title={texts.olderCut} />}
          <ol className={styles.messages}>
            {messages.map(({ id: message, staff, text, at }) => (
              <li key={message} data-staff={staff !== null || undefined}>
                <span className={styles.by}>
                  {staff ?? texts.customer} · <time dateTime={at}>{momentText(at)}</time>
                </span>
                <p>{text}</p>
              </li>
            ))}
          </ol>
          {mayAnswer && newest && (
            <AnswerForm key={newest.id} fieldRef={field} id={thread.id} after={newest.id} isStale={query.isError} />
          )}
          {!mayAnswer && (
            <p className={styles.quiet}>{thread.status === 'CLOSED' ? texts.isClosed : texts.supportOnly}</p>
          )}
        </section>
        <aside className={styles.rail} aria-label={texts.facts}>
          <dl className={styles.facts}>
            <dt>{texts.status}</dt>
            <dd>
              <Status shape={threadShapes[thread.status]}>{threadStatuses[thread.status]}</Status>
            </dd>
            <dt>{thread.status === 'WAITING' ? texts.since : texts.changed}</dt>
            <dd>
              {thread.status === 'WAITING'
                ? ageText(thread.changedAt, query.dataUpdatedAt)
                : momentText(thread.changedAt)}
            </dd>
            <dt>{texts.account}</dt>
            <dd>
              <Link to={`/customers/${thread.customer}`}>{thread.account}</Link>
            </dd>
            <dt>{texts.about}</dt>
            <dd>{path === null ? thread.title : <Link to={path}>{thread.title}</Link>}</dd>
            <dt>{texts.assignee}</dt>
            <dd>{thread.assignee ?? texts.free}</dd>
          </dl>
        </aside>
      </div>
    </>
  );
}
