import { Button, Empty, Main, Modal, Skeleton, toast } from '@lode/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDraft } from '../../components/money-action/draft.ts';
import { QueryView } from '../../components/query-view.tsx';
import { Refreshable } from '../../components/refreshable.tsx';
import { Screen } from '../../components/screen.tsx';
import { call } from '../../lib/api/call.ts';
import { callQuery } from '../../lib/api/queries.ts';
import { endsOf } from '../../lib/chain-figures.ts';
import { useSearchParams } from '../../lib/router/router.tsx';
import { titles } from '../../locales/zh/titles.ts';
import { addressBookMessages as messages } from '../../locales/zh/withdraw.ts';
import { normalisedAddress } from './address.ts';
import { AddAddressSheet } from './components/add-address-sheet.tsx';
import { type BookEntry, BookList } from './components/book-list.tsx';
import styles from './components/withdraw.module.css';
import { coinOf, defaultNetwork } from './withdrawal.ts';

const refreshMs = 60_000;

export function WithdrawAddressPage() {
  const [params, setParams] = useSearchParams();
  const draft = useDraft('withdrawAddressAdd');
  const addressToAdd = params.get('add');
  const [isAdding, setAdding] = useState(draft !== null || addressToAdd !== null);
  const [removing, setRemoving] = useState<BookEntry | null>(null);
  const book = useQuery({
    ...callQuery('withdrawAddressList', {}),
    refetchInterval: ({ state }) => state.data?.some(({ until }) => until !== null) && refreshMs,
  });
  const coin = coinOf(draft?.coin ?? params.get('coin'));
  const quote = useQuery(callQuery('withdrawTerms', { coin, network: defaultNetwork[coin] }));
  const holdHours = quote.data?.holdHours;
  const isWaiting = holdHours === undefined && !quote.isError;
  const isEmpty = book.data?.length === 0;
  const closeAdding = () => {
    setAdding(false);
    // Without its parameters, 返回 to this page does not open the sheet again.
    if (addressToAdd !== null || draft !== null) setParams({ coin }, { replace: true });
  };
  return (
    <Screen title={titles.withdraw_address} foot={<Button onClick={() => setAdding(true)}>{messages.add}</Button>}>
      <Refreshable onRefresh={book.refetch}>
        <Main padded>
          {!isEmpty &&
            (holdHours === undefined
              ? isWaiting && <Skeleton width="90%" height={24} />
              : holdHours > 0 && <p className={styles.quiet}>{messages.intro(holdHours)}</p>)}
          <QueryView query={book} skeleton={<BookList entries={null} onRemove={setRemoving} />}>
            {(entries) =>
              entries.length === 0 && !isWaiting ? (
                <Empty title={messages.emptyTitle} hint={messages.emptyHint(holdHours ?? 0)} />
              ) : (
                <BookList entries={entries.length === 0 ? null : entries} onRemove={setRemoving} />
              )
            }
          </QueryView>
        </Main>
      </Refreshable>
      <AddAddressSheet
        open={isAdding}
        holdHours={holdHours}
        first={{
          coin,
          address: normalisedAddress(draft?.address ?? addressToAdd ?? ''),
          label: draft?.label ?? '',
        }}
        onClose={closeAdding}
      />
      <RemoveDialog entry={removing} onClose={() => setRemoving(null)} />
    </Screen>
  );
}

function RemoveDialog({ entry, onClose }: { entry: BookEntry | null; onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => call('withdrawAddressRemove', { id }),
    onSuccess: () => toast(messages.removed, { icon: 'success' }),
    onSettled: () => {
      onClose();
      for (const name of ['withdrawAddressList', 'withdrawCheckAddress']) {
        void queryClient.invalidateQueries({ queryKey: [name] });
      }
    },
  });
  return (
    <Modal
      open={entry !== null}
      title={messages.removeTitle}
      confirmText={messages.remove}
      cancelText={messages.keep}
      tone="danger"
      busy={remove.isPending}
      onConfirm={() => entry && remove.mutate(entry.id)}
      onCancel={onClose}
    >
      {entry && `${entry.label || messages.unnamed} · ${endsOf(entry.address)}`}
      <br />
      {messages.removeText}
    </Modal>
  );
}
