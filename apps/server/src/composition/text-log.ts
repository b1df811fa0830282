import type { EventLog } from '../platform/log/event-log.ts';

/** Log ports of the withdrawals slice, which writes messages. */
export function textLog(log: EventLog) {
  return {
    alarm: (message: string) => log.error({ event: 'withdrawal.alert', message }),
    tell: (message: string) => log.info({ event: 'withdrawal.progress', message }),
  };
}
