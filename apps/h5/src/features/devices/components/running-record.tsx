import { partsOfRange, RunningStrip, shanghaiShortTime } from '@lode/ui';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import type { MachineDetail } from '../machine.ts';
import { periodsOf, runningTimeOf } from '../running-time.ts';
import type { HashrateCurve } from '../use-hashrate-curve.ts';
import styles from './detail.module.css';

/** When the machine ran during the selected range. No hashrate is measured, so no curve is drawn. */
export function RunningRecord({ machine, curve: { range, query } }: { machine: MachineDetail; curve: HashrateCurve }) {
  const { data } = query;
  const now = Date.parse(data?.now ?? '');
  const [first] = data?.points ?? [];
  const from = first ? Date.parse(first.time) : now;
  const periods = data ? periodsOf(machine.statusLog, new Date(now)) : [];
  const failed = (
    <button type="button" className={styles.heroRetry} onClick={() => void query.refetch()}>
      {messages.recordFailed}
    </button>
  );
  return (
    <RunningStrip
      label={messages.recordLabel(messages.ranges[data?.range ?? range])}
      periods={periods}
      from={from}
      to={now}
      start={first && shanghaiShortTime(first.time)}
      middle={
        query.isError
          ? failed
          : data && !first
            ? messages.noRecordYet
            : data
              ? messages.ranFor(runningTimeOf(partsOfRange(periods, from, now)))
              : '\u00a0'
      }
      end={first && messages.now}
    />
  );
}
