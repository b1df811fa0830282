import { type ReactNode, useState } from 'react';
import { useCountdown } from '../../lib/use-countdown.ts';
import { useThrottled } from '../../lib/use-throttled.ts';
import { zh } from '../../locale/zh.ts';
import { Spinner } from '../spinner/spinner.tsx';
import styles from './countdown-button.module.css';

/**
 * Sends something that must not be repeated at once, such as a one-time code. `onPress` returns the seconds to wait, or
 * null when nothing was sent; `initialSeconds` continues an earlier wait.
 */
export function CountdownButton({
  children,
  onPress,
  initialSeconds = 0,
}: {
  children: ReactNode;
  onPress: () => Promise<number | null>;
  initialSeconds?: number;
}) {
  const { secondsLeft, start } = useCountdown(initialSeconds);
  const [isSending, setSending] = useState(false);
  const press = useThrottled(async () => {
    setSending(true);
    try {
      const seconds = await onPress();
      if (seconds !== null) start(seconds);
    } finally {
      setSending(false);
    }
  });
  return (
    <button type="button" className={styles.button} disabled={isSending || secondsLeft > 0} onClick={() => press()}>
      {isSending ? <Spinner /> : secondsLeft > 0 ? zh.secondsLeft(secondsLeft) : children}
    </button>
  );
}
