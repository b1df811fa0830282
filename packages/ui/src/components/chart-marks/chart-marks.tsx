import { greatest, smallest } from '../../lib/share.ts';
import { zh } from '../../locale/zh.ts';
import { hiddenDots } from '../amount/amount.tsx';
import { useHiddenAmounts } from '../hidden-amounts/hidden-amounts.tsx';
import styles from './chart-marks.module.css';

export interface ChartMark {
  at: string;
  value: bigint;
}

/**
 * The highest and the lowest value of a chart with their own dates, since those below the chart are its ends', and what its bottom
 * edge stands for when that is not zero. `values` are in order of time; of equal ones the first is named. Of a `cumulative` series the
 * first and the last value, which stand below their own dates.
 */
export function ChartMarks({
  values,
  figure,
  floor = 0n,
  cumulative = false,
}: {
  values: readonly ChartMark[];
  figure: (value: bigint) => string;
  floor?: bigint;
  cumulative?: boolean;
}) {
  const isHidden = useHiddenAmounts();
  const shown = (value: bigint) => (isHidden ? hiddenDots : figure(value));
  if (cumulative) {
    const [first, last] = [values[0], values.length > 1 ? values.at(-1) : undefined];
    return (
      <p className={styles.marks}>
        <span>{first && shown(first.value)}</span>
        <span>{last && shown(last.value)}</span>
      </p>
    );
  }
  const [high, low] = [greatest, smallest].map((extreme) => extreme(values.map(({ value }) => value))) as [
    bigint,
    bigint,
  ];
  const dateOf = (extreme: bigint) => (high === low ? '' : (values.find(({ value }) => value === extreme)?.at ?? ''));
  return (
    <p className={styles.marks}>
      <span>{zh.highest(dateOf(high), shown(high))}</span>
      <span>{zh.lowest(dateOf(low), shown(low))}</span>
      {floor > 0n && <span>{zh.bottomEdge(withoutLastZeros(shown(floor)))}</span>}
    </p>
  );
}

const withoutLastZeros = (figure: string) => (figure.includes('.') ? figure.replace(/\.?0+$/, '') : figure);
