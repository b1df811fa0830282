import { redactFaultText } from '@lode/contract';
import type { Handlers } from '../../platform/http/context.ts';
import type { EventLog } from '../../platform/log/event-log.ts';

const windowMs = 60_000;
/** Anyone can report: the log must not fill. */
const linesInWindow = 60;

export interface ClientFaultsDeps {
  log: Pick<EventLog, 'warn'>;
}

export function clientFaultsSlice({ log }: ClientFaultsDeps) {
  let window = { endsAt: 0, lines: 0, omitted: 0 };

  /** Whether one more line fits; says once how many did not in the window before. */
  function takeLine(now: number): boolean {
    if (now >= window.endsAt) {
      if (window.omitted > 0) log.warn({ event: 'client.faults_omitted', count: window.omitted });
      window = { endsAt: now + windowMs, lines: 0, omitted: 0 };
    }
    if (window.lines === linesInWindow) {
      window.omitted++;
      return false;
    }
    window.lines++;
    return true;
  }

  return {
    handlers: {
      async reportFault({ now, userAgent }, { kind, message, place, page }) {
        if (takeLine(now.getTime())) {
          const fault = redactFaultText(message);
          log.warn({ event: 'client.fault', kind, fault, place, page, browser: userAgent?.slice(0, 200) ?? null });
        }
        return null;
      },
    } satisfies Handlers,
  };
}
