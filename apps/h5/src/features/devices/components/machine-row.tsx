import { Amount, AppLink, Figure, Icon, MachineStatusChip, shanghaiDate, shanghaiTime } from '@lode/ui';
import { href } from '../../../lib/routes.ts';
import type { Price } from '../../../lib/valuation.ts';
import { commonMessages } from '../../../locales/zh/common.ts';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import { type Machine, netOfYesterday, shortHashrate, timeOfStatus } from '../machine.ts';
import { switchActionOf } from '../machine-switch.ts';
import styles from './machine-list.module.css';

/** One machine of the list. `prices` is null while loading. With `onToggle` it is a tick of the batch, else a link. */
export function MachineRow({
  machine,
  prices,
  checked = false,
  onToggle,
}: {
  machine: Machine;
  prices: readonly Price[] | null;
  checked?: boolean;
  onToggle?: (machine: Machine) => void;
}) {
  if (onToggle === undefined) {
    return (
      <AppLink href={href('devices_detail', { id: machine.id })} className={styles.row}>
        <Lines machine={machine} prices={prices} />
      </AppLink>
    );
  }
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-disabled={switchActionOf(machine) === null || undefined}
      className={styles.row}
      onClick={() => onToggle(machine)}
    >
      <span className={styles.box}>{checked && <Icon name="check" size="xs" />}</span>
      <Lines machine={machine} prices={prices} />
    </button>
  );
}

function Lines({ machine, prices }: { machine: Machine; prices: readonly Price[] | null }) {
  const { label, time } = timeOfStatus(machine);
  const net = prices === null ? null : netOfYesterday(machine, prices);
  return (
    <span className={styles.lines}>
      <span className={styles.line}>
        <b className={styles.model}>{machine.model}</b>
        <MachineStatusChip status={machine.status} />
      </span>
      <span className={styles.line}>
        <span className={styles.place}>
          <span>
            {/* What it can do, where it does nothing now. */}
            {machine.status !== 'RUNNING' && messages.rated}
            <Figure size="inline" value={shortHashrate(machine)} unit={machine.hashrateUnit} />
          </span>
          <span className={styles.number}>
            <span className={styles.dot}> · </span>
            {machine.machineNo}
          </span>
          <span className={styles.site}>
            <span className={styles.dot}> · </span>
            <span className={styles.siteName}>{machine.site}</span>
          </span>
        </span>
        {net === null ? <Figure value={commonMessages.dash} /> : <Amount value={net} coin="USDT" direction />}
      </span>
      <span className={styles.line}>
        <span className={styles.time}>
          {label} {time === null ? commonMessages.dash : shanghaiTime(time)}
        </span>
        <Amount size="sub" value={machine.yesterdayOutput} coin={machine.coin} />
      </span>
      <Attention machine={machine} />
    </span>
  );
}

/** What waits for the customer here; nothing where nothing does. */
function Attention({ machine }: { machine: Machine }) {
  const { attention, owed, wantedStatus, endTime } = machine;
  if (attention === null) return null;
  const isDebt = attention === 'ARREAR' || attention === 'OWED';
  return (
    <span className={isDebt ? `${styles.attention} ${styles.grave}` : styles.attention}>
      <Icon name={attention === 'REPAIR' ? 'wrench' : attention === 'ENDING' ? 'cal' : 'warning'} size="xs" />
      <span>
        {attention === 'REPAIR' && messages.inRepair}
        {attention === 'LOSING' && messages.losing}
        {attention === 'ENDING' && endTime !== null && messages.endsOn(shanghaiDate(endTime))}
        {isDebt && (
          <>
            {messages.arrearOwed} <Amount size="inline" value={owed} coin="USDT" debit />
          </>
        )}
        {attention === 'ARREAR' && (
          <>
            {messages.comma}
            {wantedStatus === 'SUSPEND' ? messages.arrearStaysOff : messages.arrearResumes}
          </>
        )}
      </span>
    </span>
  );
}
