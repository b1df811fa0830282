import { TextLink } from '@lode/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { RecordsScreen, useFilter } from '../../components/records-screen.tsx';
import { pageQuery } from '../../lib/api/queries.ts';
import { href } from '../../lib/routes.ts';
import { messageMessages as messages } from '../../locales/zh/messages.ts';
import { titles } from '../../locales/zh/titles.ts';
import styles from './components/message-list.module.css';
import { MessageList } from './components/message-list.tsx';
import { messageKinds } from './message-target.ts';
import { useMarkAllRead } from './use-mark-read.ts';

const pageSize = 50;

const filters = [
  {
    name: 'kind',
    label: messages.kindsLabel,
    all: messages.allKinds,
    options: messageKinds.map((value) => ({ value, label: messages.kinds[value] })),
  },
];

/** 消息: what happened to the customer's money, machines and account. */
export function MessagesPage() {
  const kind = useFilter('kind', messageKinds);
  const query = useInfiniteQuery(pageQuery('messagePage', { kind, size: pageSize }));
  const markAll = useMarkAllRead();
  return (
    <RecordsScreen
      title={titles.messages}
      action={<TextLink href={href('message_settings')}>{messages.settings}</TextLink>}
      filters={filters}
      query={query}
      empty={{
        title: messages.emptyTitle,
        hint: messages.emptyHint,
        action: { label: messages.toHome, href: href('index') },
      }}
      emptyFiltered={{ title: messages.emptyFiltered, hint: messages.emptyFilteredHint, showAll: messages.showAll }}
    >
      {(list) => (
        <>
          {/* With a filter it would mark what the customer does not see. */}
          {kind === undefined && list.some(({ isRead }) => !isRead) && (
            <div className={styles.bar}>
              <TextLink onClick={() => list[0] && markAll.mutate(list[0])}>{messages.markAllRead}</TextLink>
            </div>
          )}
          <MessageList list={list} />
        </>
      )}
    </RecordsScreen>
  );
}
