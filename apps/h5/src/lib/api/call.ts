import { type CallName, codes, type Data, type Envelope, type Input, methodAndPath } from '@lode/contract';
import { toast } from '@lode/ui';
import type { Challenge } from 'altcha-lib';
import { commonMessages as messages } from '../../locales/zh/common.ts';
import { markBusy } from '../busy.ts';
import { clientVersion } from '../client-version.ts';
import { randomId } from '../random-id.ts';
import { notifyRegionClosed, regionClosedCode } from '../region-closed.ts';
import { rootStore } from '../session/root-store.ts';
import { endSession } from '../session/session.ts';
import { takeEarlyCall } from './early-calls.ts';
import { RequestError } from './request-error.ts';

export const requestTimeoutMs = 60_000;

/** POSTs whose input travels in the query. */
const queryPosts: readonly CallName[] = ['login', 'setFundsPassword', 'withdrawApply'];

export interface CallOptions {
  /** Aborts the call; reported like a timeout unless `silentAbort`. */
  signal?: AbortSignal;
  silentAbort?: boolean;
  /** No toast for a failure. */
  silent?: boolean;
  /** The customer does not wait for it. */
  background?: boolean;
  /** Idempotency key of a repeatable request. */
  requestId?: string;
  /** Codes that the caller shows itself, without a toast. */
  inlineErrors?: readonly number[];
}

/**
 * Makes one API call and returns its data. Every failure shows its message from the error catalogue and is thrown as
 * `RequestError`.
 */
export async function call<Name extends CallName>(
  name: Name,
  input: Input<Name>,
  options: CallOptions = {},
): Promise<Data<Name>> {
  const { token } = rootStore.getState();
  try {
    const response = await sendProved(name, input, token, options);
    return dataOf<Data<Name>>(response);
  } catch (error) {
    const failure = error instanceof RequestError ? error : new RequestError('other', messageOf(error));
    const isInline = failure.code !== null && options.inlineErrors?.includes(failure.code);
    const isSilent = options.silent || isInline || (options.silentAbort && options.signal?.aborted);
    // A closed region applies to every page, also for a silent call.
    if (!isSilent || failure.code === regionClosedCode) reportFailure(failure, token);
    throw failure;
  }
}

export function callHeaders(token: string | null): Record<string, string> {
  const { deviceId, language } = rootStore.getState();
  const headers: Record<string, string> = { clientVersion, clientType: 'H5', deviceId, language };
  if (token !== null) headers.accessToken = token;
  return headers;
}

interface RawResponse {
  status: number;
  text: string;
}

/** Sends; where the server asks for a proof of work first, once more with it. The caller sees a call that takes longer. */
async function sendProved<Name extends CallName>(
  name: Name,
  input: Input<Name>,
  token: string | null,
  options: CallOptions,
): Promise<RawResponse> {
  const response = await send(name, input, token, options);
  const envelope = parseEnvelope(response.text);
  if (envelope?.code !== codes.proofNeeded.code) return response;
  const altcha = await import('./solve-challenge.ts')
    .then(({ solveChallenge }) => solveChallenge((envelope as ProofNeeded).data.challenge, options.signal))
    .catch(() => null);
  if (options.signal?.aborted) throw new RequestError('timeout', messages.timeout);
  return altcha === null ? response : send(name, input, token, { ...options, altcha });
}

type ProofNeeded = Envelope<{ challenge: Challenge }>;

async function send<Name extends CallName>(
  name: Name,
  input: Input<Name>,
  token: string | null,
  { signal, background, requestId, altcha }: CallOptions & { altcha?: string },
): Promise<RawResponse> {
  const { method, path } = methodAndPath(name);
  const inQuery = method === 'GET' || queryPosts.includes(name);
  const query = inQuery ? queryOf(input) : '';
  const headers = callHeaders(token);
  if (method === 'POST') headers.requestId = requestId ?? randomId();
  if (altcha !== undefined) headers.altcha = altcha;
  if (!inQuery) headers['content-type'] = 'application/json';

  const early = method === 'GET' ? takeEarlyCall(path + query, headers) : null;
  const timeout = new AbortController();
  const elapsedMs = early === null ? 0 : performance.now() - early.startedAt;
  const timer = setTimeout(() => timeout.abort(), requestTimeoutMs - elapsedMs);
  if (early !== null) timeout.signal.addEventListener('abort', early.abort);
  const endWait = background ? undefined : markBusy();
  const stop = () => timeout.abort();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    const body = inQuery ? undefined : JSON.stringify(input);
    const sent = early?.response ?? fetch(path + query, { method, headers, body, signal: timeout.signal });
    const response = await sent;
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (timeout.signal.aborted) throw new RequestError('timeout', messages.timeout);
    // `fetch` reports every network failure as a TypeError.
    if (error instanceof TypeError) throw new RequestError('network', messages.networkError);
    throw error;
  } finally {
    endWait?.();
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

export function queryOf(input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}

/** Returns the data of an envelope; its code takes precedence over the HTTP status. */
export function dataOf<ResponseData>({ status, text }: RawResponse): ResponseData {
  const envelope = parseEnvelope(text);
  if (envelope === null) throw new RequestError('other', messages.requestFailed(status));
  if (envelope.code === codes.ok.code) return envelope.data as ResponseData;
  throw new RequestError('refused', envelope.message, { code: envelope.code, data: envelope.data });
}

function parseEnvelope(text: string): Envelope<unknown> | null {
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

/** The error catalogue: shows the message and ends the session where required. */
export function reportFailure(failure: RequestError, sentToken: string | null): void {
  if (failure.code === regionClosedCode) {
    notifyRegionClosed();
    return;
  }
  if (!failure.endsSession) {
    toast.error(failure.message);
    return;
  }
  // Late responses of an ended session must neither repeat the message nor end the next session. Without a token none ended, and
  // the form shows the refusal itself.
  if (sentToken === null || sentToken !== rootStore.getState().token) return;
  toast.error(failure.code === codes.sessionExpired.code ? messages.sessionExpired : messages.accountDisabled);
  endSession('refused');
}
