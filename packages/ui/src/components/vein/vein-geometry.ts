import { largest, share } from '../../lib/share.ts';

export interface Point {
  x: number;
  y: number;
}

/** In the drawing's units; the width of the design's phone. */
export const veinSize = { width: 375, height: 136 } as const;

const lastX = 357;
const top = 14;
const bottom = 132;

/** Where the axis begins: where all values lie above a fifth of the highest, that, down to two digits, so that it is short to say; else zero. */
export function veinFloor(values: readonly bigint[]): bigint {
  const fifth = largest(values) / 5n;
  const unit = 10n ** BigInt(Math.max(0, String(fifth).length - 2));
  return values.every((value) => value >= fifth) ? fifth - (fifth % unit) : 0n;
}

/**
 * Maps a series to points from the left edge to the dot on the right. At most the lowest fifth of the axis is cut, so that a
 * fall looks no larger than five quarters of what it is.
 */
export function veinPoints(values: readonly bigint[]): Point[] {
  const high = largest(values);
  const floor = veinFloor(values);
  const step = values.length > 1 ? lastX / (values.length - 1) : 0;
  return values.map((value, i) => ({
    x: values.length > 1 ? step * i : lastX,
    y: bottom - (bottom - top) * share(value > floor ? value - floor : 0n, high - floor),
  }));
}

/** The value nearest to a fraction of the drawing's width. */
export function veinIndexAt(fraction: number, count: number): number {
  return Math.round(((fraction * veinSize.width) / lastX) * (count - 1));
}

const text = (n: number) => String(Math.round(n * 10) / 10);

/** `M0 31L7.6 32.8…` */
export function linePath(points: readonly Point[]): string {
  return points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${text(x)} ${text(y)}`).join('');
}

/** The area below the line. */
export function rockPath(points: readonly Point[]): string {
  const last = points.at(-1);
  const first = points[0];
  if (!first || !last) return '';
  const { width, height } = veinSize;
  const start = first.x > 0 ? `M0 ${text(first.y)}L${linePath(points).slice(1)}` : linePath(points);
  return `${start}L${width} ${text(last.y)}V${height}H0Z`;
}

/** Cracks below the line at the series' points, so that the picture contains data only. */
export function strataPath(points: readonly Point[]): string {
  const every = Math.max(1, Math.floor(points.length / 9));
  return points
    .filter((_, i) => i % every === Math.floor(every / 2) && i > 0 && i < points.length - 1)
    .map(({ x, y }, i) => {
      const lean = (((i * 37 + 11) % 29) - 14) * 0.9;
      return `M${text(x)} ${text(y)}L${text(x + lean)} ${veinSize.height}`;
    })
    .join('');
}
