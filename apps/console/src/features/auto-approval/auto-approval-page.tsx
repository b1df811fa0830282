import type { ConsoleData } from '@lode/contract/console';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { Amount } from '../../components/amount.tsx';
import list from '../../components/list-table.module.css';
import { PageHead } from '../../components/page-head.tsx';
import { QueryFailed, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { Status } from '../../components/shape.tsx';
import { call } from '../../lib/call.ts';
import { callQuery } from '../../lib/queries.ts';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { useMay } from '../../lib/session.ts';
import { momentText } from '../../lib/time.ts';
import { autoApprovalTexts as texts } from '../../locales/zh/auto-approval.ts';
import { phaseNames, phaseShapes } from '../../locales/zh/withdrawals.ts';
import styles from './auto-approval.module.css';
import { Replay } from './replay.tsx';

type Coin = ConsoleData<'autoApproval'>['coins'][number];

/** Automatic approval: what it may do, what other bounds would have done, and what it did. */
export function AutoApprovalPage() {
  const may = useMay();
  const query = useQuery({ ...callQuery('autoApproval', {}), refetchInterval: 60_000 });
  const { data } = query;
  return (
    <>
      <PageHead title={texts.title} parent={{ to: '/withdrawals', label: texts.back }} />
      {data === undefined && (query.error ? <QueryFailed what={texts.title} query={query} /> : <RowsSkeleton />)}
      {data && query.error && <StaleAlert query={query} />}
      {data && (
        <>
          <Bounds coins={data.coins} mayStop={may('stopAutoApproval')} />
          <p className={styles.note}>{texts.note}</p>
          {may('replayAutoApproval') && <Replay data={data} />}
          <Approved />
        </>
      )}
    </>
  );
}

function Bounds({ coins, mayStop }: { coins: readonly Coin[]; mayStop: boolean }) {
  const [stopping, setStopping] = useState<Coin['coin'] | null>(null);
  return (
    <>
      <table className={list.table} aria-label={texts.title}>
        <thead>
          <tr>
            <th scope="col">{texts.coin}</th>
            <th scope="col">{texts.state}</th>
            {[texts.perPayment, texts.perCustomerDay, texts.perDay, texts.knownDays, texts.today].map((title) => (
              <th key={title} scope="col" className={list.number}>
                {title}
              </th>
            ))}
            {mayStop && (
              <th scope="col" className={list.number}>
                {texts.change}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {coins.map(({ coin, bounds, approvedToday }) => (
            <tr key={coin}>
              <td>{coin}</td>
              <td>
                <Status shape={bounds ? 'run' : 'off'}>{bounds ? texts.on : texts.off}</Status>
              </td>
              {(['perPayment', 'perCustomerDay', 'perDay'] as const).map((name) => (
                <td key={name} className={list.number}>
                  {bounds ? <Amount value={bounds[name]} coin={coin} /> : texts.none}
                </td>
              ))}
              <td className={list.number}>{bounds ? texts.days(bounds.knownDays) : texts.none}</td>
              <td className={list.number}>
                <Amount value={approvedToday} coin={coin} />
              </td>
              {mayStop && (
                <td className={list.number}>
                  {bounds && (
                    <Button size="small" danger onClick={() => setStopping(coin)}>
                      {texts.stop}
                    </Button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {stopping && <StopDialog coin={stopping} onClose={() => setStopping(null)} />}
    </>
  );
}

function StopDialog({ coin, onClose }: { coin: Coin['coin']; onClose: () => void }) {
  return (
    <ActionDialog
      title={texts.stopTitle(coin)}
      okText={texts.stop}
      isDangerous
      act={async (reason) => {
        await call('stopAutoApproval', { coin, reason });
        return texts.stopped(coin);
      }}
      refreshes={['autoApproval', 'settingList']}
      onClose={onClose}
    >
      <p>{texts.stopEffect}</p>
    </ActionDialog>
  );
}

const columns: Column<RecordOf<'autoApprovalList'>>[] = [
  {
    key: 'phase',
    title: texts.state,
    cell: ({ phase, revokedReason }) => (
      <Status shape={revokedReason === null ? phaseShapes[phase] : 'attention'}>
        {revokedReason === null ? phaseNames[phase] : texts.revoked}
      </Status>
    ),
  },
  { key: 'number', title: texts.number, cell: ({ id, number }) => <Link to={`/withdrawals/${id}`}>{number}</Link> },
  {
    key: 'account',
    title: texts.account,
    cell: ({ customerId, account }) => <Link to={`/customers/${customerId}`}>{account}</Link>,
  },
  {
    key: 'precedent',
    title: texts.precedent,
    isWide: true,
    cell: ({ precedent }) => <Link to={`/withdrawals/${precedent}`}>{texts.precedentOf(precedent)}</Link>,
  },
  {
    key: 'amount',
    title: texts.amount,
    isNumber: true,
    cell: ({ amount, coin }) => <Amount value={amount} coin={coin} />,
  },
  { key: 'at', title: texts.at, isNumber: true, cell: ({ at }) => momentText(at) },
];

function Approved() {
  const query = useRecords('autoApprovalList', {});
  return (
    <section className={styles.section} aria-labelledby="auto-approved">
      <h2 id="auto-approved">{texts.list}</h2>
      <RecordTable
        what={texts.list}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/withdrawals/${id}`}
        nothing={texts.listNothing}
      />
    </section>
  );
}
