import styles from './shape.module.css';

/** What a condition is, said by form as well as by colour. */
export type ShapeName = 'ok' | 'wait' | 'run' | 'attention' | 'bad' | 'off' | 'draft' | 'lock';

const drawings: Record<ShapeName, React.ReactNode> = {
  ok: (
    <>
      <circle cx="6" cy="6" r="5.5" fill="currentColor" />
      <path d="M3.5 6.2 5.3 8l3.2-3.8" stroke="var(--surface)" strokeWidth="1.4" fill="none" />
    </>
  ),
  wait: <circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  run: (
    <>
      <circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M6 1.4a4.6 4.6 0 0 1 0 9.2z" fill="currentColor" />
    </>
  ),
  attention: (
    <>
      <path d="M6 .8 11.6 10.8H.4z" fill="currentColor" />
      <path d="M6 4.2v3M6 8.9v.01" stroke="var(--surface)" strokeWidth="1.3" strokeLinecap="round" />
    </>
  ),
  bad: (
    <>
      <rect x=".7" y=".7" width="10.6" height="10.6" rx="2" fill="currentColor" />
      <path d="M3.9 3.9l4.2 4.2M8.1 3.9 3.9 8.1" stroke="var(--surface)" strokeWidth="1.4" />
    </>
  ),
  off: <rect x="1.4" y="1.4" width="9.2" height="9.2" rx="1.5" fill="none" stroke="currentColor" strokeWidth="1.4" />,
  draft: <circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.4" strokeDasharray="2 1.6" />,
  lock: (
    <>
      <rect x="1.5" y="5" width="9" height="6.2" rx="1.2" fill="currentColor" />
      <path d="M3.6 5V3.4a2.4 2.4 0 0 1 4.8 0V5" fill="none" stroke="currentColor" strokeWidth="1.4" />
    </>
  ),
};

export function Shape({ name }: { name: ShapeName }) {
  return (
    <svg className={`${styles.shape} ${styles[name]}`} viewBox="0 0 12 12" aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}

/** Shape and word, which never stand apart. */
export function Status({ shape, children }: { shape: ShapeName; children: React.ReactNode }) {
  return (
    <span className={`${styles.status} ${styles[`${shape}Text`] ?? ''}`}>
      <Shape name={shape} />
      {children}
    </span>
  );
}
