import { useInfiniteQuery } from '@tanstack/react-query';
import { RecordsScreen, useFilter } from '../../components/records-screen.tsx';
import { pageQuery } from '../../lib/api/queries.ts';
import { href } from '../../lib/routes.ts';
import { titles } from '../../locales/zh/titles.ts';
import { withdrawRecordWords as words } from '../../locales/zh/withdraw.ts';
import { WithdrawalList } from './components/withdrawal-list.tsx';
import { displayOf, displays, withdrawCoins } from './withdrawal.ts';

const pageSize = 50;
const refreshMs = 10_000;

const filters = [
  {
    name: 'display',
    label: words.states,
    all: words.allStates,
    options: displays.map((value) => ({ value, label: words.displays[value] })),
  },
  {
    name: 'coin',
    label: words.coins,
    all: words.allCoins,
    options: withdrawCoins.map((value) => ({ value, label: value })),
  },
];

export function WithdrawRecordPage() {
  const display = useFilter('display', displays);
  const coin = useFilter('coin', withdrawCoins);
  const records = useInfiniteQuery({
    ...pageQuery('withdrawPage', { display, coin, size: pageSize }),
    refetchInterval: ({ state }) => {
      const [first, ...older] = state.data?.pages ?? [];
      // A refetch loads every page again, so only the first page is polled.
      const isPending = older.length === 0 && first?.records.some((record) => displayOf(record) === 'PROCESSING');
      return isPending ? refreshMs : false;
    },
  });
  return (
    <RecordsScreen
      title={titles.withdraw_record}
      filters={filters}
      query={records}
      empty={{
        title: words.emptyTitle,
        hint: words.emptyHint,
        action: { label: words.toWithdraw, href: href('withdraw') },
      }}
      emptyFiltered={{ title: words.emptyFiltered, hint: words.emptyFilteredHint, showAll: words.showAll }}
    >
      {(list) => <WithdrawalList withdrawals={list} />}
    </RecordsScreen>
  );
}
