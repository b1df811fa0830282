import styles from './amount.module.css';

/** `0.00310442 BTC`: leading zeros are quiet, and stay visible. */
export function Amount({ value, coin }: { value: string; coin?: string }) {
  const [, sign = '', zeros = '', rest = ''] = /^(-?)(0\.0+(?=[1-9]))?(.*)$/.exec(value) ?? [];
  return (
    <span className={styles.amount}>
      {sign && '−'}
      {zeros && <span className={styles.zeros}>{zeros}</span>}
      {zeros ? rest : grouped(rest)}
      {coin && <span className={styles.unit}>{coin}</span>}
    </span>
  );
}

function grouped(value: string): string {
  const [whole = '', fraction] = value.split('.');
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? text : `${text}.${fraction}`;
}
