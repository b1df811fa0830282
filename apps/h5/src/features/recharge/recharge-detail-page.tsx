import { Card, Empty, KeyValues, Main, Skeleton, SkeletonScreen, shanghaiTime } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { AddressText } from '../../components/address-text.tsx';
import { AskAbout } from '../../components/ask-about.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Refreshable } from '../../components/refreshable.tsx';
import { Screen } from '../../components/screen.tsx';
import { TransactionHead, TxidButtons, txidItems } from '../../components/transaction.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { useQueryParam } from '../../lib/navigation.ts';
import { href } from '../../lib/routes.ts';
import { rechargeMessages as messages } from '../../locales/zh/recharge.ts';
import { titles } from '../../locales/zh/titles.ts';
import { DepositAmount, DepositChip, DepositProgress } from './components/deposit-list.tsx';
import { type Deposit, isPending, noteOf, shortMin } from './deposit.ts';

const refreshMs = 3_000;

/** 充值详情: one deposit, by `?id=`. */
export function RechargeDetailPage() {
  const id = useQueryParam('id');
  const query = useQuery({
    ...callQuery('depositPage', { id: id ?? '' }),
    enabled: id !== null,
    refetchInterval: ({ state }) => {
      const deposit = state.data?.records[0];
      return deposit !== undefined && isPending(deposit) ? refreshMs : false;
    },
  });
  const notFound = (
    <Main>
      <Empty
        title={messages.notFound}
        hint={messages.notFoundHint}
        action={{ label: messages.toRecords, href: href('recharge') }}
      />
    </Main>
  );
  return (
    <Screen title={titles.recharge_detail}>
      {id === null ? (
        notFound
      ) : (
        <QueryView query={query} skeleton={<DetailSkeleton />} isWholePage>
          {({ records: [deposit] }) =>
            deposit === undefined ? (
              notFound
            ) : (
              <Refreshable onRefresh={query.refetch}>
                <Main>
                  <DepositDetail deposit={deposit} />
                  <AskAbout of="DEPOSIT" id={deposit.id} />
                </Main>
              </Refreshable>
            )
          }
        </QueryView>
      )}
    </Screen>
  );
}

function DepositDetail({ deposit }: { deposit: Deposit }) {
  const { coin, network, address, txid, time, creditedTime, confirmations, needed } = deposit;
  const settings = useQuery(callQuery('coinSettings', {})).data;
  const explorer = useQuery(callQuery('withdrawTerms', { coin, network })).data?.explorer;
  const min = settings?.coins.find((one) => one.coin === coin)?.networks.find((one) => one.network === network);
  return (
    <>
      <TransactionHead note={noteOf(deposit, shortMin(min?.depositMin, coin))}>
        <DepositChip deposit={deposit} />
        <DepositAmount deposit={deposit} size="figure" />
      </TransactionHead>
      <Card>
        <DepositProgress deposit={deposit} />
        <KeyValues
          items={[
            { label: messages.network, value: network },
            { label: messages.address, value: <AddressText address={address} /> },
            ...txidItems(txid),
            { label: messages.confirmations, value: `${Math.min(confirmations, needed)}/${needed}` },
            { label: messages.time, value: shanghaiTime(time) },
            ...(creditedTime === null ? [] : [{ label: messages.creditedTime, value: shanghaiTime(creditedTime) }]),
          ]}
        />
        <TxidButtons txid={txid} explorer={explorer} />
      </Card>
    </>
  );
}

function DetailSkeleton() {
  return (
    <Main>
      <SkeletonScreen>
        <TransactionHead>
          <Skeleton width={120} height={40} />
          <Skeleton width={360} height={60} />
        </TransactionHead>
        <Card>
          <Skeleton height={320} />
        </Card>
      </SkeletonScreen>
    </Main>
  );
}
