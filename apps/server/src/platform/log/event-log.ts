/** A log line: the name of what happened, `area.event`, and its values as fields. */
export interface LogEvent {
  event: string;
  [field: string]: unknown;
}

/** The part of the program's log that slices write to. */
export type EventLog = Record<'info' | 'warn' | 'error', (event: LogEvent) => void>;

/** For a command, which prints its result instead. */
export const silentLog: EventLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
