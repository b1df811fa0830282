import { Alert } from '@lode/ui';
import { useEffect, useRef } from 'react';
import { withdrawWords as words } from '../../../locales/zh/withdraw.ts';
import { clockFace, type Hold, type ToldTime } from '../holds.ts';
import { useSecondsUntil } from '../use-seconds-until.ts';
import styles from './withdraw.module.css';

/** Why nothing can be withdrawn now, and how long still. */
export function HoldAlert({ hold, told, onOver }: { hold: Hold; told: ToldTime; onOver: () => void }) {
  const { reason, until } = hold;
  return (
    <Alert tone="warn" icon={until === null ? 'lock' : 'clock'}>
      {words.holds[reason]}
      {until !== null && (
        <>
          {' '}
          <Countdown key={until} until={until} told={told} onOver={onOver} />
          {words.holdNotes[reason]}
        </>
      )}
    </Alert>
  );
}

function Countdown({ until, told, onOver }: { until: string; told: ToldTime; onOver: () => void }) {
  const seconds = useSecondsUntil(until, told);
  const isOver = seconds === 0;
  const over = useRef(onOver);
  over.current = onOver;
  useEffect(() => {
    // Once, when it ends: the answer brings another hold, or none.
    if (isOver) over.current();
  }, [isOver]);
  return (
    <b className={styles.countdown} role="timer">
      {clockFace(seconds)}
    </b>
  );
}
