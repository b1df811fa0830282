import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import {
  type FinaliseResponse,
  readFinaliseResponse,
  readSignerInfo,
  readSignResponse,
  type SignerInfo,
  type SignRequest,
  type SignResponse,
} from './messages.ts';

/** No usable answer: nothing is known about whether it has signed. Asking the same again is safe, and gives the same bytes. */
export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable';
}

export interface SignerClient {
  info(): Promise<SignerInfo>;
  /** The same request again gives the same bytes, also after a restart of either side. Throws `SignerUnavailable`. */
  sign(request: SignRequest): Promise<SignResponse>;
  /** Whatever was asked before and not heard of: afterwards it is closed for good, or what was signed is known. Throws `SignerUnavailable`. */
  finalise(id: string): Promise<FinaliseResponse>;
}

export interface SignerLocation {
  /** The signer's unix socket. */
  socketPath: string;
  /** File with the secret that both sides know, made by the signer. Read at each call: it may come later than the server. */
  secretFile: string;
  timeoutMs?: number;
}

/** Above 20 transactions, each as it was asked for and as it was signed. */
const maxResponseBytes = 16 * 1024 * 1024;

export function signerClient({ socketPath, secretFile, timeoutMs = 20_000 }: SignerLocation): SignerClient {
  const ask = async (method: 'GET' | 'POST', path: string, body?: string): Promise<string> => {
    try {
      const secret = (await readFile(secretFile, 'utf8')).trim();
      return await call({ method, path, body, secret, socketPath, timeoutMs });
    } catch (error) {
      throw new SignerUnavailable(
        `the signer gives no answer: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  };
  const read = <T>(reading: (text: string) => T, text: string): T => {
    try {
      return reading(text);
    } catch (error) {
      throw new SignerUnavailable('the signer answers something else', { cause: error });
    }
  };
  return {
    info: async () => read(readSignerInfo, await ask('GET', '/info')),
    sign: async (request) => read(readSignResponse, await ask('POST', '/sign', JSON.stringify(request))),
    finalise: async (id) => read(readFinaliseResponse, await ask('POST', '/finalise', JSON.stringify({ id }))),
  };
}

interface Call {
  method: 'GET' | 'POST';
  path: string;
  body: string | undefined;
  secret: string;
  socketPath: string;
  timeoutMs: number;
}

function call({ method, path, body, secret, socketPath, timeoutMs }: Call): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(timeoutMs);
    const asked = httpRequest({ method, path, socketPath, headers, signal }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes > maxResponseBytes) asked.destroy(new Error('its answer is too long'));
      });
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`HTTP ${response.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
