import { Card, Row, shanghaiShortTime, Tag, TextLink } from '@lode/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { RecordsScreen } from '../../components/records-screen.tsx';
import { pageQuery } from '../../lib/api/queries.ts';
import { href } from '../../lib/routes.ts';
import { supportMessages as messages } from '../../locales/zh/support.ts';
import { titles } from '../../locales/zh/titles.ts';
import { SubjectTitle } from './components/subject-title.tsx';
import styles from './components/support.module.css';

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
          {threads.map(({ id, about, status, time, text }) => (
            <Row
              key={id}
              title={<SubjectTitle>{about.title}</SubjectTitle>}
              caption={
                <>
                  <span className={styles.preview}>{text}</span>
                  <span className={styles.time}>{shanghaiShortTime(time)}</span>
                </>
              }
              value={<Tag>{messages.status[status]}</Tag>}
              href={href('support_thread', { id })}
            />
          ))}
        </Card>
      )}
    </RecordsScreen>
  );
}
