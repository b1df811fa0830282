/** How a call failed: the server refused it, never answered, answered too late, or answered something unreadable. */
type FailureKind = 'refused' | 'network' | 'timeout' | 'other';

/** A call that brought no data. `code` and `data` come from the server when it refused; the message is fit to be shown. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly kind: FailureKind;
  readonly code: number | null;
  readonly data: unknown;
  /** The device itself had no network then. A failure on the way may also be a server that is down or refuses. */
  readonly wasOffline: boolean;
  constructor(kind: FailureKind, message: string, refusal?: { code: number; data: unknown }) {
    super(message);
    this.kind = kind;
    this.code = refusal?.code ?? null;
    this.data = refusal?.data ?? null;
    this.wasOffline = kind === 'network' && !navigator.onLine;
  }
}

/** Seconds until the server will listen again, when it said so with its refusal. */
export function retryAfterSeconds(error: unknown): number | null {
  const data = error instanceof RequestError ? error.data : null;
  const seconds = typeof data === 'object' && data !== null && 'retryAfter' in data ? data.retryAfter : null;
  return typeof seconds === 'number' ? seconds : null;
}

/** Whether the server refused with this code. */
export function isRefusal(error: unknown, code: number): boolean {
  return error instanceof RequestError && error.code === code;
}
