import { useEffect, useState } from 'react';
import { type ServerTime, secondsUntil } from './security-hold.ts';

/** Counts down every second while mounted. */
export function useSecondsUntil(until: string, serverTime: ServerTime): number {
  const [phoneNow, setPhoneNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setPhoneNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return secondsUntil(until, serverTime, Math.max(phoneNow, serverTime.receivedAt));
}
