import { displayAmount, displayFull, formatAmount } from '@lode/money';
import { Amount, Card, ColumnChart, Columns, FeeNetChart, groupDigits, KeyValues, Legend, MoreLink } from '@lode/ui';
import { href } from '../../../lib/routes.ts';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import { earningsMessages } from '../../../locales/zh/earnings.ts';
import type { MachineDetail } from '../machine.ts';
import type { Month, ValuedMonth } from '../month.ts';
import styles from './detail.module.css';

/** Output and cost of the last 30 days; without prices the output stays in its coin. */
export function MonthCard({ machine, month }: { machine: MachineDetail; month: Month }) {
  const more = (
    <MoreLink href={href('outputs', { machineId: machine.id, coin: machine.coin })}>{messages.outputDetails}</MoreLink>
  );
  return (
    <Card title={messages.last30} action={more}>
      {month.outputs.length === 0 ? (
        <p className={styles.empty}>{messages.noDays}</p>
      ) : month.valued ? (
        <ValuedFigures month={month.valued} />
      ) : (
        <UnvaluedMonth machine={machine} month={month} />
      )}
    </Card>
  );
}

/** Characters that fit beside each other on the narrowest phone; longer figures are stacked. */
const roomBeside = 20;
const isWide = (amounts: readonly bigint[]) =>
  amounts.reduce((length, amount) => length + allDigits(amount).length, 0) > roomBeside;

const inUsdt = (amount: bigint) => groupDigits(displayAmount(amount, 'USDT'));
const allDigits = (amount: bigint) => groupDigits(displayFull(amount, 'USDT'));

/** With all digits: so they add up, and their net is that of earnings. */
function ValuedFigures({ month: { days, totalValue, electricity, hosting } }: { month: ValuedMonth }) {
  const net = totalValue - electricity - hosting;
  const hasShortfall = days.some((day) => day.fee > day.output);
  const hasHosting = hosting > 0n;
  const isStacked = hasHosting || isWide([totalValue, electricity, net]);
  const figure = (amount: bigint) => (
    <Amount size={isStacked ? 'sub' : 'lead'} value={amount} coin="USDT" unit={null} exact />
  );
  const items = [
    { label: messages.outputValue, value: figure(totalValue) },
    { label: messages.fee, value: figure(-electricity) },
    ...(hasHosting ? [{ label: messages.hostingFees, value: figure(-hosting) }] : []),
    { label: messages.netOf30, value: <Amount size="lead" value={net} coin="USDT" unit={null} direction exact /> },
  ];
  return (
    <>
      {isStacked ? <KeyValues items={items} /> : <Columns items={items} />}
      <div className={styles.chart}>
        <FeeNetChart
          days={days}
          label={messages.chartLabel}
          read={({ output, fee }) =>
            messages.dayRead(allDigits(output), messages.costOf(hasHosting, allDigits(fee)), allDigits(output - fee))
          }
          figure={(amount) => messages.netFigure(inUsdt(amount))}
        />
      </div>
      <Legend
        items={[
          { label: messages.paysFee(hasHosting), tone: 'quiet' },
          { label: earningsMessages.net, tone: 'accent' },
          ...(hasShortfall ? [{ label: messages.uncovered(hasHosting), tone: 'short' as const }] : []),
        ]}
        trailing={messages.dailyUsdt}
      />
    </>
  );
}

function UnvaluedMonth({ machine, month }: { machine: MachineDetail; month: Month }) {
  return (
    <>
      <Columns
        items={[
          { label: messages.output, value: <Amount size="lead" value={month.totalOutput} coin={machine.coin} /> },
          { label: messages.fee, value: <Amount size="lead" value={-month.totalFee} coin="USDT" /> },
        ]}
      />
      <div className={styles.chart}>
        <ColumnChart
          days={month.outputs}
          label={messages.outputChartLabel}
          figure={(output) => formatAmount(output, machine.coin)}
          unit={machine.coin}
        />
      </div>
      <Legend items={[]} trailing={messages.daily(machine.coin)} />
    </>
  );
}
