import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { Status } from '../../components/shape.tsx';
import { useRecords } from '../../lib/records.ts';
import { type May, useMay } from '../../lib/session.ts';
import { ageText } from '../../lib/time.ts';
import { endsOf } from '../../lib/work-items.ts';
import {
  type RecoveryOffer,
  recoveryTexts,
  type StuckPayment,
  stuckCauses,
  stuckTexts as texts,
} from '../../locales/zh/stuck-payments.ts';
import { RecoveryDialog, recoveryAsks } from './recovery-dialog.tsx';
import styles from './stuck-payments.module.css';

interface Chosen {
  payment: StuckPayment;
  offer: RecoveryOffer;
}

/** Payments that do not go on by themselves, each with its recovery. */
export function StuckPaymentsPage() {
  const may = useMay();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const query = useRecords('stuckPaymentList', {}, { refetchInterval: 15_000 });
  return (
    <>
      <PageHead title={texts.title} note={may('withdrawal:fail') ? undefined : texts.financeActs} />
      <RecordTable
        what={texts.title}
        query={query}
        columns={[...columns, actionColumn(may, query.error === null ? setChosen : null)]}
        rowKey={({ id, cause }) => `${id} ${cause}`}
        to={({ id }) => `/withdrawals/${id}`}
        nothing={texts.nothing}
      />
      {chosen !== null && <RecoveryDialog {...chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

const columns: Column<StuckPayment>[] = [
  {
    key: 'cause',
    title: texts.cause,
    cell: ({ cause, blocks }) => (
      <div className={styles.cause}>
        <Status shape={stuckCauses[cause].shape}>
          {stuckCauses[cause].label}
          {blocks !== null && ` · ${texts.blocks(blocks.since, blocks.needed)}`}
        </Status>
        <span className={styles.sub}>{stuckCauses[cause].text}</span>
      </div>
    ),
  },
  {
    key: 'number',
    title: texts.number,
    cell: ({ id, number, account }) => (
      <>
        <Link to={`/withdrawals/${id}`}>{number}</Link>
        <span className={styles.account}>{account ?? texts.treasury}</span>
      </>
    ),
  },
  {
    key: 'txid',
    title: texts.txid,
    cell: ({ txid, attempts, sharedWith }) => (
      <>
        <span className={styles.code}>{txid === null ? texts.noTxid : endsOf(txid)}</span>
        {attempts > 1 && <span className={styles.sub}>{texts.attempts(attempts)}</span>}
        {sharedWith > 0 && <span className={styles.sub}>{texts.sharedWith(sharedWith)}</span>}
      </>
    ),
  },
  {
    key: 'amount',
    title: texts.amount,
    isNumber: true,
    cell: ({ amount, coin }) => <Amount value={amount} coin={coin} />,
  },
  { key: 'age', title: texts.age, isNumber: true, cell: ({ since }, readAt) => ageText(since, readAt) },
];

/** `onChoose` is null while what is shown is old. */
function actionColumn(may: May, onChoose: ((chosen: Chosen) => void) | null): Column<StuckPayment> {
  return {
    key: 'action',
    title: texts.action,
    isNumber: true,
    cell: (payment) => (
      <div className={styles.buttons}>
        {payment.offers.length === 0 && <span className={styles.sub}>{texts.automatic}</span>}
        {payment.offers.map((offer) =>
          may(recoveryAsks[offer]) ? (
            <Button
              key={offer}
              size="small"
              disabled={onChoose === null}
              onClick={() => onChoose?.({ payment, offer })}
            >
              {recoveryTexts[offer].button(payment)}
            </Button>
          ) : (
            <span key={offer} className={styles.sub}>
              {recoveryTexts[offer].title}
            </span>
          ),
        )}
      </div>
    ),
  };
}
