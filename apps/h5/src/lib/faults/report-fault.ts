import { type Input, redactFaultText } from '@lode/contract';
import { call } from '../api/call.ts';
import { RequestError } from '../api/request-error.ts';

/** Of one visit: a loop of failures must not become one of requests. */
const mostReports = 5;
const reported = new Set<string>();

/**
 * Reports a failure that no screen shows, redacted. What a call failed with has been shown. Nothing is thrown: a failed
 * report is not reported.
 */
export function reportFault(kind: Input<'reportFault'>['kind'], reason: unknown): void {
  if (reason instanceof RequestError) return;
  const message = redactFaultText(textOf(reason)) || 'unknown';
  const place = reason instanceof Error ? placeOf(reason.stack ?? '') : '';
  const key = `${message} ${place}`;
  if (reported.has(key) || reported.size >= mostReports) return;
  reported.add(key);
  const page = /^\/[\w/-]{0,80}/.exec(window.location.pathname)?.[0] ?? '/';
  call('reportFault', { kind, message, place, page }, { silent: true, background: true }).catch(() => undefined);
}

function textOf(reason: unknown): string {
  if (reason instanceof Error) return `${reason.name}: ${reason.message}`;
  return typeof reason === 'string' ? reason : typeof reason;
}

/** Of the first frame in a script of the client's own; browser extensions are left out. */
function placeOf(stack: string): string {
  for (const [, origin, place = ''] of stack.matchAll(/(https?:\/\/[^/\s]+)(\/js\/[\w.~-]{1,100}:\d{1,7}:\d{1,7})/g)) {
    if (origin === window.location.origin) return place;
  }
  return '';
}
