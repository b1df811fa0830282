import { type CallName, codes, type Data, type Envelope, type Input, methodAndPath } from '@lode/contract';
import { toast } from '@lode/ui';
import { commonWords as words } from '../../locales/zh/common.ts';
import { clientVersion } from '../client-version.ts';
import { randomId } from '../random-id.ts';
import { regionClosedCode, tellRegionClosed } from '../region-closed.ts';
import { rootStore } from '../session/root-store.ts';
import { endSession } from '../session/session.ts';
import { RequestError } from './request-error.ts';

export const requestTimeoutMs = 60_000;

/** Calls whose input travels in the query although they are POSTs. */
const queryPosts: readonly CallName[] = ['login', 'setFundsPassword', 'withdrawApply'];

export interface CallOptions {
  /** Ends the call early. The customer is told, as after a time-out, unless `silentAbort` says that nobody is waiting. */
  signal?: AbortSignal;
  silentAbort?: boolean;
  /** Says nothing of a failure: nobody waits for the outcome. */
  silent?: boolean;
  /** Made by the caller when a repeated press must be the same request. */
  requestId?: string;
  /** Refusals that the caller says in its own place: no toast for them. */
  inlineErrors?: readonly number[];
}

/**
 * Makes one call of the API and hands on its data. Every failure is told to the customer here, by the error catalogue,
 * and thrown as `RequestError`: callers only decide what their screen does next.
 */
export async function call<Name extends CallName>(
  name: Name,
  input: Input<Name>,
  options: CallOptions = {},
): Promise<Data<Name>> {
  const { token } = rootStore.getState();
  try {
    const response = await send(name, input, token, options);
    return opened<Data<Name>>(response);
  } catch (error) {
    const failure = error instanceof RequestError ? error : new RequestError('other', messageOf(error));
    const isSaid = failure.code !== null && options.inlineErrors?.includes(failure.code);
    const isUnheard = options.silent || isSaid || (options.silentAbort && options.signal?.aborted);
    // A house that is closed is closed for every page, whoever asked.
    if (!isUnheard || failure.code === regionClosedCode) tell(failure, token);
    throw failure;
  }
}

/** What every request says of its sender. */
export function callHeaders(token: string | null): Record<string, string> {
  const { deviceId, language } = rootStore.getState();
  const headers: Record<string, string> = { clientVersion, clientType: 'H5', deviceId, language };
  if (token !== null) headers.accessToken = token;
  return headers;
}

interface RawAnswer {
  status: number;
  text: string;
}

async function send<Name extends CallName>(
  name: Name,
  input: Input<Name>,
  token: string | null,
  { signal, requestId }: CallOptions,
): Promise<RawAnswer> {
  const { method, path } = methodAndPath(name);
  const inQuery = method === 'GET' || queryPosts.includes(name);
  const query = inQuery ? queryOf(input) : '';
  const headers = callHeaders(token);
  if (method === 'POST') headers.requestId = requestId ?? randomId();
  if (!inQuery) headers['content-type'] = 'application/json';

  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), requestTimeoutMs);
  const stop = () => timeout.abort();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    const body = inQuery ? undefined : JSON.stringify(input);
    const response = await fetch(path + query, { method, headers, body, signal: timeout.signal });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (timeout.signal.aborted) throw new RequestError('timeout', words.timeout);
    // `fetch` answers every failure on the way with a TypeError.
    if (error instanceof TypeError) throw new RequestError('network', words.networkError);
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

export function queryOf(input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}

/** The data of an envelope. Its code is believed, whatever the HTTP status says. */
export function opened<Answer>({ status, text }: RawAnswer): Answer {
  const envelope = parsed(text);
  if (envelope === null) throw new RequestError('other', words.requestFailed(status));
  if (envelope.code === codes.ok.code) return envelope.data as Answer;
  throw new RequestError('refused', envelope.message, { code: envelope.code, data: envelope.data });
}

function parsed(text: string): Envelope<unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number'
      ? (value as Envelope<unknown>)
      : null;
  } catch {
    return null;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The error catalogue: what the customer sees, and what becomes of the session. */
export function tell(failure: RequestError, sentToken: string | null): void {
  if (failure.code === regionClosedCode) {
    tellRegionClosed();
    return;
  }
  const isEnd = failure.code === codes.sessionExpired.code || failure.code === codes.accountDisabled.code;
  if (!isEnd) {
    toast.error(failure.message);
    return;
  }
  // The late answers of a session that is over must neither repeat the words nor end the next session.
  if (sentToken !== rootStore.getState().token) return;
  if (failure.code === codes.sessionExpired.code) toast.error(words.sessionExpired);
  // Without a token nobody was logged in: the login form says it itself.
  else if (sentToken !== null) toast.error(words.accountDisabled);
  endSession('refused');
}
