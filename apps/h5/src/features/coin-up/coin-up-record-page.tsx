import { useInfiniteQuery } from '@tanstack/react-query';
import { RecordsScreen, useFilter } from '../../components/records-screen.tsx';
import { pageQuery } from '../../lib/api/queries.ts';
import { href } from '../../lib/routes.ts';
import { coinUpWords as words } from '../../locales/zh/coin-up.ts';
import { titles } from '../../locales/zh/titles.ts';
import { RecordList } from './components/record-list.tsx';
import { type CoinUpRecord, savingsCoins } from './savings.ts';

const directions = Object.keys(words.directions) as CoinUpRecord['direction'][];
const pageSize = 50;

const filters = [
  {
    name: 'direction',
    label: words.direction,
    all: words.allDirections,
    options: directions.map((value) => ({ value, label: words.directions[value] })),
  },
  {
    name: 'coin',
    label: words.coinChoice,
    all: words.allCoins,
    options: savingsCoins.map((value) => ({ value, label: value })),
  },
];

export function CoinUpRecordPage() {
  const direction = useFilter('direction', directions);
  const coin = useFilter('coin', savingsCoins);
  const records = useInfiniteQuery(pageQuery('coinUpPage', { direction, coin, size: pageSize }));
  return (
    <RecordsScreen
      title={titles.coinup_record}
      filters={filters}
      query={records}
      empty={{
        title: words.emptyTitle,
        hint: words.emptyHint,
        action: { label: words.toCoinUp, href: href('coinup') },
      }}
      emptyFiltered={{ title: words.emptyFiltered, hint: words.emptyFilteredHint, showAll: words.showAll }}
    >
      {(list) => <RecordList records={list} />}
    </RecordsScreen>
  );
}
