import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { CallRefused } from './call-refused.ts';
import type { PageCalls } from './page-calls.ts';

export interface PageServer {
  close(): Promise<void>;
}

interface PageServerParts {
  page: PageCalls;
  port: number;
  /** Under which people open it, and which their passkeys are bound to. */
  origin: string;
  readonly log: (event: Record<string, string | number>) => void;
}

const folder = join(import.meta.dirname, 'static');
const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/texts.zh.js': ['texts.zh.js', 'text/javascript; charset=utf-8'],
};

const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self)',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const maxBodyBytes = 32 * 1024;
/**
 * Of all callers together: staff are few. What other sites make a browser send is counted by itself, and so is who is logged in: no
 * flood of others ends a session.
 */
const mostRequests = 300;
const windowMs = 10_000;

/** Serves the page on this machine only; another machine reaches it through a proxy with TLS. Throws when the port is taken. */
export async function servePage({
  page: { calls, isSession },
  port,
  origin,
  log,
}: PageServerParts): Promise<PageServer> {
  const { host } = new URL(origin);
  let windowEnds = 0;
  let requests = { session: 0, own: 0, foreign: 0 };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const now = performance.now();
    if (now > windowEnds) [windowEnds, requests] = [now + windowMs, { session: 0, own: 0, foreign: 0 }];
    const { method, url = '', headers: given } = request;
    const isAsked = given.host === host && ['same-origin', 'none'].includes(given['sec-fetch-site'] ?? 'none');
    const token = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(given.authorization ?? '')?.[1] ?? '';
    const by = !isAsked ? 'foreign' : isSession(token) ? 'session' : 'own';
    requests[by] += 1;
    if (requests[by] > mostRequests) return send(response, 429, { error: 'WAIT' });
    if (given.host !== host) {
      // By its address no passkey works: a passkey is bound to a name.
      const isByAddress = given.host === `127.0.0.1:${port}` || given.host === `[::1]:${port}`;
      if (method !== 'GET' || url !== '/' || !isByAddress) return send(response, 421, { error: 'HOST' });
      response.writeHead(302, { ...headers, location: `${origin}/` }).end();
      return;
    }
    if (method === 'GET') return file(url, response);
    const name = /^\/api\/([a-z-]{1,20})$/.exec(url)?.[1] ?? '';
    if (method !== 'POST' || !Object.hasOwn(calls, name)) return send(response, 404, { error: 'UNKNOWN' });
    const isOwn = given.origin === origin && (given['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
    if (!isOwn || given['content-type'] !== 'application/json') return send(response, 403, { error: 'ORIGIN' });
    try {
      send(response, 200, await calls[name as keyof typeof calls](await bodyOf(request), token));
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      send(response, error.status, { error: error.message });
    }
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void =>
    void answer(request, response).catch((error: unknown) => {
      log({ event: 'page.failed', reason: error instanceof Error ? error.message : 'unknown' });
      send(response, 500, { error: 'FAILED' });
    });
  const servers: Server[] = [];
  for (const address of ['127.0.0.1', '::1']) {
    const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 8192 }, handle);
    const failure = await bind(server, port, address);
    if (failure === null) servers.push(server);
    // A machine without IPv6 has its other family only.
    else if (address === '127.0.0.1' || failure.code === 'EADDRINUSE') {
      await closeAll(servers);
      throw failure;
    }
  }
  return { close: () => closeAll(servers) };
}

function bind(server: Server, port: number, address: string): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen({ port, host: address }, () => resolve(null));
  });
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise((resolve) => {
          server.close(resolve);
          server.closeAllConnections();
        }),
    ),
  );
}

async function file(url: string, response: ServerResponse): Promise<void> {
  const found = Object.hasOwn(files, url) ? files[url] : undefined;
  if (!found) return send(response, 404, { error: 'UNKNOWN' });
  const [name, type] = found;
  const content = await readFile(join(folder, name));
  response.writeHead(200, { ...headers, 'content-type': type }).end(content);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBodyBytes) throw new CallRefused('MALFORMED', 413);
    chunks.push(chunk as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new CallRefused('MALFORMED', 400);
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent) return;
  response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body));
}
