import type { ReactNode } from 'react';
import styles from './vein.module.css';
import { linePath, rockPath, strataPath, veinPoints, veinSize } from './vein-geometry.ts';

/**
 * A chart of one series (output, hashrate, interest) as a vein in dark rock; directly inside a `Hero`, edge to edge.
 * `label` names the content.
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

/** A vein without data, of the same height. */
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
