import { parseDecimal } from '@lode/money';
import { EmptyVein, shanghaiShortTime, Vein } from '@lode/ui';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import type { HashrateCurve } from '../use-hashrate-curve.ts';
import styles from './detail.module.css';

/** The machine's hashrate as a chart, computed from its running log. */
export function HashrateVein({ curve: { range, query } }: { curve: HashrateCurve }) {
  if (query.data === undefined && !query.isError) return <EmptyVein />;
  const points = query.data?.points ?? [];
  const failed = (
    <button type="button" className={styles.heroRetry} onClick={() => void query.refetch()}>
      {messages.curveFailed}
    </button>
  );
  return (
    <Vein
      values={points.map(({ value }) => parseDecimal(value, 6))}
      label={messages.curveLabel(messages.ranges[query.data?.range ?? range])}
      start={points[0] && shanghaiShortTime(points[0].time)}
      middle={query.data === undefined ? failed : points.length === 0 ? messages.noHashrateYet : messages.byStatusLog}
      end={points.length > 1 ? messages.now : undefined}
    />
  );
}
