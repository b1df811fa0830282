import styles from './vein.module.css';

/** A decorative vein, for the login and notices only. */
export function VeinPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 375 120" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.rock} d="M0 92L44 80L80 88L122 60L168 68L210 44L252 50L290 20L330 30L375 4V120H0Z" />
      <path
        className={styles.strata}
        d="M44 80L30 120M122 60L136 120M168 68L150 120M210 44L236 120M290 20L268 120M330 30L350 120"
      />
      <path className={styles.ore} d="M0 92L44 80L80 88L122 60L168 68L210 44L252 50L290 20L330 30L375 4" />
      <path className={styles.branch} d="M122 60L158 94L178 92M252 50L276 88" />
    </svg>
  );
}
