import { parseAmount } from '@lode/money';
import { Amount, Card, Columns, KeyValues, Main, Skeleton, SkeletonScreen } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { OwedNote } from '../../components/owed-note.tsx';
import { PriceBasis } from '../../components/price-basis.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Refreshable } from '../../components/refreshable.tsx';
import { Screen } from '../../components/screen.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { hasBalance, sumOf, unpricedCoins } from '../../lib/valuation.ts';
import { commonMessages } from '../../locales/zh/common.ts';
import { mineMessages as messages } from '../../locales/zh/mine.ts';
import { owedMessages } from '../../locales/zh/owed.ts';
import { priceMessages } from '../../locales/zh/prices.ts';
import { titles } from '../../locales/zh/titles.ts';
import { accountGroups, type Balance } from './accounts.ts';
import styles from './assets-page.module.css';

export function AssetsPage() {
  const assets = useQuery(callQuery('assetsList', {}));
  // The home response, usually cached, has the prices, and what is owed.
  const home = useQuery(callQuery('indexInfo', {}));
  return (
    <Screen title={titles.assets}>
      <Main>
        <Refreshable onRefresh={() => Promise.all([assets.refetch(), home.refetch()])}>
          <QueryView query={assets} skeleton={<AssetsSkeleton />}>
            {(balances) => (
              <div className={styles.cards}>
                {home.data && (
                  <OwedNote owed={home.data.electricity.owed} hasLink>
                    {owedMessages.notInTotal}
                  </OwedNote>
                )}
                <Card>
                  <Columns
                    items={[
                      {
                        label: messages.totalInUsdt,
                        value: <Amount value={worthOf(balances)} coin="USDT" size="figure" unit={null} />,
                      },
                    ]}
                  />
                  <PriceBasis
                    prices={home.data?.assetsInfo.prices ?? []}
                    coins={balances.filter(hasBalance).map(({ coin }) => coin)}
                    unpriced={unpricedCoins(balances)}
                  />
                </Card>
                {withSubtotals(balances).map(({ account, balances: own, value }) => (
                  <Card
                    key={account}
                    title={commonMessages.accounts[account]}
                    action={value !== null && <Amount value={value} coin="USDT" size="sub" approx={isValued(own)} />}
                  >
                    {own.map((balance) => (
                      <CoinBalance key={balance.coin} balance={balance} />
                    ))}
                  </Card>
                ))}
              </div>
            )}
          </QueryView>
        </Refreshable>
      </Main>
    </Screen>
  );
}

/** Each account with what it is worth, null of an empty one. */
function withSubtotals(balances: readonly Balance[]) {
  return accountGroups(balances, true).map((group) => ({
    ...group,
    value: group.balances.some(hasBalance) ? worthOf(group.balances) : null,
  }));
}

const isValued = (balances: readonly Balance[]) => balances.some((one) => hasBalance(one) && one.coin !== 'USDT');

/** One coin of an account; the parts appear only when some is frozen, the value where it says more than the amount. */
function CoinBalance({ balance: { account, coin, total, available, frozen, valueUsdt } }: { balance: Balance }) {
  const isPartlyFrozen = parseAmount(frozen, coin) !== 0n;
  const hasWorth = coin !== 'USDT' && parseAmount(total, coin) !== 0n;
  const parts = [
    { label: messages.available, value: <Amount value={available} coin={coin} size="sub" unit={null} exact /> },
    { label: messages.frozenIn[account], value: <Amount value={frozen} coin={coin} size="sub" unit={null} exact /> },
  ];
  const worth = {
    label: messages.worth,
    value: valueUsdt === null ? priceMessages.none : <Amount value={valueUsdt} coin="USDT" size="sub" approx />,
  };
  const items = [...(isPartlyFrozen ? parts : []), ...(hasWorth ? [worth] : [])];
  return (
    <div className={styles.coin}>
      <div className={styles.total}>
        <span>{coin}</span>
        <Amount value={total} coin={coin} unit={null} exact />
      </div>
      {items.length > 0 && <KeyValues items={items} />}
    </div>
  );
}

/** The sum of the priced balances, each to the cent as the server values it: every head is the sum of what stands below. */
function worthOf(balances: readonly Balance[]) {
  return sumOf(
    balances.flatMap(({ valueUsdt }) => (valueUsdt === null ? [] : [valueUsdt])),
    'USDT',
  );
}

function AssetsSkeleton() {
  return (
    <SkeletonScreen>
      <div className={styles.cards}>
        <Card>
          <Skeleton width="50%" height={94} />
        </Card>
        {[2, 1].map((coins) => (
          <Card key={coins}>
            <Skeleton width="30%" height={44} />
            {Array.from({ length: coins }, (_, i) => (
              <div key={i} className={styles.coin}>
                <Skeleton width="100%" height={120} />
              </div>
            ))}
          </Card>
        ))}
      </div>
    </SkeletonScreen>
  );
}
