import { share } from '@lode/ui';
import styles from './break-even-gauge.module.css';

const width = 311;
/** Room on the right of the higher price, so that its mark stands inside. */
const headroom = 0.85;

/** Both prices on one bar from zero: amber is what the price leaves above break-even, an outline what it lacks. */
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
  const places = markPlaces(breakEvenX, priceX, breakEvenMark, priceMark);
  return (
    <svg className={styles.gauge} viewBox={`0 0 ${width} 46`} role="img" aria-label={label}>
      <rect className={styles.track} y="12" width={width} height="8" rx="2" />
      <rect className={styles.base} y="12" width={left} height="8" rx="2" />
      <rect className={isAbove ? styles.above : styles.below} x={left} y="12" width={right - left} height="8" />
      <path className={styles.mark} d={`M${breakEvenX} 8v16M${priceX} 8v16`} />
      <text x={places.breakEven} y="41" textAnchor="middle">
        {breakEvenMark}
      </text>
      <text x={places.price} y="41" textAnchor="middle">
        {priceMark}
      </text>
    </svg>
  );
}

const glyph = 11;
/** Rough width of a text: Chinese takes a whole square, digits half. */
const widthOf = (text: string) => [...text].reduce((sum, sign) => sum + (sign > '\u2E80' ? glyph : glyph * 0.58), 0);

/** Centres each text under its mark, inside the picture, and pushes the two apart where they would touch. */
function markPlaces(breakEvenX: number, priceX: number, breakEvenText: string, priceText: string) {
  const halves = { breakEven: widthOf(breakEvenText) / 2, price: widthOf(priceText) / 2 };
  const inside = (x: number, half: number) => Math.min(Math.max(x, half), width - half);
  let breakEven = inside(breakEvenX, halves.breakEven);
  let price = inside(priceX, halves.price);
  const apart = halves.breakEven + halves.price + 8;
  if (Math.abs(price - breakEven) < apart) {
    if (priceX >= breakEvenX) breakEven = inside(price - apart, halves.breakEven);
    else breakEven = inside(price + apart, halves.breakEven);
    price = priceX >= breakEvenX ? Math.max(price, breakEven + apart) : Math.min(price, breakEven - apart);
  }
  return { breakEven, price };
}
