import { Button, Segmented, Select } from 'antd';
import { useState } from 'react';
import { Amount } from '../../components/amount.tsx';
import { ProposalDialog } from '../../components/proposal-dialog.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { Status } from '../../components/shape.tsx';
import { useListView } from '../../lib/list-view.ts';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { useMay } from '../../lib/session.ts';
import { momentText } from '../../lib/time.ts';
import { endsOf } from '../../lib/work-items.ts';
import { poolTexts as texts } from '../../locales/zh/pools.ts';
import styles from './pools.module.css';

type Payment = RecordOf<'poolPaymentList'>;

const coins = (['BTC', 'ETH', 'DOGE'] as const).map((value) => ({ value, label: value }));
const isZero = (amount: string): boolean => /^-?[0.]+$/.test(amount);

/** What pools paid against what was expected; each difference has its reason. */
export function Payments() {
  const may = useMay();
  const [asked, setView] = useListView(['view', 'coin']);
  const [undone, setUndone] = useState<Payment | null>(null);
  const view = asked.view === 'DIFFERING' ? 'DIFFERING' : 'ALL';
  const coin = coins.find(({ value }) => value === asked.coin)?.value;
  const query = useRecords('poolPaymentList', { view, ...(coin && { coin }) });
  return (
    <section aria-label={texts.payments}>
      <div className={styles.bar}>
        <h2>{texts.payments}</h2>
        <Segmented
          aria-label={texts.views}
          value={view}
          options={texts.viewOptions}
          onChange={(next) => setView({ view: next === 'DIFFERING' ? next : undefined })}
        />
        <Select
          allowClear
          aria-label={texts.coin}
          placeholder={texts.anyCoin}
          value={coin}
          options={coins}
          className={styles.select}
          onChange={(next) => setView({ coin: next })}
        />
      </div>
      <RecordTable
        key={`${view} ${coin ?? ''}`}
        what={texts.payments}
        query={query}
        columns={columnsOf(may('pool:undo') && query.error === null ? setUndone : null)}
        rowKey={({ id }) => id}
        nothing={texts.nothing[view]}
      />
      {undone !== null && (
        <ProposalDialog
          title={texts.undo}
          okText={texts.undoOk(`${undone.paid} ${undone.coin}`)}
          isDangerous
          action="pool:undo"
          options={{ id: undone.id }}
          onClose={() => setUndone(null)}
        >
          <p>{texts.undoEffect}</p>
        </ProposalDialog>
      )}
    </section>
  );
}

function columnsOf(onUndo: ((payment: Payment) => void) | null): Column<Payment>[] {
  return [
    { key: 'state', title: texts.state, cell: (payment) => <PaymentState payment={payment} /> },
    {
      key: 'period',
      title: texts.period,
      cell: ({ from, to }) => (from === to ? from : `${from} — ${to}`),
    },
    {
      key: 'expected',
      title: texts.expected,
      isNumber: true,
      cell: ({ expected, corrections, coin }) => (
        <>
          <Amount value={expected} coin={coin} />
          {!isZero(corrections) && <span className={styles.sub}>{texts.corrections(corrections)}</span>}
        </>
      ),
    },
    { key: 'paid', title: texts.paid, isNumber: true, cell: ({ paid, coin }) => <Amount value={paid} coin={coin} /> },
    {
      key: 'difference',
      title: texts.difference,
      isNumber: true,
      cell: ({ difference }) => (isZero(difference) ? texts.none : <Amount value={difference} />),
    },
    {
      key: 'reason',
      title: texts.reason,
      cell: ({ reason }) => (
        <span className={styles.reason} title={reason ?? undefined}>
          {reason ?? texts.none}
        </span>
      ),
    },
    {
      key: 'by',
      title: texts.by,
      cell: ({ arrival, paidAt }) => (
        <>
          {arrival === null ? texts.byHand : <span className={styles.code}>{endsOf(arrival.txid)}</span>}
          <span className={styles.sub}>{momentText(paidAt)}</span>
        </>
      ),
    },
    ...(onUndo === null
      ? []
      : [
          {
            key: 'undo',
            title: texts.action,
            isNumber: true,
            cell: (payment: Payment) =>
              !payment.isUndone && (
                <Button size="small" onClick={() => onUndo(payment)}>
                  {texts.undo}
                </Button>
              ),
          },
        ]),
  ];
}

function PaymentState({ payment: { isUndone, difference } }: { payment: Payment }) {
  if (isUndone) return <Status shape="off">{texts.undone}</Status>;
  if (isZero(difference)) return <Status shape="ok">{texts.matched}</Status>;
  return <Status shape="attention">{difference.startsWith('-') ? texts.less : texts.more}</Status>;
}
