import { Alert } from '@lode/ui';
import { useEffect, useRef } from 'react';
import { withdrawWords as words } from '../../../locales/zh/withdraw.ts';
import { clockFace, type SecurityHold, type ServerTime } from '../security-hold.ts';
import { useSecondsUntil } from '../use-seconds-until.ts';
import styles from './withdraw.module.css';

interface SecurityHoldAlertProps {
  hold: SecurityHold;
  serverTime: ServerTime;
  onEnd: () => void;
}

/** Names the hold that blocks withdrawals, with the time that remains. */
export function SecurityHoldAlert({ hold: { reason, until }, serverTime, onEnd }: SecurityHoldAlertProps) {
  return (
    <Alert tone="warn" icon={until === null ? 'lock' : 'clock'}>
      {words.holds[reason]}
      {until !== null && (
        <>
          {' '}
          <Countdown key={until} until={until} serverTime={serverTime} onEnd={onEnd} />
          {words.holdNotes[reason]}
        </>
      )}
    </Alert>
  );
}

function Countdown({ until, serverTime, onEnd }: { until: string; serverTime: ServerTime; onEnd: () => void }) {
  const seconds = useSecondsUntil(until, serverTime);
  const hasEnded = seconds === 0;
  const latestOnEnd = useRef(onEnd);
  latestOnEnd.current = onEnd;
  useEffect(() => {
    // Once per hold: the refetch it triggers may report another hold.
    if (hasEnded) latestOnEnd.current();
  }, [hasEnded]);
  return (
    <b className={styles.countdown} role="timer">
      {clockFace(seconds)}
    </b>
  );
}
