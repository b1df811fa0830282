import { Amount, Card, Columns, Figure, MachineStatusChip, shanghaiTime } from '@lode/ui';
import { href } from '../../../lib/routes.ts';
import type { Price } from '../../../lib/valuation.ts';
import { commonMessages } from '../../../locales/zh/common.ts';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import { currentHashrate, type Machine, netOfYesterday, timeOfStatus } from '../machine.ts';
import styles from './devices.module.css';

/** One machine of the list. `prices` is null while loading. */
export function MachineCard({ machine, prices }: { machine: Machine; prices: readonly Price[] | null }) {
  const { label, time } = timeOfStatus(machine);
  const net = prices === null ? null : netOfYesterday(machine, prices);
  return (
    <Card href={href('devices_detail', { id: machine.id })}>
      <div className={styles.cardHead}>
        <div className={styles.names}>
          <h2 className={styles.model}>{machine.model}</h2>
          <span className={styles.place}>
            {machine.machineNo} · {machine.site}
          </span>
        </div>
        <MachineStatusChip status={machine.status} />
      </div>
      <div className={styles.figures}>
        <Columns
          items={[
            {
              label: messages.hashrate,
              value: <Figure value={currentHashrate(machine)} unit={machine.hashrateUnit} />,
            },
            { label: messages.yesterdayOutput, value: <Amount value={machine.yesterdayOutput} coin={machine.coin} /> },
            {
              label: messages.afterFee,
              value:
                net === null ? <Figure value={commonMessages.dash} /> : <Amount value={net} coin="USDT" direction />,
            },
          ]}
        />
      </div>
      <div className={styles.timeLine}>
        <span>{label}</span>
        <span>{time === null ? commonMessages.dash : shanghaiTime(time)}</span>
      </div>
    </Card>
  );
}
