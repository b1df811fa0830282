import type { ConsoleData } from '@lode/contract/console';
import { Input, Segmented } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { momentText } from '../../lib/time.ts';
import { contentTexts as texts } from '../../locales/zh/content.ts';
import styles from './content.module.css';

type Confirmer = RecordOf<'confirmationList'>;
type View = 'CONFIRMED' | 'MISSING';

const customer: Column<Confirmer>[] = [
  {
    key: 'customer',
    title: texts.customer,
    cell: ({ customer: id }) => <Link to={`/customers/${id}`}>{texts.customerNo(id)}</Link>,
  },
  { key: 'account', title: texts.account, cell: ({ account }) => account },
  { key: 'nickname', title: texts.nickname, isName: true, cell: ({ nickname }) => nickname },
];
const columns: Record<View, Column<Confirmer>[]> = {
  CONFIRMED: [
    ...customer,
    {
      key: 'at',
      title: texts.confirmedAt,
      isNumber: true,
      cell: ({ confirmedAt }) => (confirmedAt === null ? '' : momentText(confirmedAt)),
    },
  ],
  MISSING: customer,
};

/** Who has confirmed a text, and who has still to. */
export function Confirmations({
  data: { revision, customers, missing },
  confirmed,
}: {
  data: ConsoleData<'contentRevision'>;
  confirmed: number;
}) {
  const [chosen, setView] = useState<View>('CONFIRMED');
  const view = missing === null ? 'CONFIRMED' : chosen;
  const [search, setSearch] = useState('');
  const { id } = revision;
  const query = useRecords(
    'confirmationList',
    { id, view, ...(search !== '' && { search }) },
    { refetchOnWindowFocus: false },
  );
  const nothing = view === 'CONFIRMED' ? texts.noneConfirmed : texts.noneMissing;
  return (
    <>
      <p className={styles.note}>
        {missing === null ? texts.standingOfOther(confirmed) : texts.standing(confirmed, customers, missing)}
      </p>
      <div className={styles.confirming}>
        {missing !== null && (
          <Segmented
            aria-label={texts.confirmations}
            value={view}
            options={texts.confirmationViews}
            onChange={(value) => setView(value as View)}
          />
        )}
        <Input.Search
          aria-label={texts.find}
          placeholder={texts.find}
          maxLength={128}
          allowClear
          onSearch={(value) => setSearch(value.trim())}
        />
      </div>
      <RecordTable
        key={`${view} ${search}`}
        what={texts.confirmations}
        query={query}
        columns={columns[view]}
        rowKey={({ customer: one }) => one}
        to={({ customer: one }) => `/customers/${one}`}
        nothing={search === '' ? nothing : texts.noneFound}
      />
    </>
  );
}
