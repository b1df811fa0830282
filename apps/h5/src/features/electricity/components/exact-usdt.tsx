import { formatShortest } from '@lode/money';
import { groupDigits, hiddenDots, useHiddenAmounts } from '@lode/ui';
import styles from './exact-usdt.module.css';

/** A charge to the micro-USDT, because the customer can check its formula. */
export function ExactUsdt({ micro, formula = null }: { micro: bigint; formula?: string | null }) {
  const areHidden = useHiddenAmounts();
  return (
    <>
      {formula !== null && !areHidden && <span className={styles.formula}>{formula} = </span>}
      <span className={styles.exact}>
        {areHidden ? hiddenDots : groupDigits(formatShortest(micro, 6))}
        <span className={styles.unit}> USDT</span>
      </span>
    </>
  );
}
