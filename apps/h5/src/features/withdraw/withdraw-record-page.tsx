import { useInfiniteQuery } from '@tanstack/react-query';
import { RecordsScreen, useFilter } from '../../components/records-screen.tsx';
import { pageQuery } from '../../lib/api/queries.ts';
import { href } from '../../lib/routes.ts';
import { displayOf } from '../../lib/withdrawal-display.ts';
import { titles } from '../../locales/zh/titles.ts';
import { withdrawRecordMessages as messages } from '../../locales/zh/withdraw.ts';
import { WithdrawalList } from './components/withdrawal-list.tsx';
import { displays, withdrawCoins } from './withdrawal.ts';

const pageSize = 50;
const refreshMs = 10_000;

const filters = [
  {
    name: 'display',
    label: messages.states,
    all: messages.allStates,
    options: displays.map((value) => ({ value, label: messages.displays[value] })),
  },
  {
    name: 'coin',
    label: messages.coins,
    all: messages.allCoins,
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
        title: messages.emptyTitle,
        hint: messages.emptyHint,
        action: { label: messages.toWithdraw, href: href('withdraw') },
      }}
      emptyFiltered={{ title: messages.emptyFiltered, hint: messages.emptyFilteredHint, showAll: messages.showAll }}
    >
      {(list) => <WithdrawalList withdrawals={list} />}
    </RecordsScreen>
  );
}
