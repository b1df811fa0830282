import { Amount, Card, GroupTitle, Phrases, Row, weekdayOf } from '@lode/ui';
import { Fragment, useState } from 'react';
import { href as hrefOf } from '../../../lib/routes.ts';
import { commonMessages } from '../../../locales/zh/common.ts';
import { outputMessages as messages } from '../../../locales/zh/outputs.ts';
import { recordMessages } from '../../../locales/zh/records.ts';
import { writeRange } from '../date-range.ts';
import { type FeeSum, feesOf, monthsOf, netOf } from '../doge-days.ts';
import type { DayGroup, Output } from '../output.ts';
import type { MachineNames } from '../use-machine-names.ts';
import { OutputRows } from './output-row.tsx';
import styles from './outputs.module.css';

interface DogeDaysProps {
  days: readonly DayGroup[];
  machines: MachineNames;
  /** What a date's DOGE was worth, in micro-USDT; null without a price. */
  worthOf: (date: string) => bigint | null;
}

/** Months of dates; a date opens to its machines, and leads to its derivation where it has one. */
export function DogeDays({ days, machines, worthOf }: DogeDaysProps) {
  return monthsOf(days).map(({ month, days: ofMonth }) => (
    <section key={month}>
      <GroupTitle>{recordMessages.month(month)}</GroupTitle>
      <Card flush>
        {ofMonth.map((day) => (
          <DayRow key={day.date} day={day} machines={machines} worth={worthOf(day.date)} />
        ))}
      </Card>
    </section>
  ));
}

function DayRow({ day, machines, worth }: { day: DayGroup; machines: MachineNames; worth: bigint | null }) {
  const [isOpen, setOpen] = useState(false);
  const { date, outputs, total } = day;
  const [only] = outputs;
  // As the bill leads from a machine's day.
  const href = only && outputs.length === 1 && total !== null ? hrefOfDay(only) : null;
  const net = total === null ? null : netOf(worth, outputs);
  // A line has room for two figures: where the net is known, electricity is in it, and each machine below says its own.
  const more = net === null ? feesOf(outputs).map(feePhrase) : [worthText(worth)];
  const caption =
    total === null
      ? recordMessages.machinesSoFar(outputs.length)
      : outputs.length > 1 || net === null
        ? [recordMessages.machines(outputs.length), ...more]
        : more;
  return (
    <>
      <Row
        title={`${date.slice(5)} ${weekdayOf(date)}`}
        caption={<Phrases of={[caption].flat()} />}
        value={total === null ? commonMessages.dash : <Amount value={total} coin="DOGE" sign />}
        valueCaption={net === null ? worthText(worth) : <Net of={net} />}
        {...(href === null ? { expanded: isOpen, onClick: () => setOpen(!isOpen) } : { href })}
      />
      {isOpen && href === null && (
        <div className={styles.machinesOfDay}>
          <OutputRows outputs={outputs} machines={machines} />
        </div>
      )}
    </>
  );
}

const hrefOfDay = ({ coin, machineId, date }: Output) =>
  hrefOf('outputs', { coin, machineId, range: writeRange({ kind: 'custom', from: date, to: date }) });

const worthText = (worth: bigint | null) =>
  worth !== null && <Amount key="worth" size="inline" value={worth} coin="USDT" approx exact />;
const Net = ({ of }: { of: bigint }) => (
  <>
    {messages.afterFee} <Amount size="inline" value={of} coin="USDT" direction exact />
  </>
);

const feePhrase = ({ coin, amount }: FeeSum) => (
  <Fragment key={coin}>
    {messages.fee} <Amount size="inline" value={amount} coin={coin} debit />
  </Fragment>
);
