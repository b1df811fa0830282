import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import { type ConsoleCall, consolePaths } from '@lode/contract/console-paths';

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

const timeoutMs = 30_000;

interface Envelope {
  code: number;
  message: string;
  data: unknown;
}

/** Asks the staff's own listener; the session is a cookie that no script sees. */
export async function call<Call extends ConsoleCall>(
  name: Call,
  input: ConsoleInput<Call>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<ConsoleData<Call>> {
  const [method, path] = consolePaths[name].split(' ') as ['GET' | 'POST', string];
  const limit = AbortSignal.timeout(timeoutMs);
  const request: RequestInit = {
    method,
    credentials: 'same-origin',
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }),
  };
  const envelope = await answerOf(method === 'GET' ? `${path}${queryOf(input)}` : path, request);
  if (envelope.code !== 200) throw new CallError(envelope.code, envelope.message, envelope.data);
  return envelope.data as ConsoleData<Call>;
}

async function answerOf(url: string, request: RequestInit): Promise<Envelope> {
  try {
    return (await (await fetch(url, request)).json()) as Envelope;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new CallError(0, '');
  }
}

function queryOf(input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given as [string, string][])}`;
}
