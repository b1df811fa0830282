import styles from './address.module.css';

/** How many groups at each end people compare. */
const compared = 2;

/** A whole address in fours, its ends bold: as it is compared before money leaves. */
export function Address({ value }: { value: string }) {
  const groups = value.match(/.{1,4}/g) ?? [];
  return (
    <span className={styles.address}>
      {groups.map((group, n) => {
        const isEnd = n < compared || n >= groups.length - compared;
        // Groups repeat; their place is what tells them apart.
        const key = `${n} ${group}`;
        return isEnd ? <b key={key}>{group}</b> : <span key={key}>{group}</span>;
      })}
    </span>
  );
}
