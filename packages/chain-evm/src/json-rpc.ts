import { ChainUnavailable } from '@lode/chain';

/** Endpoint and bounds of one call. */
export interface RpcOptions {
  url: string;
  timeoutMs: number;
  maxBytes: number;
}

/** The node refused the call, with its message and JSON-RPC code. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal';
  readonly code: number;
  /** Error data: the reason of a revert. */
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export interface Question {
  method: string;
  params: readonly unknown[];
}

/** Calls the node. Results are `unknown`: the caller parses them (`responses.ts`). */
export interface JsonRpc {
  /** Throws `NodeRefusal` when the node refuses, `ChainUnavailable` when it gives no usable answer. */
  ask(method: string, ...params: unknown[]): Promise<unknown>;
  /** Several questions in one round trip, answered in their order; one refusal refuses all. */
  askAll(questions: readonly Question[]): Promise<unknown[]>;
}

/** A node answers at most this many questions at once; providers refuse larger batches. */
const largestBatch = 100;

export function jsonRpc(wanted: RpcOptions): JsonRpc {
  const options = { ...wanted, ...endpointOf(wanted.url) };
  const askAll = async (questions: readonly Question[]): Promise<unknown[]> => {
    const answers: unknown[] = [];
    for (let from = 0; from < questions.length; from += largestBatch) {
      answers.push(...(await askBatch(options, questions.slice(from, from + largestBatch))));
    }
    return answers;
  };
  return {
    askAll,
    ask: async (method, ...params) => (await askAll([{ method, params }]))[0],
  };
}

interface Endpoint {
  url: string;
  headers: Record<string, string>;
}

/** Moves credentials from the URL into a header: `fetch` rejects such URLs and prints them. */
function endpointOf(address: string): Endpoint {
  const url = new URL(address);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (url.username || url.password) {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    url.username = '';
    url.password = '';
  }
  return { url: url.href, headers };
}

async function askBatch(options: RpcOptions & Endpoint, questions: readonly Question[]): Promise<unknown[]> {
  if (questions.length === 0) return [];
  const calls = questions.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
  // Not every node takes a batch of one.
  const text = await post(options, JSON.stringify(calls.length === 1 ? calls[0] : calls));
  const found = parse(text);
  const answers = Array.isArray(found) ? found : [found];
  return calls.map(({ id, method }) => resultOf(answers, id, method));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ChainUnavailable('ERC20', 'malformed', error);
  }
}

function resultOf(answers: readonly unknown[], id: number, method: string): unknown {
  const answer = answers.find((one) => isObject(one) && one.id === id) ?? loneError(answers);
  if (!isObject(answer)) throw new ChainUnavailable('ERC20', 'malformed', `no answer to ${method}`);
  if (isObject(answer.error)) {
    const { code, message, data } = answer.error;
    throw new NodeRefusal(
      typeof code === 'number' ? code : 0,
      typeof message === 'string' ? message : 'no reason given',
      data,
    );
  }
  if (!('result' in answer)) throw new ChainUnavailable('ERC20', 'malformed', `neither result nor error to ${method}`);
  return answer.result;
}

/** A node that cannot parse the request returns an error without an id. */
function loneError(answers: readonly unknown[]): unknown {
  const [only] = answers;
  return answers.length === 1 && isObject(only) && only.id == null && only.error != null ? only : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function post({ url, headers, timeoutMs, maxBytes }: RpcOptions & Endpoint, body: string): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal,
      redirect: 'error',
    });
    const text = await readBounded(response, maxBytes);
    // Some nodes put a refusal under a status of 4xx or 5xx, with the usual body.
    if (!response.ok && !text.startsWith('{') && !text.startsWith('[')) {
      throw new ChainUnavailable('ERC20', response.status === 429 ? 'refused' : 'down', `HTTP ${response.status}`);
    }
    return text;
  } catch (error) {
    if (error instanceof ChainUnavailable) throw error;
    throw new ChainUnavailable('ERC20', signal.aborted ? 'slow' : 'down', rootCause(error));
  }
}

/** The cause of `fetch failed` holds the reason. */
function rootCause(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

async function readBounded(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new ChainUnavailable('ERC20', 'malformed', `an answer of more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
