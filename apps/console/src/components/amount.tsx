import { groupDigits } from '../lib/group-digits.ts';
import styles from './amount.module.css';

/** Of USDT on the wire there are four decimals more than people use; such as are not zero stay, since money is decided on here. */
const withoutIdleZeros = (value: string) => value.replace(/(\.\d\d)0{4}$/, '$1');

/** `0.00310442 BTC`: leading zeros are quiet, and stay visible. */
export function Amount({ value: given, coin }: { value: string; coin?: string }) {
  const value = coin === 'USDT' ? withoutIdleZeros(given) : given;
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
