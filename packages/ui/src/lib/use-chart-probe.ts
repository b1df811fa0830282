import { type HTMLAttributes, type KeyboardEvent, type PointerEvent, useState } from 'react';
import { hiddenDots } from '../components/amount/amount.tsx';
import { useHiddenAmounts } from '../components/hidden-amounts/hidden-amounts.tsx';
import { zh } from '../locale/zh.ts';
import styles from './use-chart-probe.module.css';

/** What a chart says of one of its values: `{ at: '11-21', text: '0.00730862 BTC' }`. */
export interface ChartValue {
  at: string;
  text: string;
}

export interface ChartProbe {
  /** The value under the finger; null while nothing is touched. */
  index: number | null;
  /** What stands for that value on screen; null while nothing is touched. */
  touched: string | null;
  /** Of the element that is touched: a slider, whose value text a screen reader says. */
  attributes: HTMLAttributes<HTMLElement>;
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/**
 * Reads a chart value by value: by finger, mouse or arrow keys. `indexAt` maps a fraction of the width (0 to 1) to a value;
 * `isAmount` says whether the eye button hides the text. A touch stays read until the chart loses the focus.
 */
export function useChartProbe({
  label,
  values,
  indexAt,
  isAmount = true,
}: {
  label: string;
  values: readonly ChartValue[];
  indexAt: (fraction: number) => number;
  isAmount?: boolean;
}): ChartProbe {
  const [chosen, setChosen] = useState<number | null>(null);
  const isHidden = useHiddenAmounts() && isAmount;
  const last = values.length - 1;
  const index = chosen === null ? null : Math.min(chosen, last);
  const textOf = ({ at, text }: ChartValue) => `${at} ${isHidden ? hiddenDots : text}`;
  const spoken = ({ at, text }: ChartValue) => `${at} ${isHidden ? zh.amountHidden : text}`;

  function readAt(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width === 0) return;
    const fraction = Math.min(Math.max((event.clientX - left) / width, 0), 1);
    setChosen(Math.min(Math.max(indexAt(fraction), 0), last));
  }

  function readByKey(event: KeyboardEvent) {
    const current = index ?? last;
    const next = { Home: 0, End: last }[event.key] ?? current + (steps[event.key] ?? Number.NaN);
    if (Number.isNaN(next)) return;
    event.preventDefault();
    setChosen(Math.min(Math.max(next, 0), last));
  }

  const current = values[index ?? last];
  return {
    index,
    touched: index === null || !current ? null : textOf(current),
    attributes: {
      className: styles.touch,
      role: 'slider',
      tabIndex: 0,
      'aria-label': label,
      'aria-valuemin': 0,
      'aria-valuemax': last,
      'aria-valuenow': index ?? last,
      'aria-valuetext': current && spoken(current),
      onPointerDown: readAt,
      onPointerMove: readAt,
      onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && setChosen(null),
      onPointerCancel: () => setChosen(null),
      onBlur: () => setChosen(null),
      onKeyDown: readByKey,
    },
  };
}
