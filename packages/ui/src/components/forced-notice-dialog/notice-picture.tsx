import { useState } from 'react';
import styles from './forced-notice-dialog.module.css';

/** A notice's picture in a reserved box; the default picture when it has none or it fails. */
export function NoticePicture({ src }: { src: string | null }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <div className={styles.picture}>
      {src === null || isBroken ? <OwnPicture /> : <img src={src} alt="" onError={() => setBroken(true)} />}
    </div>
  );
}

/** A broken vein with a spark between its ends. */
function OwnPicture() {
  return (
    <svg viewBox="0 0 300 96" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path className={styles.rock} d="M0 70 40 58 76 64 120 40 158 48 196 30 240 38 300 12V96H0z" />
      <path className={styles.strata} d="M40 58l-8 38M120 40l12 56M196 30l-18 66M240 38l26 58" />
      <path className={styles.vein} d="M0 70 40 58 76 64 120 40 134 45M176 39l20-9 44 8 60-26" />
      <path className={styles.vein} strokeDasharray="2 4" d="M134 45l9 3M167 43l9-4" />
      <path className={styles.spark} d="M155 22 144 44h8l-2 18 13-24h-8z" />
    </svg>
  );
}
