import { codes } from '@lode/contract';

/** Refused by the server, no network, timed out, or unreadable. */
type FailureKind = 'refused' | 'network' | 'timeout' | 'other';

/** A failed call. `code` and `data` come from a refusal; the message can be shown. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly kind: FailureKind;
  readonly code: number | null;
  readonly data: unknown;
  readonly endsSession: boolean;
  /** The device was offline; other network failures may be a server that is down. */
  readonly wasOffline: boolean;
  constructor(kind: FailureKind, message: string, refusal?: { code: number; data: unknown }) {
    super(message);
    this.kind = kind;
    this.code = refusal?.code ?? null;
    this.data = refusal?.data ?? null;
    this.endsSession = this.code === codes.sessionExpired.code || this.code === codes.accountDisabled.code;
    this.wasOffline = kind === 'network' && !navigator.onLine;
  }
}

/** Whether the refusal ends the session: its message is shown, and nothing else follows. */
export function hasEndedSession(error: unknown): boolean {
  return error instanceof RequestError && error.endsSession;
}

/** Seconds after which the server accepts a retry, if the refusal states them. */
export function retryAfterSeconds(error: unknown): number | null {
  const data = error instanceof RequestError ? error.data : null;
  const seconds = typeof data === 'object' && data !== null && 'retryAfter' in data ? data.retryAfter : null;
  return typeof seconds === 'number' ? seconds : null;
}

/** Whether a new password was refused because too many people use it. */
export function isTooCommon(error: unknown): boolean {
  const data = error instanceof RequestError ? error.data : null;
  return typeof data === 'object' && data !== null && 'reason' in data && data.reason === 'TOO_COMMON';
}

export function isRefusal(error: unknown, code: number): boolean {
  return error instanceof RequestError && error.code === code;
}
