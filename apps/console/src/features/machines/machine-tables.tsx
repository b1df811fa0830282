import type { ConsoleData } from '@lode/contract/console';
import { Button, Tag } from 'antd';
import { Amount } from '../../components/amount.tsx';
import { Status } from '../../components/shape.tsx';
import { momentText } from '../../lib/time.ts';
import { machineStatuses, machineTexts as texts } from '../../locales/zh/machines.ts';
import { termsTexts } from '../../locales/zh/terms.ts';
import styles from './machines.module.css';
import { dayOf } from './mining-day.ts';
import { type PlainColumn, PlainTable } from './plain-table.tsx';

type Page = ConsoleData<'machine'>;

const dayColumns = (coin: string): PlainColumn<Page['days'][number]>[] => [
  { title: texts.date, cell: ({ date }) => date },
  {
    title: texts.running,
    isNumber: true,
    cell: ({ runningSeconds }) => (runningSeconds === null ? texts.none : texts.hours(runningSeconds)),
  },
  { title: texts.outputOf(coin), isNumber: true, cell: ({ output }) => <Amount value={output} /> },
  { title: texts.fee, isNumber: true, cell: ({ fee }) => <Amount value={fee} /> },
  { title: texts.owedOfDay, isNumber: true, cell: ({ owed }) => <Amount value={owed} /> },
];

export function Days({ days, coin }: { days: Page['days']; coin: string }) {
  return (
    <PlainTable
      title={texts.days}
      rows={days}
      rowKey={({ date }) => date}
      nothing={texts.noDays}
      columns={dayColumns(coin)}
    />
  );
}

const moveColumns: PlainColumn<Page['moves'][number]>[] = [
  {
    title: texts.to,
    cell: ({ to, isCorrected }) => (
      <>
        <Status shape={machineStatuses[to].shape}>{machineStatuses[to].label}</Status>{' '}
        {isCorrected && <Tag>{texts.corrected}</Tag>}
      </>
    ),
  },
  { title: texts.at, cell: ({ at }) => momentText(at) },
  { title: texts.until, cell: ({ until }) => (until === null ? texts.now : momentText(until)) },
  { title: texts.by, cell: ({ by }) => texts.mover(by) },
  { title: texts.reason, cell: ({ reason }) => <span className={styles.wrap}>{texts.reasonText(reason)}</span> },
];

export function Moves({ moves }: { moves: Page['moves'] }) {
  return (
    <PlainTable
      title={texts.moves}
      rows={moves}
      rowKey={({ at, to }) => `${at} ${to}`}
      nothing={texts.none}
      columns={moveColumns}
    />
  );
}

const termsColumns = (
  hashrateUnit: string,
  onTakeBack: TermsProps['onTakeBack'],
): PlainColumn<Page['terms'][number]>[] => [
  {
    title: texts.validFrom,
    cell: ({ from, isApplied }) => (
      <>
        {from} {!isApplied && <Tag>{texts.announced}</Tag>}
        {!isApplied && onTakeBack && (
          <Button size="small" onClick={() => onTakeBack(from)}>
            {termsTexts.takeBack}
          </Button>
        )}
      </>
    ),
  },
  {
    title: texts.customer,
    cell: ({ customer, account }) => <Two first={texts.customerNo(customer)} second={account} />,
  },
  { title: texts.site, cell: ({ site, tariff }) => <Two first={site} second={tariff} /> },
  { title: texts.tariff, isNumber: true, cell: ({ price }) => texts.price(price) },
  {
    title: texts.hashrate,
    isNumber: true,
    cell: ({ hashrate, powerWatts }) => <Two first={`${hashrate} ${hashrateUnit}`} second={texts.watts(powerWatts)} />,
  },
  { title: texts.poolFee, isNumber: true, cell: ({ poolFeeRate }) => texts.rate(poolFeeRate) },
  {
    title: texts.hostingFeeUsdt,
    isNumber: true,
    cell: ({ hostingFeeMonthly: fee }) => (fee === null ? texts.none : <Amount value={fee} />),
  },
  { title: texts.contractEnd, cell: ({ endTime }) => (endTime === null ? texts.noEnd : dayOf(endTime)) },
  { title: texts.recordedBy, cell: ({ recordedBy }) => texts.mover(recordedBy) },
];

interface TermsProps {
  terms: Page['terms'];
  hashrateUnit: string;
  /** Of a version that has not begun; absent: it may not be taken back. */
  onTakeBack?: (from: string) => void;
}

export function Terms({ terms, hashrateUnit, onTakeBack }: TermsProps) {
  return (
    <PlainTable
      title={texts.terms}
      rows={terms}
      rowKey={({ from }) => from}
      nothing={texts.none}
      columns={termsColumns(hashrateUnit, onTakeBack)}
    />
  );
}

const outageColumns: PlainColumn<Page['outages'][number]>[] = [
  { title: texts.at, cell: ({ from }) => momentText(from) },
  { title: texts.until, cell: ({ to }) => (to === null ? texts.lasting : momentText(to)) },
  {
    title: texts.scope,
    cell: ({ site, machine }) => (site === null ? machine?.machineNo : texts.wholeSite(site)),
  },
  {
    title: texts.instead,
    cell: ({ status }) => <Status shape={machineStatuses[status].shape}>{machineStatuses[status].label}</Status>,
  },
  {
    title: texts.recordedAndApproved,
    cell: ({ recordedBy, approvedBy }) => <Two first={texts.mover(recordedBy)} second={texts.mover(approvedBy)} />,
  },
  { title: texts.reason, cell: ({ reason }) => <span className={styles.wrap}>{reason}</span> },
];

export function Outages({ outages }: { outages: Page['outages'] }) {
  return (
    <PlainTable
      title={texts.outages}
      rows={outages}
      rowKey={({ id }) => id}
      nothing={texts.noOutages}
      columns={outageColumns}
    />
  );
}

function Two({ first, second }: { first: string; second: string }) {
  return (
    <>
      {first}
      <span className={styles.sub}>{second}</span>
    </>
  );
}
