import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { InvalidMessage, readFinaliseRequest, readSignRequest, type SignRequest } from '@lode/signing';
import { SetupError } from './config.ts';
import type { Signer } from './signer.ts';
import { bindExclusively } from './socket.ts';

const longestRequest = 256 * 1024;

export interface Listening {
  close(): Promise<void>;
}

export interface ListenOptions {
  /** May come later than the socket: that is taken first, so that no two signers ever write one journal. */
  signer: Promise<Signer>;
  socketPath: string;
  secretFile: string;
  /** Outside the demo the server runs as another user, and reaches the socket by its group. */
  isShared: boolean;
  /** A line for the log; never with a secret in it. */
  log: (what: Record<string, string | number>) => void;
}

/** Answers on a unix socket, to whoever knows the secret that lies beside it. */
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
      log({ event: 'failed', why: error instanceof Error ? error.message : 'unknown' });
      send(response, 500, { error: 'the signer failed' });
    });
  });
  server.requestTimeout = 10_000;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const given = /^Bearer (.{1,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(hashOf(given), secret)) return send(response, 401, { error: 'unknown caller' });
    const signer = await coming;
    if (request.method === 'GET' && request.url === '/info') return send(response, 200, signer.info());
    if (request.method === 'POST' && request.url === '/finalise') return close(signer, await bodyOf(request), response);
    if (request.method !== 'POST' || request.url !== '/sign') return send(response, 404, { error: 'no such call' });

    const wanted = readRequest(await bodyOf(request));
    if ('refused' in wanted) return send(response, 200, wanted);
    const found = await signer.sign(wanted);
    const id = wanted.kind === 'PAYMENT' ? wanted.approvalRequest.paymentId : wanted.id;
    log({
      event: 'refused' in found ? 'refused' : 'signed',
      id,
      ...('refused' in found ? found : { line: found.line }),
    });
    send(response, 200, found);
  };

  const close = async (signer: Signer, text: string | null, response: ServerResponse): Promise<void> => {
    const wanted = readClose(text);
    if (wanted === null) return send(response, 400, { error: 'no request to close' });
    const found = await signer.finalise(wanted.id);
    if (found.finalisedLine !== null) log({ event: 'payment.finalised', id: wanted.id, line: found.finalisedLine });
    send(response, 200, found);
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

function readRequest(text: string | null): SignRequest | { refused: 'MALFORMED'; detail: string } {
  if (text === null) return { refused: 'MALFORMED', detail: 'too long' };
  try {
    return readSignRequest(text);
  } catch (error) {
    if (error instanceof InvalidMessage) return { refused: 'MALFORMED', detail: error.message.slice(0, 500) };
    throw error;
  }
}

function readClose(text: string | null): { id: string } | null {
  try {
    return text === null ? null : readFinaliseRequest(text);
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
    if (bytes <= longestRequest) chunks.push(chunk as Buffer);
  }
  return bytes > longestRequest ? null : Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Comparing hashes tells nothing by the time that it takes, whatever the lengths. */
function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Made once, kept: a server that read it stays able to ask. */
async function loadSecret(file: string, mode: number): Promise<string> {
  await writeFile(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < 40) throw new SetupError(`${file} is no secret: remove it, and a new one is made`);
  return secret;
}
