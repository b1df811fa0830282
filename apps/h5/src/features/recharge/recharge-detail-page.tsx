import { Amount, Card, Empty, KeyValues, Main, Skeleton, SkeletonScreen, shanghaiTime } from '@lode/ui';
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
import { belowMinimum, type Deposit, isPending, noteOf } from './deposit.ts';
import styles from './recharge.module.css';

const refreshMs = 3_000;
const mostOnPage = 100;

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
  const all = useQuery({
    ...callQuery('depositPage', { coin, size: mostOnPage }),
    enabled: deposit.status === 'BELOW_MINIMUM',
  });
  const soFar = belowMinimum(deposit, all.data, min?.depositMin);
  return (
    <>
      <TransactionHead note={soFar === null ? noteOf(deposit, min?.depositMin) : <SoFar {...soFar} coin={coin} />}>
        <DepositChip deposit={deposit} />
        <DepositAmount deposit={deposit} size="figure" />
      </TransactionHead>
      <Card>
        <div className={styles.progress}>
          <DepositProgress deposit={deposit} />
        </div>
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

/** How far small deposits have come. */
function SoFar({ sum, missing, coin }: { sum: bigint; missing: bigint; coin: Deposit['coin'] }) {
  return (
    <>
      {messages.sumSoFar.before}
      <Amount value={sum} coin={coin} size="inline" unit={null} exact />
      {messages.sumSoFar.missing}
      <Amount value={missing} coin={coin} size="inline" exact />
      {messages.sumSoFar.after}
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
