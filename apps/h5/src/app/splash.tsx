import { commonMessages as messages } from '../locales/zh/common.ts';

/** Shown while the session is restored and the first page loads; same shape as in index.html. */
export function Splash() {
  return (
    <div className="boot" role="status" aria-label={messages.brand}>
      <svg viewBox="0 0 44 44" fill="none" aria-hidden="true">
        <path d="M13 4h18l10 16-12 20H13L3 22z" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
        <path d="M13 40l5-13 8-3 5-20" stroke="var(--hero-accent)" strokeWidth="3" />
        <path d="M26 24l9 5" stroke="var(--hero-accent)" strokeWidth="2" />
      </svg>
    </div>
  );
}
