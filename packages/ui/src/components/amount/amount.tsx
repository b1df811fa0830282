import { type Coin, parseAmount } from '@lode/money';
import { classes } from '../../lib/classes.ts';
import { minus } from '../../lib/digits.ts';
import { zh } from '../../locale/zh.ts';
import figureStyles from '../figure/figure.module.css';
import { type FigureSize, figureLook } from '../figure/figure.tsx';
import { useHiddenAmounts } from '../hidden-amounts/hidden-amounts.tsx';
import { amountParts } from './amount-parts.ts';

export interface AmountProps {
  /** Wire text, or minor units at the coin's ledger scale. */
  value: string | bigint;
  coin: Coin;
  size?: FigureSize;
  /** Shows a plus sign too. */
  sign?: boolean;
  /** 红涨绿跌: colour and sign by direction. */
  direction?: boolean;
  /** Defaults to the coin's name; null for none. */
  unit?: string | null;
  /** Prefixes ≈. */
  approx?: boolean;
  /** The shown decimals where that is all there is, else every digit of the ledger: for details and balances. */
  exact?: boolean;
  /** A fee or debt that stands without its minus sign: rounded up. */
  debit?: boolean;
  /** False for public figures such as prices. */
  hideable?: boolean;
}

/** Replaces a hidden amount. */
export const hiddenDots = '••••';

/**
 * Shows every amount: rounded down once to the coin's decimals, leading zeros light, never wrapped or cut, one accessible
 * name. `<Amount value="0.00004732" coin="BTC" sign />` reads `+0.00004732 BTC`.
 */
export function Amount({
  value,
  coin,
  size = 'body',
  sign = false,
  direction = false,
  unit = coin,
  approx = false,
  exact = false,
  debit = false,
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
  const parts = amountParts(amount, coin, sign || direction, exact ? 'exact' : debit ? 'debit' : 'shown');
  const figure = `${parts.sign}${parts.zeros}${parts.digits}`;
  const { className, style } = figureLook(size, figure.length);
  const tone = direction && parts.sign !== '' && (parts.sign === minus ? figureStyles.down : figureStyles.up);
  const [whole = '', cents] = parts.digits.split('.');
  const areCentsSmall = size === 'display' && parts.zeros === '' && coin === 'USDT';

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
      {areCentsSmall && cents !== undefined && <span className={figureStyles.cents}>.{cents}</span>}
      {unit !== null && <span className={figureStyles.unit}>{unitText}</span>}
    </span>
  );
}
