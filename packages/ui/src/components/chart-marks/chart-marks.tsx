import { zh } from '../../locale/zh.ts';
import { hiddenDots } from '../amount/amount.tsx';
import { useHiddenAmounts } from '../hidden-amounts/hidden-amounts.tsx';
import styles from './chart-marks.module.css';

/** The highest and the lowest value of a chart, and what its bottom edge stands for when that is not zero. */
export function ChartMarks({ high, low, floor }: { high: string; low: string; floor?: string | null }) {
  const isHidden = useHiddenAmounts();
  const shown = (text: string) => (isHidden ? hiddenDots : text);
  return (
    <p className={styles.marks}>
      <span>{zh.highest(shown(high))}</span>
      <span>{zh.lowest(shown(low))}</span>
      {floor && <span>{zh.bottomEdge(shown(floor))}</span>}
    </p>
  );
}
