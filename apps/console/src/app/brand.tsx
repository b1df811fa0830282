import { frameTexts as texts } from '../locales/zh/frame.ts';
import styles from './brand.module.css';

export function Brand() {
  return (
    <div className={styles.brand}>
      <svg viewBox="0 0 44 44" fill="none" aria-hidden="true">
        <path d="M13 4h18l10 16-12 20H13L3 22z" fill="var(--rock)" />
        <path d="M13 40l5-13 8-3 5-20" stroke="var(--accent)" strokeWidth="3" />
        <path d="M26 24l9 5" stroke="var(--accent)" strokeWidth="2" />
      </svg>
      {texts.brand} <small>{texts.console}</small>
    </div>
  );
}
