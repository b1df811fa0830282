import { groupDigits } from '../lib/group-digits.ts';
import { exactAmount } from '../lib/shown-amount.ts';
import styles from './amount.module.css';

/** `0.00310442 BTC`: leading zeros are quiet, and stay visible. Every digit of USDT stays, since money is decided on here. */
export function Amount({ value: given, coin }: { value: string; coin?: string }) {
  const value = exactAmount(given);
  const [, sign = '', zeros = '', rest = ''] = /^(-?)(0\.0+(?=[1-9]))?(.*)$/.exec(value) ?? [];
  return (
    <span className={styles.amount}>
      {sign && '−'}
      {zeros && <span className={styles.zeros}>{zeros}</span>}
      {zeros ? rest : groupDigits(rest)}
      {coin && <span className={styles.unit}>{coin}</span>}
    </span>
  );
}
