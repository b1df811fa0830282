import type { Data } from '@lode/contract';
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { callQuery } from '../../lib/api/queries.ts';
import type { Message } from './message-target.ts';

type Pages = InfiniteData<Data<'messagePage'>>;

function setRead(client: QueryClient, isRead: (message: Message) => boolean): void {
  client.setQueriesData<Pages>(
    { queryKey: ['messagePage'] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          records: page.records.map((message) => (isRead(message) ? { ...message, isRead: true } : message)),
        })),
      },
  );
}

/** The bell of the home page shows the same count without another request. */
function setUnread(client: QueryClient, unreadMessages: number): void {
  client.setQueryData(callQuery('indexInfo', {}).queryKey, (home) => home && { ...home, unreadMessages });
}

/** Marks one message at once; a failure leaves it unread at the next load. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Message) => call('readMessage', { id }, { silent: true, background: true }),
    onMutate: ({ id }) => setRead(client, (message) => message.id === id),
    onSuccess: ({ unread }) => setUnread(client, unread),
    onError: () => void client.invalidateQueries({ queryKey: ['messagePage'] }),
  });
}

/** Marks all up to the newest that is shown: one that came meanwhile stays unread. */
export function useMarkAllRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Message) => call('readAllMessages', { upTo: id }),
    onSuccess: ({ unread }) => {
      setRead(client, () => true);
      setUnread(client, unread);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ['messagePage'] }),
  });
}
