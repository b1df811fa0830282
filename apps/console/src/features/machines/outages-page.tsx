import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { Status } from '../../components/shape.tsx';
import { useKeys } from '../../lib/keys.ts';
import { useListView } from '../../lib/list-view.ts';
import { callQuery } from '../../lib/queries.ts';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { useMay } from '../../lib/session.ts';
import { momentText } from '../../lib/time.ts';
import { machineStatuses, machineTexts as texts } from '../../locales/zh/machines.ts';
import styles from './machines.module.css';
import { OutageDialog } from './outage-dialog.tsx';

type Outage = RecordOf<'outageList'>;
type Credit = RecordOf<'outageCreditList'>;

const columns: Column<Outage>[] = [
  {
    key: 'scope',
    title: texts.scope,
    cell: ({ site, machine }) =>
      machine === null ? texts.wholeSite(site ?? '') : <Link to={`/machines/${machine.id}`}>{machine.machineNo}</Link>,
  },
  { key: 'from', title: texts.at, cell: ({ from }) => momentText(from) },
  { key: 'to', title: texts.until, cell: ({ to }) => (to === null ? texts.lasting : momentText(to)) },
  {
    key: 'status',
    title: texts.instead,
    cell: ({ status }) => <Status shape={machineStatuses[status].shape}>{machineStatuses[status].label}</Status>,
  },
  { key: 'machines', title: texts.machines, isNumber: true, cell: ({ machines }) => machines },
  { key: 'reason', title: texts.reason, isWide: true, cell: ({ reason }) => reason },
  {
    key: 'people',
    title: texts.recordedAndApproved,
    cell: ({ recordedBy, approvedBy }) => (
      <>
        {texts.mover(recordedBy)}
        <span className={styles.sub}>{texts.mover(approvedBy)}</span>
      </>
    ),
  },
  { key: 'recorded', title: texts.recordedAt, isNumber: true, cell: ({ recordedAt }) => momentText(recordedAt) },
];

const creditColumns: Column<Credit>[] = [
  {
    key: 'scope',
    title: texts.scope,
    cell: ({ site, machine }) =>
      machine === null ? texts.wholeSite(site ?? '') : <Link to={`/machines/${machine.id}`}>{machine.machineNo}</Link>,
  },
  { key: 'from', title: texts.at, cell: ({ from }) => momentText(from) },
  { key: 'to', title: texts.until, cell: ({ to }) => momentText(to) },
  { key: 'customers', title: texts.customers, isNumber: true, cell: ({ customers }) => texts.people(customers) },
  {
    key: 'electricity',
    title: texts.creditElectricity,
    isNumber: true,
    cell: ({ electricity }) => <Sums sums={electricity} />,
  },
  {
    key: 'output',
    title: texts.creditOutput,
    isNumber: true,
    cell: ({ output, keepsOutput }) => (keepsOutput ? texts.outputKept : <Sums sums={output} />),
  },
  {
    key: 'state',
    title: texts.creditState,
    cell: ({ left }) => (
      <Status shape={left === 0 ? 'ok' : 'wait'}>{left === 0 ? texts.creditDone : texts.creditLeft(left)}</Status>
    ),
  },
  { key: 'reason', title: texts.reason, isWide: true, cell: ({ reason }) => reason },
  {
    key: 'people',
    title: texts.proposedAndApproved,
    cell: ({ proposedBy, approvedBy }) => (
      <>
        {texts.mover(proposedBy)}
        <span className={styles.sub}>{texts.mover(approvedBy)}</span>
      </>
    ),
  },
  { key: 'at', title: texts.creditedAt, isNumber: true, cell: ({ creditedAt }) => momentText(creditedAt) },
];

function Sums({ sums }: { sums: Credit['output'] }) {
  if (sums.length === 0) return texts.none;
  return sums.map(({ coin, amount }) => (
    <span key={coin} className={styles.amount}>
      <Amount value={amount} coin={coin} />
    </span>
  ));
}

/** Statuses that were dated back, and the proposal of another. */
export function OutagesPage() {
  const may = useMay();
  const navigate = useNavigate();
  const [{ site }, setView] = useListView(['site']);
  const [isProposing, setProposing] = useState(false);
  const choices = useQuery(callQuery('machineChoices', {}));
  const sites = (choices.data?.sites ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const query = useRecords('outageList', { site });
  const credits = useRecords('outageCreditList', { site });
  useKeys({ Escape: () => void navigate('/machines') });
  return (
    <>
      <PageHead title={texts.outageTitle} parent={{ to: '/machines', label: texts.back }}>
        {may('outage:record') && (
          <Button type="primary" onClick={() => setProposing(true)}>
            {texts.recordOutage}
          </Button>
        )}
      </PageHead>
      <search className={styles.filters} aria-label={texts.filter}>
        <Select
          aria-label={texts.site}
          className={styles.select}
          value={site ?? ''}
          options={[{ value: '', label: texts.allSites }, ...sites]}
          onChange={(next) => setView({ site: next })}
        />
      </search>
      <RecordTable
        key={site}
        what={texts.outageTitle}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        nothing={texts.noOutageList}
      />
      <h2 className={styles.heading}>{texts.credits}</h2>
      <RecordTable
        key={`credits ${site}`}
        what={texts.credits}
        query={credits}
        columns={creditColumns}
        rowKey={({ id }) => id}
        nothing={texts.noCredits}
      />
      {isProposing && <OutageDialog onClose={() => setProposing(false)} />}
    </>
  );
}
