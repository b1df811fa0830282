import { Agent, type IncomingMessage, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { ChainUnavailable } from '@lode/chain';

export interface RpcOptions {
  /** `http://user:pass@host:port`. The secret never leaves this object. */
  url: string;
  timeoutMs: number;
}

/** The node refused the call. `code` is the node's own: -5 not found, -8 out of range, -25…-27 about transactions. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface CallOptions {
  timeoutMs?: number;
  maxBytes?: number;
  /** Returns decimals as strings, so that no amount passes through a float. Not for huge responses. */
  exactDecimals?: boolean;
}

const mebibyte = 2 ** 20;
/** A block has at most 4 million bytes, twice as many hex digits. */
export const blockBytes = 9 * mebibyte;
/** Work queue full or still loading: retry later. */
const busyStatus = 503;
const warmingUp = -28;
/** A refusal carries a JSON body under these statuses too. */
const answerStatuses = new Set([200, 400, 404, 500]);

/** JSON-RPC of a Bitcoin node: each call bounded in time and bytes, each failure classified. Results are `unknown`: parse them. */
export class JsonRpc {
  private readonly url: URL;
  private readonly timeoutMs: number;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 4 });
  private readonly authorization: string;

  constructor({ url, timeoutMs }: RpcOptions) {
    this.url = new URL(url);
    if (this.url.protocol !== 'http:' && this.url.protocol !== 'https:')
      throw new TypeError(`expected an http or https URL of a node, got ${this.url.protocol}`);
    const secret = `${decodeURIComponent(this.url.username)}:${decodeURIComponent(this.url.password)}`;
    this.authorization = `Basic ${Buffer.from(secret).toString('base64')}`;
    this.timeoutMs = timeoutMs;
  }

  async call(method: string, params: readonly unknown[] = [], options: CallOptions = {}): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '1.0', id: method, method, params });
    const { status, text } = await this.post(body, options);
    if (status === 401 || status === 403) throw unavailable('refused', new Error(`HTTP ${status} to ${method}`));
    if (status === busyStatus) throw unavailable('down', new Error(`HTTP ${status} to ${method}`));
    if (!answerStatuses.has(status)) throw unavailable('malformed', new Error(`HTTP ${status} to ${method}`));
    return readAnswer(method, text, options.exactDecimals ?? false);
  }

  close(): void {
    this.agent.destroy();
  }

  private post(body: string, options: CallOptions, isSecond = false): Promise<{ status: number; text: string }> {
    const { timeoutMs = this.timeoutMs, maxBytes = mebibyte } = options;
    const isSecure = this.url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const headers = { authorization: this.authorization, 'content-type': 'application/json' };
      const asking = (isSecure ? secureRequest : request)({
        host: this.url.hostname.replace(/^\[|\]$/g, ''),
        port: this.url.port || (isSecure ? 443 : 8332),
        path: this.url.pathname,
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        // The second goes over a connection of its own: the node may have closed all that are idle.
        ...(isSecond ? { agent: false } : isSecure ? {} : { agent: this.agent }),
      });
      // Bounds the whole response, not only its pauses.
      const timer = setTimeout(() => {
        fail(unavailable('slow', new Error(`no whole answer in ${timeoutMs} ms`)));
      }, timeoutMs);
      let isOver = false;
      const fail = (error: ChainUnavailable): void => {
        isOver = true;
        clearTimeout(timer);
        reject(error);
        asking.destroy();
      };
      asking.on('error', (error: NodeJS.ErrnoException) => {
        // The node may close an idle connection just as it is reused. The product's calls are idempotent, so one retry is safe; those of a demo's wallet pay test coins.
        if (asking.reusedSocket && error.code === 'ECONNRESET' && !isSecond && !isOver) {
          clearTimeout(timer);
          resolve(this.post(body, options, true));
          return;
        }
        fail(unavailable(error.code?.startsWith('HPE_') ? 'malformed' : 'down', error));
      });
      asking.on('response', (response: IncomingMessage) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > maxBytes) fail(unavailable('malformed', new Error(`an answer of more than ${maxBytes} bytes`)));
          else chunks.push(chunk);
        });
        response.on('error', (error) => fail(unavailable('down', error)));
        response.on('end', () => {
          clearTimeout(timer);
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
        });
      });
      asking.end(body);
    });
  }
}

export function unavailable(reason: ChainUnavailable['reason'], cause: unknown): ChainUnavailable {
  return new ChainUnavailable('BITCOIN', reason, cause);
}

function readAnswer(method: string, text: string, exactDecimals: boolean): unknown {
  let answer: unknown;
  try {
    answer = JSON.parse(exactDecimals ? quoteDecimals(text) : text);
  } catch {
    throw unavailable('malformed', new Error(`no JSON in the answer to ${method}: ${text.slice(0, 60)}`));
  }
  if (typeof answer !== 'object' || answer === null || !('result' in answer)) {
    throw unavailable('malformed', new Error(`no result in the answer to ${method}`));
  }
  const { result, error } = answer as { result: unknown; error?: unknown };
  if (error === null || error === undefined) return result;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code !== 'number' || typeof message !== 'string') {
    throw unavailable('malformed', new Error(`an error without code in the answer to ${method}`));
  }
  const refusal = new RpcRefusal(code, message.slice(0, 500));
  throw code === warmingUp ? unavailable('down', refusal) : refusal;
}

/** Quotes every non-integer number outside strings. */
export function quoteDecimals(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    token.startsWith('"') || /^-?\d+$/.test(token) ? token : `"${token}"`,
  );
}
