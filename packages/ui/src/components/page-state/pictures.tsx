import styles from './page-state.module.css';

/** One picture per state: rock without ore, a broken vein, a disconnected machine. */
export type StatePicture = 'empty' | 'error' | 'offline';

const strokes: Record<StatePicture, { ground: string; lines: string; vein: string; isDashed?: boolean }> = {
  empty: {
    ground: 'M8 58 26 30l14 8 16-24 18 22 18 22z',
    lines: 'M4 58h92M26 30 14 58M40 38l-4 20M56 14l-6 22 8 22M74 36l-6 22',
    vein: 'M50 36l6 8-4 14',
    isDashed: true,
  },
  error: {
    ground: 'M8 58 30 18l14 12-6 28zM92 58 76 26 58 22l-6 36z',
    lines: 'M4 58h30M56 58h40M8 58l22-40 14 12-6 28M92 58 76 26 58 22l-6 36',
    vein: 'M46 8l6 16-8 10 6 12-6 14',
  },
  offline: {
    ground: 'M30 22h40v32H30z',
    lines:
      'M33 22h34a3 3 0 0 1 3 3v26a3 3 0 0 1-3 3H33a3 3 0 0 1-3-3V25a3 3 0 0 1 3-3zM52 38a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM60 32v.01M60 38v.01M60 44v.01',
    vein: 'M2 38h18M80 38h18M20 32v12M80 32v12',
  },
};

export function Picture({ of }: { of: StatePicture }) {
  const { ground, lines, vein, isDashed } = strokes[of];
  return (
    <svg className={styles.picture} viewBox="0 0 100 70" aria-hidden="true">
      <path className={styles.ground} d={ground} />
      <path d={lines} />
      <path className={styles.vein} d={vein} strokeDasharray={isDashed ? '3 4' : undefined} />
    </svg>
  );
}
