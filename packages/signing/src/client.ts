import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { ApproverRole } from './approval-request.ts';
import {
  type ApprovalsResponse,
  type FinaliseResponse,
  type ReviewRequest,
  type ReviewTextResponse,
  readApprovalsResponse,
  readFinaliseResponse,
  readReviewTextResponse,
  readSignerInfo,
  readSignResponse,
  type SignerInfo,
  type SignRequest,
  type SignResponse,
} from './messages.ts';

/** No usable response: whether the signer has signed is unknown. Repeating the request is safe and returns the same bytes. */
export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable';
}

export interface SignerClient {
  info(): Promise<SignerInfo>;
  /** The same request returns the same bytes, also after a restart of either side. Throws `SignerUnavailable`. */
  sign(request: SignRequest): Promise<SignResponse>;
  /** Ends an unsigned payment at the signer, or returns every signature of it. Throws `SignerUnavailable`. */
  finalise(id: string): Promise<FinaliseResponse>;
  /** Has the signer show a payment on its page, for some minutes. Throws `SignerUnavailable`. */
  requestApproval(request: ReviewRequest): Promise<void>;
  /** What a person would sign of a payment that the page shows. Throws `SignerUnavailable`. */
  reviewText(id: string, approver: string, role: ApproverRole): Promise<ReviewTextResponse>;
  /** Which of these payments the page shows, and what was approved of them there. Throws `SignerUnavailable`. */
  approvals(ids: readonly string[]): Promise<ApprovalsResponse>;
}

export interface SignerLocation {
  /** The signer's unix socket. */
  socketPath: string;
  /** File with the shared secret, written by the signer. Read at each call: it may appear after the server has started. */
  secretFile: string;
  timeoutMs?: number;
}

/** Larger than 20 transactions, each with its payload and its signed bytes. */
const maxResponseBytes = 16 * 1024 * 1024;

export function signerClient({ socketPath, secretFile, timeoutMs = 20_000 }: SignerLocation): SignerClient {
  const ask = async (method: 'GET' | 'POST', path: string, body?: string): Promise<string> => {
    try {
      const secret = (await readFile(secretFile, 'utf8')).trim();
      return await call({ method, path, body, secret, socketPath, timeoutMs });
    } catch (error) {
      throw new SignerUnavailable(
        `no response from the signer on ${socketPath}: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  };
  const read = <T>(parse: (text: string) => T, text: string): T => {
    try {
      return parse(text);
    } catch (error) {
      throw new SignerUnavailable('the signer sent a malformed response', { cause: error });
    }
  };
  return {
    info: async () => read(readSignerInfo, await ask('GET', '/info')),
    sign: async (request) => read(readSignResponse, await ask('POST', '/sign', JSON.stringify(request))),
    requestApproval: async (request) => {
      await ask('POST', '/approvals/request', JSON.stringify(request));
    },
    reviewText: async (id, approver, role) =>
      read(readReviewTextResponse, await ask('POST', '/approvals/text', JSON.stringify({ id, approver, role }))),
    approvals: async (ids) =>
      read(readApprovalsResponse, await ask('POST', '/approvals/given', JSON.stringify({ ids }))),
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
    const request = httpRequest({ method, path, socketPath, headers, signal }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes > maxResponseBytes) request.destroy(new Error(`response longer than ${maxResponseBytes} bytes`));
      });
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`HTTP ${response.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}
