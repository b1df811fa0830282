import { type Coin, parseAmount } from '@lode/money';
import { classes } from '../../lib/classes.ts';
import { minus } from '../../lib/digits.ts';
import { zh } from '../../locale/zh.ts';
import figureStyles from '../figure/figure.module.css';
import { type FigureSize, figureLook } from '../figure/figure.tsx';
import { useHiddenAmounts } from '../hidden-amounts/hidden-amounts.tsx';
import { amountParts } from './amount-parts.ts';

export interface AmountProps {
  /** Decimal text as on the wire, or minor units of the coin's ledger scale. */
  value: string | bigint;
  coin: Coin;
  size?: FigureSize;
  /** Writes a plus too; a minus always stands. */
  sign?: boolean;
  /** 红涨绿跌: colours by direction, and brings the sign with it. */
  direction?: boolean;
  /** The coin's name unless told otherwise; null for none. */
  unit?: string | null;
  /** Writes ≈ in front. */
  approx?: boolean;
  /** False for figures that are nobody's secret, such as prices. */
  hideable?: boolean;
}

/** Stands for an amount that nobody is to read. */
export const hiddenDots = '••••';

/**
 * The one way to show an amount: rounded once towards zero to the coin's decimals, leading zeros light, never wrapped,
 * never cut, one accessible name for the whole. `<Amount value="0.00004732" coin="BTC" sign />` reads `+0.00004732 BTC`.
 */
export function Amount({
  value,
  coin,
  size = 'body',
  sign = false,
  direction = false,
  unit = coin,
  approx = false,
  hideable = true,
}: AmountProps) {
  const areAmountsHidden = useHiddenAmounts();
  const unitText = unit === null ? '' : ` ${unit}`;

  if (areAmountsHidden && hideable) {
    return (
      <span {...figureLook(size, hiddenDots.length)} role="img" aria-label={zh.amountHidden}>
        {hiddenDots}
        {unit !== null && <span className={figureStyles.unit}>{unitText}</span>}
      </span>
    );
  }

  const amount = typeof value === 'bigint' ? value : parseAmount(value, coin);
  const parts = amountParts(amount, coin, sign || direction);
  const figure = `${parts.sign}${parts.zeros}${parts.digits}`;
  const { className, style } = figureLook(size, figure.length);
  const tone = direction && parts.sign !== '' && (parts.sign === minus ? figureStyles.down : figureStyles.up);
  const [whole = '', cents] = parts.digits.split('.');
  const areCentsSmall = size === 'display' && parts.zeros === '' && cents?.length === 2;

  return (
    <span
      className={classes(className, tone)}
      style={style}
      role="img"
      aria-label={`${approx ? zh.about : ''}${figure}${unitText}`}
    >
      {approx && '≈ '}
      {parts.sign}
      {parts.zeros && <span className={figureStyles.zeros}>{parts.zeros}</span>}
      {areCentsSmall ? whole : parts.digits}
      {areCentsSmall && <span className={figureStyles.cents}>.{cents}</span>}
      {unit !== null && <span className={figureStyles.unit}>{unitText}</span>}
    </span>
  );
}
