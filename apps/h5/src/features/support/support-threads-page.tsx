import { Card, Phrases, Row, shanghaiShortTime, TextLink } from '@lode/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { RecordsScreen } from '../../components/records-screen.tsx';
import { pageQuery } from '../../lib/api/queries.ts';
import { href } from '../../lib/routes.ts';
import { supportMessages as messages } from '../../locales/zh/support.ts';
import { titles } from '../../locales/zh/titles.ts';
import { ThreadStatusChip } from './components/status-chip.tsx';
import { SubjectTitle } from './components/subject-title.tsx';
import styles from './components/support.module.css';
import { subjectOf } from './thread.ts';

/** 我的咨询: the customer's threads, the one that changed last first. */
export function SupportThreadsPage() {
  const query = useInfiniteQuery(pageQuery('supportPage', {}));
  return (
    <RecordsScreen
      title={titles.support_threads}
      action={<TextLink href={href('support_thread')}>{messages.askNow}</TextLink>}
      filters={[]}
      query={query}
      empty={{
        title: messages.noThreads,
        hint: messages.noThreadsHint,
        action: { label: messages.askNow, href: href('support_thread') },
      }}
      emptyFiltered={{ title: messages.noThreads, hint: messages.noThreadsHint, showAll: messages.list }}
    >
      {(threads) => (
        <Card flush>
          {threads.map(({ id, about, status, time, text }) => {
            const { title, number } = subjectOf(about.title);
            return (
              <Row
                key={id}
                title={<SubjectTitle>{title}</SubjectTitle>}
                caption={
                  <>
                    <span className={styles.preview}>{text}</span>
                    <span className={styles.time}>
                      <Phrases of={[shanghaiShortTime(time), number]} />
                    </span>
                  </>
                }
                value={<ThreadStatusChip status={status} />}
                href={href('support_thread', { id })}
              />
            );
          })}
        </Card>
      )}
    </RecordsScreen>
  );
}
