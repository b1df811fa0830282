import type { ReactNode } from 'react';
import styles from './vein.module.css';
import { linePath, rockPath, strataPath, veinPoints, veinSize } from './vein-geometry.ts';

/**
 * The vein: one real series (output, hashrate, interest) as a line of ore in dark rock, ending in a dot. Stands straight
 * inside a `Hero`, edge to edge. `label` says what is drawn; the axis line carries what matters as text.
 */
export function Vein({
  values,
  label,
  start,
  middle,
  end,
}: {
  values: readonly bigint[];
  label: string;
  start?: ReactNode;
  middle?: ReactNode;
  end?: ReactNode;
}) {
  const points = veinPoints(values);
  const last = points.at(-1);
  return (
    <>
      <svg className={styles.vein} viewBox={`0 0 ${veinSize.width} ${veinSize.height}`} role="img" aria-label={label}>
        {last ? (
          <>
            <path className={styles.rock} d={rockPath(points)} />
            <path className={styles.strata} d={strataPath(points)} />
            <path className={styles.ore} d={linePath(points)} />
            <path className={styles.strata} d={`M${last.x} ${last.y}H${veinSize.width}`} strokeDasharray="2 4" />
            <circle className={styles.halo} cx={last.x} cy={last.y} r="7" />
            <circle className={styles.dot} cx={last.x} cy={last.y} r="3.25" />
          </>
        ) : (
          <EmptyRock />
        )}
      </svg>
      {(start ?? middle ?? end) !== undefined && (
        <div className={styles.axis}>
          <span>{start}</span>
          <span>{middle}</span>
          <span>{end}</span>
        </div>
      )}
    </>
  );
}

/** Rock without a find: no data yet, or still loading. Keeps the height of a drawn vein. */
export function EmptyVein() {
  return (
    <>
      <svg className={styles.vein} viewBox={`0 0 ${veinSize.width} ${veinSize.height}`} aria-hidden="true">
        <EmptyRock />
      </svg>
      <div className={styles.axis}>&nbsp;</div>
    </>
  );
}

function EmptyRock() {
  return (
    <>
      <path className={styles.rock} d={`M0 60H${veinSize.width}V${veinSize.height}H0Z`} />
      <path className={styles.strata} d={`M0 60H${veinSize.width}`} strokeDasharray="2 4" />
    </>
  );
}

/** An invented vein, for the sign-in screen and notices only: everywhere else the line is data. */
export function VeinPicture({ height = 150 }: { height?: number }) {
  return (
    <svg className={styles.vein} viewBox={`0 ${150 - height} 375 ${height}`} aria-hidden="true">
      <path
        className={styles.rock}
        d="M0 112L32 108L62 84L96 90L128 58L150 66L184 34L214 62L240 54L268 88L300 76L336 98L375 86V150H0Z"
      />
      <path
        className={styles.strata}
        d="M62 84L50 150M128 58L140 150M184 34L172 150M240 54L252 150M300 76L290 150M32 108L40 150M336 98L344 150"
      />
      <path
        className={styles.ore}
        d="M0 112L32 108L62 84L96 90L128 58L150 66L184 34L214 62L240 54L268 88L300 76L336 98L375 86"
      />
    </svg>
  );
}
