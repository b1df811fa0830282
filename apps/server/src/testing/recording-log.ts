import type { EventLog, LogEvent } from '../platform/log/event-log.ts';

/** A log that keeps its events for the test to read. */
export function recordingLog(): EventLog & { events: LogEvent[] } {
  const events: LogEvent[] = [];
  const record = (event: LogEvent): void => void events.push(event);
  return { events, info: record, warn: record, error: record };
}
