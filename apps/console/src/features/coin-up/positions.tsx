import { Select } from 'antd';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { useListView } from '../../lib/list-view.ts';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { coinUpTexts as texts } from '../../locales/zh/coin-up.ts';
import styles from './coin-up.module.css';

type Position = RecordOf<'coinUpPositions'>;

const columns: Column<Position>[] = [
  {
    key: 'account',
    title: texts.account,
    cell: ({ customerId, account }) => <Link to={`/customers/${customerId}`}>{account}</Link>,
  },
  { key: 'nickname', title: texts.nickname, isName: true, cell: ({ nickname }) => nickname || '—' },
  { key: 'coin', title: texts.coin, cell: ({ coin }) => coin },
  { key: 'earning', title: texts.earning, isNumber: true, cell: ({ earning }) => <Amount value={earning} /> },
  { key: 'in', title: texts.transitIn, isNumber: true, cell: ({ transitIn }) => <Amount value={transitIn} /> },
  { key: 'out', title: texts.transitOut, isNumber: true, cell: ({ transitOut }) => <Amount value={transitOut} /> },
];

const coins = ['BTC', 'USDT'] as const;

/** Who saves how much. */
export function Positions() {
  const [{ coin: asked }, setView] = useListView(['coin']);
  const coin = coins.find((one) => one === asked);
  return (
    <>
      <div className={styles.filters} role="search" aria-label={texts.viewOptions[1]?.label}>
        <Select
          allowClear
          aria-label={texts.coin}
          placeholder={texts.anyCoin}
          value={coin}
          options={coins.map((value) => ({ value, label: value }))}
          className={styles.select}
          onChange={(next: string | undefined) => setView({ coin: next })}
        />
      </div>
      <RecordTable
        key={coin}
        what={texts.viewOptions[1]?.label ?? ''}
        query={useRecords('coinUpPositions', coin === undefined ? {} : { coin }, { refetchOnWindowFocus: false })}
        columns={columns}
        rowKey={({ customerId, coin: of }) => `${customerId} ${of}`}
        to={({ customerId }) => `/customers/${customerId}`}
        nothing={texts.noPositions}
      />
    </>
  );
}
