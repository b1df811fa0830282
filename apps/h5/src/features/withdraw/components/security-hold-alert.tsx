import { Alert } from '@lode/ui';
import { useEffect, useRef, useState } from 'react';
import { ContactText } from '../../../components/ask-about.tsx';
import { withdrawMessages as messages } from '../../../locales/zh/withdraw.ts';
import { clockFace, type SecurityHold, type ServerTime, secondsUntil } from '../security-hold.ts';
import styles from './withdraw.module.css';

interface SecurityHoldAlertProps {
  hold: SecurityHold;
  serverTime: ServerTime;
  onEnd: () => void;
}

/** A newer server may name a reason that this client does not know. */
const { holds, holdNotes }: Record<'holds' | 'holdNotes', Partial<Record<SecurityHold['reason'], string>>> = messages;

/** Names the hold that blocks withdrawals, with the time that remains. */
export function SecurityHoldAlert({ hold: { reason, until }, serverTime, onEnd }: SecurityHoldAlertProps) {
  return (
    <Alert tone="warn" icon={until === null ? 'lock' : 'clock'}>
      <ContactText>{holds[reason] ?? messages.otherHold}</ContactText>
      {until !== null && (
        <>
          {' '}
          <Countdown key={until} until={until} serverTime={serverTime} onEnd={onEnd} />
          {holdNotes[reason]}
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

/** Counts down every second while mounted. */
function useSecondsUntil(until: string, serverTime: ServerTime): number {
  const [phoneNow, setPhoneNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setPhoneNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return secondsUntil(until, serverTime, Math.max(phoneNow, serverTime.receivedAt));
}
