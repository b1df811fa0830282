import { Checkbox, Select } from 'antd';
import { Link, useNavigate } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { Status } from '../../components/shape.tsx';
import { useKeys } from '../../lib/keys.ts';
import { useListView } from '../../lib/list-view.ts';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { useSession } from '../../lib/session.ts';
import { momentText } from '../../lib/time.ts';
import { type RepairStatus, repairStatuses, repairTexts as texts } from '../../locales/zh/repairs.ts';
import styles from './repairs.module.css';

type Ticket = RecordOf<'repairList'>;

const columns: Column<Ticket>[] = [
  {
    key: 'status',
    title: texts.status,
    cell: ({ status }) => <Status shape={repairStatuses[status].shape}>{repairStatuses[status].label}</Status>,
  },
  {
    key: 'title',
    title: texts.subject,
    isWide: true,
    cell: ({ id, title }) => <Link to={`/repairs/${id}`}>{title}</Link>,
  },
  {
    key: 'machine',
    title: texts.machine,
    cell: ({ machine, machineNo }) => <Link to={`/machines/${machine}`}>{machineNo}</Link>,
  },
  { key: 'customer', title: texts.customer, cell: ({ customer }) => texts.customerNo(customer) },
  { key: 'site', title: texts.site, cell: ({ site }) => site },
  { key: 'assignee', title: texts.assignee, cell: ({ assignee }) => assignee ?? texts.noAssignee },
  { key: 'changed', title: texts.changed, isNumber: true, cell: ({ changedAt }) => momentText(changedAt) },
];

/** Repairs that are not done, the newest first; the address holds the filter. */
export function RepairsPage() {
  const { name } = useSession();
  const navigate = useNavigate();
  const [view, setView] = useListView(['status', 'mine']);
  const status = view.status !== undefined && view.status in repairStatuses ? (view.status as RepairStatus) : undefined;
  const query = useRecords('repairList', { status, ...(view.mine && { assignee: name }) });
  useKeys({ Escape: () => void navigate('/machines') });
  return (
    <>
      <PageHead title={texts.title}>
        <Link to="/machines">{texts.back}</Link>
      </PageHead>
      <search className={styles.filters} aria-label={texts.filter}>
        <Select
          aria-label={texts.status}
          className={styles.select}
          value={status ?? ''}
          options={[
            { value: '', label: texts.allOpen },
            ...Object.entries(repairStatuses).map(([value, { label }]) => ({ value, label })),
          ]}
          onChange={(next) => setView({ status: next })}
        />
        <Checkbox
          checked={view.mine !== undefined}
          onChange={({ target }) => setView({ mine: target.checked ? '1' : undefined })}
        >
          {texts.mine}
        </Checkbox>
      </search>
      <RecordTable
        key={JSON.stringify(view)}
        what={texts.title}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/repairs/${id}`}
        nothing={status === undefined ? texts.nothing : texts.nothingDone}
      />
    </>
  );
}
