import { commonMessages as messages } from '../locales/zh/common.ts';
import styles from './brand.module.css';

export function BrandMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 44 44" fill="none" aria-hidden="true">
      <path className={styles.rock} d="M13 4h18l10 16-12 20H13L3 22z" />
      <path className={styles.vein} d="M13 40l5-13 8-3 5-20" />
      <path className={styles.branch} d="M26 24l9 5" />
    </svg>
  );
}

export function Brand({ size = 'small' }: { size?: 'small' | 'large' }) {
  return (
    <h1 className={size === 'large' ? `${styles.brand} ${styles.large}` : styles.brand}>
      <BrandMark />
      {messages.brand}
      <small>{messages.brandLatin}</small>
    </h1>
  );
}
