import { share } from '@lode/ui';
import styles from './break-even-gauge.module.css';

const width = 311;
/** Space right of the higher price, so that its mark stays inside. */
const headroom = 0.85;

/** Both prices on one bar from zero: amber is the margin above break-even, an outline the shortfall. */
export function BreakEvenGauge({
  breakEven,
  price,
  label,
  breakEvenMark,
  priceMark,
}: {
  breakEven: bigint;
  price: bigint;
  label: string;
  breakEvenMark: string;
  priceMark: string;
}) {
  const high = price > breakEven ? price : breakEven;
  const breakEvenX = share(breakEven, high) * width * headroom;
  const priceX = share(price, high) * width * headroom;
  const isAbove = price >= breakEven;
  const [left, right] = isAbove ? [breakEvenX, priceX] : [priceX, breakEvenX];
  const texts = isAbove ? { left: breakEvenMark, right: priceMark } : { left: priceMark, right: breakEvenMark };
  const places = textPlaces(left / width, texts);
  return (
    <div className={styles.gauge} role="img" aria-label={label}>
      <svg className={styles.bar} viewBox={`0 0 ${width} 16`} aria-hidden="true">
        <rect className={styles.track} y="4" width={width} height="8" rx="2" />
        <rect className={styles.base} y="4" width={left} height="8" rx="2" />
        <rect className={isAbove ? styles.above : styles.below} x={left} y="4" width={right - left} height="8" />
        <path className={styles.mark} d={`M${left} 0v16M${right} 0v16`} />
      </svg>
      <span style={{ left: places.left }}>{texts.left}</span>
      <span style={{ left: places.right }}>{texts.right}</span>
    </div>
  );
}

/** Approximate width in em: a Chinese character takes 1, a digit a little over half. */
const widthOf = (text: string) => [...text].reduce((sum, sign) => sum + (sign > '\u2E80' ? 1 : 0.58), 0);
const hundredth = (n: number) => Math.round(n * 100) / 100;

/**
 * Left edges of the texts, centred under their marks, inside the gauge and without overlap; in CSS, because texts keep
 * their size while the bar scales.
 */
function textPlaces(leftShare: number, texts: { left: string; right: string }) {
  const leftWidth = hundredth(widthOf(texts.left));
  const rightWidth = hundredth(widthOf(texts.right));
  const right = `min(${headroom * 100}% - ${rightWidth / 2}em, 100% - ${rightWidth}em)`;
  const left = `max(0px, min(${hundredth(leftShare * 100)}% - ${leftWidth / 2}em, ${right} - ${leftWidth}em - 8px))`;
  return { left, right };
}
