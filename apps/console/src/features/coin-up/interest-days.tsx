import { Amount } from '../../components/amount.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { Status } from '../../components/shape.tsx';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { momentText } from '../../lib/time.ts';
import { interestStates, coinUpTexts as texts } from '../../locales/zh/coin-up.ts';

type Day = RecordOf<'coinUpInterest'>;

const columns: Column<Day>[] = [
  { key: 'date', title: texts.date, cell: ({ date }) => date },
  { key: 'coin', title: texts.coin, cell: ({ coin }) => coin },
  {
    key: 'state',
    title: texts.state,
    cell({ state, wasOwed }) {
      const { shape, label } = interestStates[state];
      return <Status shape={shape}>{state === 'PAID' && wasOwed ? `${label}（${texts.wasOwed}）` : label}</Status>;
    },
  },
  { key: 'apy', title: texts.apy, isNumber: true, cell: ({ apy }) => texts.percent(apy) },
  {
    key: 'amount',
    title: texts.interest,
    isNumber: true,
    cell: ({ amount, coin }) => <Amount value={amount} coin={coin} />,
  },
  {
    key: 'paidAt',
    title: texts.paidAt,
    isNumber: true,
    cell: ({ paidAt }) => (paidAt === null ? '—' : momentText(paidAt)),
  },
];

/** Interest of each closed day and whether the fund has paid it. */
export function InterestDays() {
  return (
    <RecordTable
      what={texts.viewOptions[2]?.label ?? ''}
      query={useRecords('coinUpInterest', {})}
      columns={columns}
      rowKey={({ date, coin }) => `${date} ${coin}`}
      nothing={texts.noInterestDays}
    />
  );
}
