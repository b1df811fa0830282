import type { AccessOf, CallName, Data, FileCall, Input } from '@lode/contract';
import type { FileAnswer } from './file-response.ts';
import type { Refusal } from './refusal.ts';

/** A live login. */
export interface Session {
  id: bigint;
  customerId: bigint;
  account: string;
  deviceId: string | null;
}

/** What every handler may know of its caller. */
export interface CallerContext {
  now: Date;
  deviceId: string | null;
  /** The client's own id of this request: idempotency key of calls that move money. */
  requestId: string | null;
  ip: string;
  /** As the browser names itself; chosen by the caller. */
  userAgent: string | null;
  /** Aborted when the caller has hung up. */
  readonly hungUp: () => AbortSignal;
}

/** Of calls that need a session: it has been checked. */
export interface RequestContext extends CallerContext {
  session: Session;
}

/** Of public calls. Some scenes still need the caller's own session. */
export interface OpenContext extends CallerContext {
  readonly checkSession: () => Promise<Session | Refusal>;
}

/** Of calls that check the session inside their own single query. */
export interface TokenContext extends CallerContext {
  /** Null when no token was sent. */
  tokenHash: Buffer | null;
}

/** What a call's handler is given: a session where the contract asks for one. */
export type ContextOf<Call extends CallName> = AccessOf<Call> extends 'customer' ? RequestContext : OpenContext;

export type Answer<Call extends CallName> = Promise<(Call extends FileCall ? FileAnswer : Data<Call>) | Refusal>;

export type Handler<Call extends CallName> = (context: ContextOf<Call>, input: Input<Call>) => Answer<Call>;

/** A handler that vouches for checking the session itself, for calls where a second query would cost too much. */
export interface SessionInHandler<Call extends CallName> {
  sessionInHandler: true;
  handle: (context: TokenContext, input: Input<Call>) => Answer<Call>;
}

export function sessionInHandler<Call extends CallName>(
  handle: SessionInHandler<Call>['handle'],
): SessionInHandler<Call> {
  return { sessionInHandler: true, handle };
}

/** The handlers of a slice, by the name of their call in the contract. */
export type Handlers = { [Call in CallName]?: Handler<Call> | SessionInHandler<Call> };
