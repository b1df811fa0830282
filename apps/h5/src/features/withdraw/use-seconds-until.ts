import { useEffect, useState } from 'react';
import { secondsUntil, type ToldTime } from './holds.ts';

/** Seconds until a moment by the product's clock, counting down while it is looked at. */
export function useSecondsUntil(until: string, told: ToldTime): number {
  const [phoneNow, setPhoneNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setPhoneNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return secondsUntil(until, told, Math.max(phoneNow, told.at));
}
