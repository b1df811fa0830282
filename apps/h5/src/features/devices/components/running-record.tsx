import { partsOfRange, RunningStrip, shanghaiShortTime } from '@lode/ui';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import type { MachineDetail } from '../machine.ts';
import { periodsOf, runningTimeOf } from '../running-time.ts';
import type { HashrateInRange } from '../use-hashrate.ts';
import styles from './detail.module.css';

/** When the machine ran during the selected range. No hashrate is measured, so no curve is drawn. */
export function RunningRecord({
  machine,
  hashrate: { range, query },
}: {
  machine: MachineDetail;
  hashrate: HashrateInRange;
}) {
  const { data } = query;
  const now = Date.parse(data?.now ?? '');
  const [first] = data?.points ?? [];
  const from = first ? Date.parse(first.time) : now;
  const parts = data ? partsOfRange(periodsOf(machine.statusLog, new Date(now)), from, now) : [];
  const failed = (
    <button type="button" className={styles.heroRetry} onClick={() => void query.refetch()}>
      {messages.recordFailed}
    </button>
  );
  return (
    <RunningStrip
      label={messages.recordLabel(messages.ranges[data?.range ?? range])}
      parts={parts}
      start={first && shanghaiShortTime(first.time)}
      middle={
        query.isError
          ? failed
          : data && !first
            ? messages.noRecordYet
            : data
              ? messages.ranFor(runningTimeOf(parts))
              : '\u00a0'
      }
      end={first && messages.now}
    />
  );
}
