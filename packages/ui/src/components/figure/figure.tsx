import type { CSSProperties } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './figure.module.css';

/** `inline` inherits size and colour. */
export type FigureSize = 'display' | 'figure' | 'lead' | 'title' | 'body' | 'sub' | 'inline';

/** Digits that fit at 375 px in each size; longer figures shrink. */
const roomFor: Record<FigureSize, number> = {
  display: 13,
  figure: 18,
  lead: 18,
  title: 22,
  body: 26,
  sub: 28,
  inline: 32,
};

/** Class and style of a figure by its length; shared with `Amount`. */
export function figureLook(size: FigureSize, length: number): { className: string; style?: CSSProperties } {
  const className = classes(styles.base, styles[size]);
  if (length <= roomFor[size]) return { className };
  return { className, style: { '--fit': String(roomFor[size] / length) } as CSSProperties };
}

/**
 * A number other than an amount, with its unit: `1,246.00 TH/s`, `6 天`. The value is already formatted; value and unit have
 * one accessible name.
 */
export function Figure({
  value,
  unit,
  size = 'body',
  label,
}: {
  value: string;
  unit?: string;
  size?: FigureSize;
  label?: string;
}) {
  const [integer = '', decimals] = value.split('.');
  const smallDecimals = size === 'display' && decimals !== undefined;
  return (
    <span {...figureLook(size, value.length)} role="img" aria-label={label ?? (unit ? `${value} ${unit}` : value)}>
      {smallDecimals ? integer : value}
      {smallDecimals && <span className={styles.cents}>.{decimals}</span>}
      {unit && <span className={styles.unit}> {unit}</span>}
    </span>
  );
}
