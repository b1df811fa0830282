import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';

/** Work that the product's clock makes due: it looks for itself whether there is any, and is safe to be asked again. */
export type Tick = (now: Date) => Promise<void>;

export interface Ticking {
  /** Waits for the round under way. */
  readonly stop: () => Promise<void>;
}

const usualPauseMs = 5000;

/** Asks each in turn, every few seconds, never two rounds at once. A failing one is logged and asked again, more rarely. */
export function startTicking(
  ticks: readonly Tick[],
  clock: Clock,
  log: Log,
  { pauseMs = usualPauseMs, longestPauseMs = 60_000 } = {},
): Ticking {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let underWay: Promise<void> = round();

  async function round(): Promise<void> {
    let hasFailed = false;
    for (const tick of ticks) {
      if (isStopped) return;
      await tick(clock.now()).catch((error: unknown) => {
        hasFailed = true;
        log.error({ err: error }, 'scheduled work failed');
      });
    }
    failures = hasFailed ? failures + 1 : 0;
    if (!isStopped) {
      const pause = Math.min(pauseMs * 2 ** failures, longestPauseMs);
      timer = setTimeout(() => {
        underWay = round();
      }, pause);
    }
  }

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
