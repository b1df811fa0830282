import type { ReactNode } from 'react';
import { useChartProbe } from '../../lib/use-chart-probe.ts';
import markStyles from '../chart-marks/chart-marks.module.css';
import { ChartMarks } from '../chart-marks/chart-marks.tsx';
import styles from './vein.module.css';
import {
  linePath,
  type Point,
  rockPath,
  strataPath,
  veinFloor,
  veinIndexAt,
  veinPoints,
  veinSize,
} from './vein-geometry.ts';

export interface VeinValue {
  /** As the axis names it, such as `11-21`. */
  at: string;
  /** At least 0. */
  value: bigint;
}

/**
 * A chart of one series (output, interest) as a vein in dark rock; directly inside a `Hero`, edge to edge. `label` names the
 * content, `figure` writes a value without its unit. `middle` stands below the drawing until a value is touched.
 */
export function Vein({
  values,
  label,
  figure,
  unit,
  middle,
  cumulative = false,
}: {
  values: readonly VeinValue[];
  label: string;
  figure: (value: bigint) => string;
  unit: string;
  middle?: ReactNode;
  /** It only rises: its ends are marked, not a highest and a lowest value. */
  cumulative?: boolean;
}) {
  const [first] = values;
  const last = values.at(-1);
  if (!first || !last) return <EmptyVein label={label}>{middle}</EmptyVein>;
  return <FilledVein {...{ values, label, figure, unit, middle, cumulative, first, last }} />;
}

function FilledVein({
  values,
  label,
  figure,
  unit,
  middle,
  cumulative = false,
  first,
  last,
}: Parameters<typeof Vein>[0] & { first: VeinValue; last: VeinValue }) {
  const amounts = values.map(({ value }) => value);
  const floor = veinFloor(amounts);
  const points = veinPoints(amounts);
  const { index, touched, attributes } = useChartProbe({
    label,
    values: values.map(({ at, value }) => ({ at, text: `${figure(value)} ${unit}` })),
    indexAt: (fraction) => veinIndexAt(fraction, values.length),
  });
  const { x, y } = points[index ?? points.length - 1] as Point;
  return (
    <>
      <div {...attributes}>
        <svg className={styles.vein} viewBox={`0 0 ${veinSize.width} ${veinSize.height}`} aria-hidden="true">
          <path className={styles.rock} d={rockPath(points)} />
          <path className={styles.strata} d={strataPath(points)} />
          <path className={styles.ore} d={linePath(points)} />
          {index !== null && <path className={styles.ruler} d={`M${x} 0V${veinSize.height}`} />}
          <circle className={styles.halo} cx={x} cy={y} r="7" />
          <circle className={styles.dot} cx={x} cy={y} r="3.25" />
        </svg>
      </div>
      <div className={styles.axis}>
        <div className={styles.ends}>
          <span>{first.at}</span>
          <span>{touched ?? middle}</span>
          <span>{values.length > 1 && last.at}</span>
        </div>
        <ChartMarks values={values} figure={figure} floor={floor} cumulative={cumulative} />
      </div>
    </>
  );
}

/** A vein without data, of the same height: while it loads without a label, else with what its children say. */
export function EmptyVein({ label, children }: { label?: string; children?: ReactNode }) {
  const name = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <>
      <svg className={styles.vein} viewBox={`0 0 ${veinSize.width} ${veinSize.height}`} {...name}>
        <EmptyRock />
      </svg>
      <div className={styles.axis}>
        <div className={styles.ends}>
          <span />
          <span>{children}</span>
          <span />
        </div>
        <p className={markStyles.marks}>&nbsp;</p>
      </div>
    </>
  );
}

function EmptyRock() {
  return (
    <>
      <path className={styles.rock} d={`M0 60H${veinSize.width}V${veinSize.height}H0Z`} />
      <path className={styles.strata} d={`M0 60H${veinSize.width}`} strokeDasharray="2 4" />
    </>
  );
}
