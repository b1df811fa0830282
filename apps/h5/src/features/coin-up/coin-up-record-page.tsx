import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { KeptElsewhere } from '../../components/kept-elsewhere.tsx';
import { RecordsScreen, useFilter } from '../../components/records-screen.tsx';
import { callQuery, pageQuery } from '../../lib/api/queries.ts';
import { useQueryParam } from '../../lib/navigation.ts';
import { href } from '../../lib/routes.ts';
import { coinUpMessages as messages } from '../../locales/zh/coin-up.ts';
import { titles } from '../../locales/zh/titles.ts';
import { RecordList } from './components/record-list.tsx';
import { type CoinUpRecord, savingsCoins } from './savings.ts';

const directions = Object.keys(messages.directions) as CoinUpRecord['direction'][];
const pageSize = 50;

const filters = [
  {
    name: 'direction',
    label: messages.direction,
    all: messages.allDirections,
    options: directions.map((value) => ({ value, label: messages.directions[value] })),
  },
  {
    name: 'coin',
    label: messages.coinChoice,
    all: messages.allCoins,
    options: savingsCoins.map((value) => ({ value, label: value })),
  },
];

/** Records by direction and coin; with `?id=` the one that a thread is about. */
export function CoinUpRecordPage() {
  const direction = useFilter('direction', directions);
  const coin = useFilter('coin', savingsCoins);
  const id = useQueryParam('id') ?? undefined;
  const records = useInfiniteQuery(pageQuery('coinUpPage', { id, direction, coin, size: pageSize }));
  // One call each: `useQueries` would add a kilobyte to what every page loads first.
  const btc = useQuery(callQuery('coinUpDetail', { coin: 'BTC' })).data?.elsewhereTo ?? null;
  const usdt = useQuery(callQuery('coinUpDetail', { coin: 'USDT' })).data?.elsewhereTo ?? null;
  const later = (btc ?? '') > (usdt ?? '') ? btc : usdt;
  const elsewhereTo = coin === undefined ? later : { BTC: btc, USDT: usdt }[coin];
  const hasInterest = id === undefined && (direction ?? 'INCOMES') === 'INCOMES';
  return (
    <RecordsScreen
      title={titles.coinup_record}
      filters={filters}
      query={records}
      empty={{
        title: messages.emptyTitle,
        hint: messages.emptyHint,
        action: { label: messages.toCoinUp, href: href('coinup') },
      }}
      end={hasInterest && <KeptElsewhere what="interest" to={elsewhereTo} />}
      emptyFiltered={{ title: messages.emptyFiltered, hint: messages.emptyFilteredHint, showAll: messages.showAll }}
    >
      {(list) => <RecordList records={list} />}
    </RecordsScreen>
  );
}
