import type { ConsoleData } from '@lode/contract/console';
import { useQuery } from '@tanstack/react-query';
import { Button, ConfigProvider } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import { ExportButton } from '../../components/export-button.tsx';
import { ImportLink } from '../../components/import-link.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { Status } from '../../components/shape.tsx';
import { useListView } from '../../lib/list-view.ts';
import { callQuery } from '../../lib/queries.ts';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { useMay } from '../../lib/session.ts';
import {
  type MachineStatus,
  type MoveTarget,
  machineStatuses,
  moveTargets,
  machineTexts as texts,
} from '../../locales/zh/machines.ts';
import { repairTexts } from '../../locales/zh/repairs.ts';
import { modelTexts, type TermsKind, termsTexts } from '../../locales/zh/terms.ts';
import { MachineFilters } from './machine-filters.tsx';
import styles from './machines.module.css';
import { MoveDialog } from './move-dialog.tsx';
import { TermsDialog } from './terms-dialog.tsx';

type Machine = RecordOf<'machineList'>;

/** As many as the server moves together. */
const selectedAtMost = 200;

const columns: Column<Machine>[] = [
  {
    key: 'number',
    title: `${texts.number} / ${texts.customer}`,
    cell: ({ id, machineNo, customer, account }) => (
      <>
        <Link to={`/machines/${id}`}>{machineNo}</Link>
        <span className={styles.sub}>
          {texts.customerNo(customer)} · {account}
        </span>
      </>
    ),
  },
  {
    key: 'model',
    title: `${texts.model} / ${texts.site}`,
    isName: true,
    cell: ({ model, site }) => (
      <>
        {model}
        <span className={styles.sub}>{site}</span>
      </>
    ),
  },
  {
    key: 'status',
    title: texts.status,
    cell: ({ status, contractEnded }) => (
      <>
        <Status shape={machineStatuses[status].shape}>{machineStatuses[status].label}</Status>
        {contractEnded && <span className={styles.sub}>{texts.contractEnded}</span>}
      </>
    ),
  },
  {
    key: 'hashrate',
    title: texts.hashrate,
    isNumber: true,
    cell: ({ hashrate, hashrateUnit }) => `${hashrate} ${hashrateUnit}`,
  },
  {
    key: 'output',
    title: texts.output,
    isNumber: true,
    cell: ({ output, coin }) => <Amount value={output} coin={coin} />,
  },
];

/** The bar of a selection is dark in both appearances. */
const onDark = { components: { Button: { defaultGhostColor: '#ffffff', defaultGhostBorderColor: '#7b8494' } } };

/** All machines; the address holds the filter. Those that are selected are moved together. */
export function MachinesPage() {
  const may = useMay();
  const [view, setView] = useListView(['site', 'model', 'customer', 'status']);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [kind, setKind] = useState<TermsKind | null>(null);
  const [to, setTo] = useState<MoveTarget | null>(null);
  const { site, model, customer } = view;
  const status =
    view.status !== undefined && view.status in machineStatuses ? (view.status as MachineStatus) : undefined;
  // What is read of one customer stands in the audit log.
  const isOfCustomer = customer !== undefined;
  const query = useRecords('machineList', { site, model, customer, status }, { refetchOnWindowFocus: !isOfCustomer });
  const counts = useQuery(callQuery('machineCounts', { site, model, customer }));
  const change = (next: Parameters<typeof setView>[0]) => {
    setSelected(new Set());
    setView(next);
  };
  const isNarrowed = [site, model, customer, status].some((one) => one !== undefined);
  const mayMove = may('changeMachineStatus');
  return (
    <>
      <PageHead title={texts.title} note={counts.data && texts.count(sumOf(counts.data))}>
        <ImportLink kind="MACHINES" />
        <Link to="/repairs">{repairTexts.title}</Link>
        <Link to="/models">{modelTexts.link}</Link>
        <Link to="/machines/outages">{texts.outageTitle}</Link>
        <ExportButton call="exportMachines" filter={{ site, model, customer, status }} title={texts.title} />
      </PageHead>
      <MachineFilters view={view} onChange={change} />
      <nav className={styles.statuses} aria-label={texts.status}>
        {[undefined, ...(Object.keys(machineStatuses) as MachineStatus[])].map((one) => (
          <button
            key={one ?? 'ALL'}
            type="button"
            aria-pressed={one === status}
            onClick={() => change({ status: one })}
          >
            {one === undefined ? texts.all : machineStatuses[one].label}
            <span className={styles.count}>{counts.data && countOf(counts.data, one).toLocaleString('en-US')}</span>
          </button>
        ))}
      </nav>
      <RecordTable<Machine>
        key={JSON.stringify(view)}
        what={texts.title}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/machines/${id}`}
        nothing={isNarrowed ? texts.nothing : texts.nothingYet}
        {...(mayMove && {
          selection: {
            keys: selected,
            atMost: selectedAtMost,
            onChange: setSelected,
            labelAll: texts.selectShown,
            labelOf: ({ machineNo }) => texts.select(machineNo),
          },
        })}
      />
      {selected.size > 0 && (
        <ConfigProvider theme={onDark}>
          <section className={styles.bulk} aria-label={texts.bulk}>
            <span>
              {texts.selected(selected.size)}
              {selected.size >= selectedAtMost && ` · ${texts.atMost}`}
            </span>
            <Button size="small" ghost onClick={() => setSelected(new Set())}>
              {texts.clear}
            </Button>
            <span className={styles.space} />
            {may('terms:set') &&
              (['renew', 'move'] as const).map((one) => (
                <Button key={one} size="small" ghost disabled={query.isError} onClick={() => setKind(one)}>
                  {termsTexts.kinds[one].label}
                </Button>
              ))}
            {moveTargets.map((target) => (
              <Button key={target.to} size="small" ghost disabled={query.isError} onClick={() => setTo(target.to)}>
                {target.label}
              </Button>
            ))}
          </section>
        </ConfigProvider>
      )}
      {kind !== null && (
        <TermsDialog
          kind={kind}
          machines={(query.records ?? []).filter(({ id }) => selected.has(id))}
          onClose={() => {
            setKind(null);
            setSelected(new Set());
          }}
        />
      )}
      {to !== null && (
        <MoveDialog
          ids={[...selected]}
          to={to}
          onClose={() => setTo(null)}
          onMoved={() => {
            setTo(null);
            setSelected(new Set());
          }}
        />
      )}
    </>
  );
}

type Counts = ConsoleData<'machineCounts'>;
const sumOf = (counts: Counts) => counts.reduce((sum, { count }) => sum + count, 0);
const countOf = (counts: Counts, status: MachineStatus | undefined) =>
  sumOf(status === undefined ? counts : counts.filter((one) => one.status === status));
