import type { ConsoleData, ConsoleFileCall, ConsoleInput } from '@lode/contract/console';
import { type ConsoleCall, consolePaths, unattendedHeader } from '@lode/contract/console-paths';
import { isUnattended } from './attendance.ts';

/** An answer that is no. `code` as in the contract's table; 0: no answer came. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: number;
  /** What the refusal says besides its message. */
  readonly data: unknown;
  constructor(code: number, message: string, data: unknown = null) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const refusal = { sessionExpired: 10111, secondFactorNeeded: 20007, notOperable: 40008 } as const;

const usualTimeoutMs = 30_000;
/** Of a call that works through a whole file. */
export const fileTimeoutMs = 5 * 60_000;

interface Envelope {
  code: number;
  message: string;
  data: unknown;
}

/** Asks the staff's own listener; the session is a cookie that no script sees. */
export async function call<Call extends ConsoleCall>(
  name: Call,
  input: ConsoleInput<Call>,
  { signal, timeoutMs = usualTimeoutMs }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<ConsoleData<Call>> {
  const limit = AbortSignal.timeout(timeoutMs);
  const response = await ask(name, input, signal ? AbortSignal.any([signal, limit]) : limit);
  return dataOf(await orSilence(() => response.json())) as ConsoleData<Call>;
}

/** A call that answers with a file: its name, and its bytes as they come. As long as it takes: the caller aborts it. */
export async function callFile<Call extends ConsoleFileCall>(
  name: Call,
  input: ConsoleInput<Call>,
  { signal }: { signal: AbortSignal },
): Promise<{ name: string; body: ReadableStream<Uint8Array<ArrayBuffer>> }> {
  const response = await ask(name, input, signal);
  const disposition = response.headers.get('content-disposition');
  if (disposition === null || response.body === null) {
    dataOf(await orSilence(() => response.json()));
    throw new CallError(0, '');
  }
  const [, fileName = ''] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? [];
  return { name: decodeURIComponent(fileName), body: response.body };
}

function ask<Call extends ConsoleCall>(name: Call, input: ConsoleInput<Call>, signal: AbortSignal): Promise<Response> {
  const [method, path] = consolePaths[name].split(' ') as ['GET' | 'POST', string];
  const request: RequestInit = {
    method,
    credentials: 'same-origin',
    signal,
    headers: {
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...(isUnattended() && { [unattendedHeader]: '1' }),
    },
    ...(method === 'POST' && { body: JSON.stringify(input) }),
  };
  return orSilence(() => fetch(method === 'GET' ? `${path}${queryOf(input)}` : path, request));
}

function dataOf({ code, message, data }: Envelope): unknown {
  if (code !== 200) throw new CallError(code, message, data);
  return data;
}

/** What the network does is one error without a code; an abort stays one. */
async function orSilence<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new CallError(0, '');
  }
}

function queryOf(input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given as [string, string][])}`;
}
