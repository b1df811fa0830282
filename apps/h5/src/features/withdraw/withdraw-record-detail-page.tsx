import { Button, Empty, Main } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AskAbout } from '../../components/ask-about.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Refreshable } from '../../components/refreshable.tsx';
import { Screen } from '../../components/screen.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { useQueryParam } from '../../lib/navigation.ts';
import { href } from '../../lib/routes.ts';
import { isBeingCancelled, isFinal } from '../../lib/withdrawal-display.ts';
import { titles } from '../../locales/zh/titles.ts';
import { withdrawRecordMessages as messages } from '../../locales/zh/withdraw.ts';
import { CancelDialog } from './components/cancel-dialog.tsx';
import { WithdrawalDetail, WithdrawalDetailSkeleton } from './components/withdrawal-detail.tsx';

const refreshMs = 3_000;

export function WithdrawRecordDetailPage() {
  const id = useQueryParam('id');
  const [isCancelling, setCancelling] = useState(false);
  const query = useQuery({
    ...callQuery('withdrawPage', { id: id ?? '' }),
    enabled: id !== null,
    refetchInterval: ({ state }) => {
      const record = state.data?.records[0];
      return record !== undefined && !isFinal(record) ? refreshMs : false;
    },
  });
  const record = query.data?.records[0];
  const notFound = (
    <Main>
      <Empty
        title={messages.notFound}
        hint={messages.notFoundHint}
        action={{ label: messages.toRecords, href: href('withdraw_record') }}
      />
    </Main>
  );
  return (
    <Screen
      title={titles.withdraw_record_detail}
      foot={
        record?.status === 'WAITING' &&
        !isBeingCancelled(record) && (
          <Button variant="line" onClick={() => setCancelling(true)}>
            {messages.cancel}
          </Button>
        )
      }
    >
      {id === null ? (
        notFound
      ) : (
        <QueryView query={query} skeleton={<WithdrawalDetailSkeleton />} isWholePage>
          {({ records: [one] }) =>
            one === undefined ? (
              notFound
            ) : (
              <Refreshable onRefresh={query.refetch}>
                <Main>
                  <WithdrawalDetail withdrawal={one} />
                  <AskAbout of="WITHDRAWAL" id={one.id} />
                </Main>
              </Refreshable>
            )
          }
        </QueryView>
      )}
      {record && (
        <CancelDialog key={record.id} withdrawal={record} open={isCancelling} onClose={() => setCancelling(false)} />
      )}
    </Screen>
  );
}
