import type { Data } from '@lode/contract';
import {
  Alert,
  Amount,
  Card,
  Columns,
  Empty,
  Figure,
  GroupTitle,
  Icon,
  Main,
  Segmented,
  Skeleton,
  TextLink,
} from '@lode/ui';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { coinSettingsQuery } from '../../components/coin-settings-query.ts';
import { OwedNote } from '../../components/owed-note.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { callQuery, pageQuery } from '../../lib/api/queries.ts';
import { minutesOf } from '../../lib/chain-figures.ts';
import { useSearchParams } from '../../lib/router/router.tsx';
import { href } from '../../lib/routes.ts';
import { owedMessages } from '../../locales/zh/owed.ts';
import { rechargeMessages as messages } from '../../locales/zh/recharge.ts';
import { AddressCard, AddressSkeleton, FaucetLink } from './components/address-card.tsx';
import { DepositList, DepositListSkeleton } from './components/deposit-list.tsx';
import type { Coin, NetworkSettings } from './deposit.ts';
import styles from './recharge.module.css';

const coins = [
  { value: 'USDT', icon: 'usdt' },
  { value: 'BTC', icon: 'btc' },
] as const;
const refreshMs = 3_000;
/** Until the faucet's payment appears in the list. */
const faucetRefreshMs = 1_000;

/** 充值: deposit address, notes, and deposits with their progress. */
export function RechargePage() {
  const [params, setParams] = useSearchParams();
  const coin: Coin = params.get('coin') === 'BTC' ? 'BTC' : 'USDT';
  const settings = useQuery(coinSettingsQuery(coin));
  const { data: electricity } = useQuery(callQuery('electricityReminder', {}));
  const { deposits, awaitNext } = useDeposits(coin);
  const list = deposits.data?.pages.flatMap((page) => page.records) ?? [];
  const networkOf = (wanted: Coin) => settings.data?.coins.find((one) => one.coin === wanted)?.networks[0];
  const network = networkOf(coin);
  return (
    <Screen title={messages.title} action={<TextLink href={href('bill')}>{messages.records}</TextLink>}>
      <Main>
        <PagedList
          onRefresh={() => Promise.all([settings.refetch(), deposits.refetch()])}
          pages={deposits}
          hasBottom={list.length > 0}
        >
          <Segmented
            label={messages.coins}
            value={coin}
            onChange={(value) => setParams({ coin: value }, { replace: true })}
            options={coins.map(({ value, icon }) => ({
              value,
              label: (
                <>
                  <Icon name={icon} size="s" /> {value}
                </>
              ),
            }))}
          />
          {electricity && <OwedNote owed={electricity.owed}>{owedMessages.paidOnArrival(coin)}</OwedNote>}
          <QueryView query={settings} skeleton={<ChannelSkeleton />}>
            {() => <DepositChannel key={coin} coin={coin} network={network} />}
          </QueryView>
          <GroupTitle
            strong
            trailing={network?.enabled && <FaucetLink coin={coin} network={network.network} onPaid={awaitNext} />}
          >
            {messages.recent}
          </GroupTitle>
          <QueryView query={deposits} skeleton={<DepositListSkeleton />}>
            {() => <DepositList deposits={list} minOf={(one) => networkOf(one)?.depositMin} />}
          </QueryView>
        </PagedList>
      </Main>
    </Screen>
  );
}

/** Polls the coin's deposits while they are shown; a credited one changes balances elsewhere. */
function useDeposits(coin: Coin) {
  const queries = useQueryClient();
  /** The newest deposit before the faucet paid; null when none is awaited. */
  const [awaitedAfter, setAwaitedAfter] = useState<string | null>(null);
  const deposits = useInfiniteQuery({
    ...pageQuery('depositPage', { coin }),
    refetchInterval: ({ state }) =>
      awaitedAfter !== null && newestOf(state.data?.pages) === awaitedAfter ? faucetRefreshMs : refreshMs,
  });
  const credited = deposits.data?.pages
    .flatMap((page) => page.records)
    .filter(({ status }) => status === 'CREDITED').length;
  useEffect(() => {
    if (credited === undefined) return;
    for (const call of ['indexInfo', 'wallet', 'electricityReminder', 'ledgerPage']) {
      void queries.invalidateQueries({ queryKey: [call] });
    }
  }, [credited, queries]);
  const awaitNext = () => {
    setAwaitedAfter(newestOf(deposits.data?.pages));
    void deposits.refetch();
  };
  return { deposits, awaitNext };
}

const newestOf = (pages: readonly Data<'depositPage'>[] | undefined) => pages?.[0]?.records[0]?.id ?? 'none';

/** Notes and address, or the closed state. */
function DepositChannel({ coin, network }: { coin: Coin; network: NetworkSettings | undefined }) {
  if (!network?.enabled) {
    return (
      <Card>
        <Empty title={messages.closedTitle} hint={messages.closedHint(coin, network?.network ?? coin)} />
      </Card>
    );
  }
  return <OpenChannel coin={coin} network={network} />;
}

function OpenChannel({ coin, network }: { coin: Coin; network: NetworkSettings }) {
  const address = useQuery(callQuery('depositAddress', { coin, network: network.network }));
  return (
    <>
      <DepositNotes coin={coin} network={network} />
      <QueryView query={address} skeleton={<AddressSkeleton />}>
        {(depositAddress) => <AddressCard depositAddress={depositAddress} />}
      </QueryView>
      <Alert tone="warn">
        <b>{messages.warning(coin, network.network)}</b>
        {messages.warningRest}
      </Alert>
      <p className={styles.hint}>{coin === 'BTC' ? messages.btcNote : messages.usdtNote}</p>
    </>
  );
}

function DepositNotes({
  coin,
  network: { network, depositMin, confirmations },
}: {
  coin: Coin;
  network: NetworkSettings;
}) {
  return (
    <Card>
      <Columns
        items={[
          { label: messages.network, value: <b>{network}</b> },
          { label: messages.min, value: <Amount value={depositMin} coin={coin} hideable={false} /> },
          {
            label: messages.confirmations,
            value: (
              <>
                <Figure value={String(confirmations)} unit={messages.times} />
                <span className={styles.about}> {messages.about(minutesOf(confirmations, network))}</span>
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}

function ChannelSkeleton() {
  return (
    <>
      <Card>
        <Columns
          items={[messages.network, messages.min, messages.confirmations].map((label) => ({
            label,
            value: <Skeleton width={150} height={36} />,
          }))}
        />
      </Card>
      <AddressSkeleton />
    </>
  );
}
