import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  headAtKnownHeader,
  InvalidMessage,
  journalHeader,
  readApprovalsRequest,
  readFinaliseRequest,
  readPosition,
  readReviewRequest,
  readReviewTextRequest,
  readSignRequest,
  type SignRequest,
  writePosition,
} from '@lode/signing';
import { SetupError } from './config.ts';
import { requestedIds } from './policy-engine.ts';
import { type Signer, TooManyUnapproved } from './signer.ts';
import { bindExclusively } from './socket.ts';

const maxRequestBytes = 256 * 1024;

export interface Listening {
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Resolves after the socket is bound: binding first keeps two signers off one journal. */
  signer: Promise<Signer>;
  socketPath: string;
  secretFile: string;
  /** Outside the demo the server runs as another user, with access to the socket by its group. */
  isShared: boolean;
  /** Writes a log event; never with a secret in it. */
  log: (event: Record<string, string | number>) => void;
}

/** Serves callers that know the shared secret, on a unix socket. */
export async function listen({
  signer: coming,
  socketPath,
  secretFile,
  isShared,
  log,
}: ListenOptions): Promise<Listening> {
  const mode = isShared ? 0o660 : 0o600;
  const secret = hashOf(await loadSecret(secretFile, isShared ? 0o640 : 0o600));
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      log({ event: 'request.failed', reason: error instanceof Error ? error.message : 'unknown' });
      send(response, 500, { error: 'internal error: see the log of the signer' });
    });
  });
  server.requestTimeout = 10_000;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const token = /^Bearer (.{1,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(hashOf(token), secret)) return send(response, 401, { error: 'wrong secret' });
    const signer = await coming;
    const isHeld = showJournal(signer, request, response);
    if (request.method === 'GET' && request.url === '/info') return send(response, 200, signer.info());
    if (!isHeld) {
      log({ event: 'journal.conflict', known: String(request.headers[journalHeader]) });
      return send(response, 409, { error: 'the journal lacks lines that the client knows: nothing is signed' });
    }
    if (request.method === 'POST' && request.url === '/finalise') return finalise(signer, request, response);
    if (request.method === 'POST' && request.url?.startsWith('/approvals/'))
      return approvals(signer, request.url, await bodyOf(request), response);
    if (request.method !== 'POST' || request.url !== '/sign')
      return send(response, 404, { error: `unknown call: ${request.method} ${request.url}` });

    const message = readRequest(await bodyOf(request));
    if ('refused' in message) return send(response, 200, message);
    const found = await signer.sign(message);
    showJournal(signer, request, response);
    const [id, ...others] = requestedIds(message);
    log({
      event: 'refused' in found ? 'payment.refused' : 'payment.signed',
      id,
      ...(others.length > 0 && { others: others.length }),
      ...('refused' in found ? { refused: found.refused, detail: found.detail } : { line: found.line }),
    });
    send(response, 200, found);
  };

  const finalise = async (signer: Signer, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const message = read(readFinaliseRequest, await bodyOf(request));
    if (message === null) return send(response, 400, { error: 'malformed finalise request' });
    const found = await signer.finalise(message.id, message.approved).catch((error: unknown) => {
      if (!(error instanceof TooManyUnapproved)) throw error;
      log({ event: 'payment.not-finalised', id: message.id, reason: error.message });
      return null;
    });
    if (found === null) return send(response, 429, { error: 'too many payments without approvals were ended today' });
    showJournal(signer, request, response);
    if (found.finalisedLine !== null) log({ event: 'payment.finalised', id: message.id, line: found.finalisedLine });
    send(response, 200, found);
  };

  const approvals = async ({ desk }: Signer, url: string, text: string | null, response: ServerResponse) => {
    if (url === '/approvals/request') {
      const message = read(readReviewRequest, text);
      if (message === null) return send(response, 400, { error: 'malformed review request' });
      desk.show(message);
      return send(response, 200, {});
    }
    if (url === '/approvals/text') {
      const message = read(readReviewTextRequest, text);
      if (message === null) return send(response, 400, { error: 'malformed review text request' });
      return send(response, 200, desk.textFor(message.id, { name: message.approver, role: message.role }));
    }
    const message = url === '/approvals/given' ? read(readApprovalsRequest, text) : null;
    if (message === null) return send(response, 400, { error: 'malformed approvals request' });
    send(response, 200, desk.given(message.ids));
  };

  await bindExclusively(server, socketPath);
  await chmod(socketPath, mode);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

/** Tells the client where the journal is now; false when the journal lacks the line that the client knows. */
function showJournal({ journal }: Signer, request: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader(journalHeader, writePosition(journal.position()));
  const known = readPosition(request.headers[journalHeader]);
  if (known === null) return true;
  const head = journal.headAt(known.line);
  response.setHeader(headAtKnownHeader, head ?? 'none');
  return head === known.head;
}

function readRequest(text: string | null): SignRequest | { refused: 'MALFORMED'; detail: string } {
  if (text === null) return { refused: 'MALFORMED', detail: `request longer than ${maxRequestBytes} bytes` };
  try {
    return readSignRequest(text);
  } catch (error) {
    if (error instanceof InvalidMessage) return { refused: 'MALFORMED', detail: error.message.slice(0, 500) };
    throw error;
  }
}

function read<T>(parse: (text: string) => T, text: string | null): T | null {
  try {
    return text === null ? null : parse(text);
  } catch (error) {
    if (error instanceof InvalidMessage) return null;
    throw error;
  }
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes <= maxRequestBytes) chunks.push(chunk as Buffer);
  }
  return bytes > maxRequestBytes ? null : Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Comparing hashes leaks neither content nor length by its duration. */
function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Created once and kept: a server that has read it stays connected. */
async function loadSecret(file: string, mode: number): Promise<string> {
  await writeFile(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < 40) throw new SetupError(`${file} holds no valid secret: remove it and restart the signer`);
  return secret;
}
