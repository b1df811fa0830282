import type { ConsoleInput } from '@lode/contract/console';
import { Button, Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import { ExportButton } from '../../components/export-button.tsx';
import { ImportLink } from '../../components/import-link.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { Status } from '../../components/shape.tsx';
import { useListView } from '../../lib/list-view.ts';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { useMay } from '../../lib/session.ts';
import { shownDebit } from '../../lib/shown-amount.ts';
import { dayText } from '../../lib/time.ts';
import { createCustomerTexts, customerStatuses, customerTexts as texts } from '../../locales/zh/customers.ts';
import { CreateDialog } from './create-dialog.tsx';
import styles from './customers.module.css';

type Customer = RecordOf<'customerList'>;
type Filter = ConsoleInput<'customerList'>;

const columns: Column<Customer>[] = [
  { key: 'id', title: texts.title, cell: ({ id }) => <Link to={`/customers/${id}`}>{texts.customerNo(id)}</Link> },
  { key: 'account', title: texts.account, cell: ({ account }) => account },
  {
    key: 'nickname',
    title: texts.nickname,
    isName: true,
    cell: ({ nickname, tags }) => <Name {...{ nickname, tags }} />,
  },
  {
    key: 'status',
    title: texts.status,
    cell: ({ status, isFrozen }) => (
      <span className={styles.states}>
        <Status shape={customerStatuses[status].shape}>{customerStatuses[status].label}</Status>
        {isFrozen && <Status shape="bad">{texts.frozenOnly}</Status>}
      </span>
    ),
  },
  { key: 'machines', title: texts.machines, isNumber: true, cell: ({ machines }) => machines },
  {
    key: 'owed',
    title: texts.owedUsdt,
    isNumber: true,
    cell: ({ owed }) => <Amount value={shownDebit(owed, 'USDT')} />,
  },
  { key: 'created', title: texts.created, isNumber: true, cell: ({ createdAt }) => dayText(createdAt) },
];

function Name({ nickname, tags }: Pick<Customer, 'nickname' | 'tags'>) {
  return (
    <>
      {nickname || <span className={styles.quiet}>{texts.noName}</span>}{' '}
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </>
  );
}

const statusOptions = [
  { value: '', label: texts.allStatuses },
  ...Object.entries(customerStatuses).map(([value, { label }]) => ({ value, label })),
];
const stateOptions = [
  { value: '', label: texts.anyState },
  { value: 'OWING', label: texts.owing },
  { value: 'FROZEN', label: texts.frozenOnly },
];

const oneOf = <Value extends string>(values: readonly { value: string }[], given: string | undefined) =>
  given !== undefined && given !== '' && values.some(({ value }) => value === given) ? (given as Value) : undefined;

/** All customers; the address holds filter and order. One of them is found quicker by search. */
export function CustomersPage() {
  const may = useMay();
  const [isCreating, setCreating] = useState(false);
  const [view, setView] = useListView(['status', 'state', 'tag', 'sort']);
  const filter: Filter = {
    status: oneOf<NonNullable<Filter['status']>>(statusOptions, view.status),
    state: oneOf<NonNullable<Filter['state']>>(stateOptions, view.state),
    sort: oneOf<NonNullable<Filter['sort']>>(texts.sorts, view.sort),
    tag: view.tag,
  };
  const isNarrowed = [filter.status, filter.state, filter.tag].some((one) => one !== undefined);
  // A search, and what lies behind the first part, stands in the audit log.
  const query = useRecords('customerList', filter, { refetchOnWindowFocus: false });
  return (
    <>
      <PageHead title={texts.title}>
        {may('createCustomer') && <Button onClick={() => setCreating(true)}>{createCustomerTexts.open}</Button>}
        <ImportLink kind="CUSTOMERS" />
        <ExportButton call="exportCustomers" filter={filter} title={texts.title} />
      </PageHead>
      <search className={styles.filters} aria-label={texts.filter}>
        <Select
          aria-label={texts.status}
          className={styles.select}
          value={filter.status ?? ''}
          options={statusOptions}
          onChange={(status) => setView({ status })}
        />
        <Select
          aria-label={texts.stateLabel}
          className={styles.select}
          value={filter.state ?? ''}
          options={stateOptions}
          onChange={(state) => setView({ state })}
        />
        <Input.Search
          key={view.tag}
          aria-label={texts.tagHint}
          className={styles.tag}
          placeholder={texts.tagHint}
          defaultValue={view.tag}
          maxLength={64}
          allowClear
          onSearch={(tag) => setView({ tag: tag.trim() })}
        />
        <Select
          aria-label={texts.sort}
          className={styles.select}
          value={filter.sort ?? 'NEWEST'}
          options={texts.sorts}
          onChange={(sort) => setView({ sort: sort === 'NEWEST' ? undefined : sort })}
        />
      </search>
      <RecordTable
        key={JSON.stringify(filter)}
        what={texts.title}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/customers/${id}`}
        nothing={texts.nothing[isNarrowed ? 'list' : 'none']}
      />
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
    </>
  );
}
