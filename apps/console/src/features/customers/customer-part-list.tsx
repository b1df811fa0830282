import { type Column, RecordTable } from '../../components/record-table.tsx';
import { type ListCall, type ListFilter, type RecordOf, useRecords } from '../../lib/records.ts';
import { type CustomerPart, customerTexts as texts } from '../../locales/zh/customers.ts';
import {
  depositColumns,
  machineColumns,
  messageColumns,
  movementColumns,
  noticeColumns,
  sessionColumns,
  threadColumns,
  withdrawalColumns,
} from './customer-columns.tsx';
import styles from './customers.module.css';

type ListPart = Exclude<CustomerPart, 'accounts' | 'holds'>;

/** One list of a customer, as long as it is. */
export function CustomerPartList({ id, part }: { id: string; part: ListPart }) {
  switch (part) {
    case 'machines':
      return <List call="customerMachines" id={id} what={texts.machines} columns={machineColumns} of="machines" />;
    case 'movements':
      return <List call="customerMovements" id={id} what={texts.movements} columns={movementColumns} of="movements" />;
    case 'withdrawals':
      return (
        <List
          call="customerWithdrawals"
          id={id}
          what={texts.withdrawals}
          columns={withdrawalColumns}
          of="withdrawals"
        />
      );
    case 'deposits':
      return <List call="customerDeposits" id={id} what={texts.deposits} columns={depositColumns} of="deposits" />;
    case 'sessions':
      return <List call="customerSessions" id={id} what={texts.sessions} columns={sessionColumns} of="sessions" />;
    case 'messages':
      return (
        <>
          <h2 className={styles.heading}>{texts.notices}</h2>
          <List call="customerNotices" id={id} what={texts.notices} columns={noticeColumns} of="notices" />
          <h2 className={styles.heading}>{texts.messages}</h2>
          <List call="customerMessages" id={id} what={texts.messages} columns={messageColumns} of="messages" />
        </>
      );
    case 'threads':
      return (
        <List
          call="customerThreads"
          id={id}
          what={texts.threads}
          columns={threadColumns}
          of="threads"
          to={({ id: thread }) => `/support/${thread}`}
        />
      );
  }
}

type PartCall = Extract<
  ListCall,
  | 'customerMachines'
  | 'customerMovements'
  | 'customerWithdrawals'
  | 'customerDeposits'
  | 'customerSessions'
  | 'customerNotices'
  | 'customerMessages'
  | 'customerThreads'
>;

interface ListProps<Call extends PartCall> {
  call: Call;
  id: string;
  what: string;
  columns: readonly Column<RecordOf<Call>>[];
  of: keyof typeof texts.nothing;
  to?: (row: RecordOf<Call>) => string;
}

function List<Call extends PartCall>({ call, id, what, columns, of, to }: ListProps<Call>) {
  const query = useRecords(call, { id } as ListFilter<Call>, { refetchOnWindowFocus: false });
  return (
    <RecordTable
      what={what}
      query={query}
      columns={columns}
      rowKey={(row) => row.id}
      nothing={texts.nothing[of]}
      {...(to && { to })}
    />
  );
}
