import { groupDigits } from '../lib/group-digits.ts';
import { exactAmount } from '../lib/shown-amount.ts';
import styles from './amount.module.css';

interface AmountProps {
  value: string;
  coin?: string;
  /** Of what is added the sign is shown too. */
  isChange?: boolean;
}

/** `0.00310442 BTC`: leading zeros are quiet, and stay visible. Every digit of USDT stays, since money is decided on here. */
export function Amount({ value: given, coin, isChange = false }: AmountProps) {
  const value = exactAmount(given);
  const [, sign = '', zeros = '', rest = ''] = /^(-?)(0\.0+(?=[1-9]))?(.*)$/.exec(value) ?? [];
  return (
    <span className={styles.amount}>
      {sign ? '−' : isChange && /[1-9]/.test(value) && '+'}
      {zeros && <span className={styles.zeros}>{zeros}</span>}
      {zeros ? rest : groupDigits(rest)}
      {coin && <span className={styles.unit}>{coin}</span>}
    </span>
  );
}
