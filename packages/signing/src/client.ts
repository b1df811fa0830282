import { readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { ApproverRole } from './approval-request.ts';
import {
  headAtKnownHeader,
  type JournalPosition,
  journalHeader,
  readPosition,
  writePosition,
} from './journal-position.ts';
import {
  type ApprovalsResponse,
  type ApprovedPayment,
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

/** Remembers how far the signer's journal was, so that one which was cut or exchanged is noticed. */
export interface JournalWatch {
  known(): Promise<JournalPosition>;
  /** With each response. */
  seen(position: JournalPosition): Promise<void>;
  /** The signer's journal does not hold what is known: signatures are missing in it. */
  conflict(known: JournalPosition, found: JournalPosition): Promise<void>;
}

export interface SignerClient {
  info(): Promise<SignerInfo>;
  /** The same request returns the same bytes, also after a restart of either side. Throws `SignerUnavailable`. */
  sign(request: SignRequest): Promise<SignResponse>;
  /** Ends an unsigned payment at the signer, or returns every signature of it. Throws `SignerUnavailable`. */
  finalise(id: string, approved?: ApprovedPayment): Promise<FinaliseResponse>;
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

/** With a `journal` nothing is signed by a signer whose journal has lost lines, and every response is checked. */
export function signerClient(
  { socketPath, secretFile, timeoutMs = 20_000 }: SignerLocation,
  journal: JournalWatch | null = null,
): SignerClient {
  const ask = async (method: 'GET' | 'POST', path: string, body?: string): Promise<string> => {
    const known = (await journal?.known()) ?? null;
    const { status, headers, text } = await exchange({ method, path, body, known });
    if (journal && known) {
      const isHeld = await checkJournal(journal, known, headers);
      // The keys are the same: addresses may be derived, and nothing is signed.
      if (!isHeld && method === 'POST')
        throw new SignerUnavailable('the journal of the signer lacks lines that it had');
    }
    if (status === 200) return text;
    throw new SignerUnavailable(`no response from the signer on ${socketPath}: HTTP ${status}: ${text.slice(0, 200)}`);
  };
  const exchange = async (asked: Pick<Call, 'method' | 'path' | 'body' | 'known'>): Promise<Answer> => {
    try {
      const secret = (await readFile(secretFile, 'utf8')).trim();
      const answer = await call({ ...asked, secret, socketPath, timeoutMs });
      if (answer.status === 200 || answer.status === journalConflict) return answer;
      throw new Error(`HTTP ${answer.status}: ${answer.text.slice(0, 200)}`);
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
    finalise: async (id, approved) =>
      read(readFinaliseResponse, await ask('POST', '/finalise', JSON.stringify({ id, approved }))),
  };
}

/** Whether the signer's journal holds the known line. */
async function checkJournal(
  journal: JournalWatch,
  known: JournalPosition,
  headers: IncomingHttpHeaders,
): Promise<boolean> {
  const found = readPosition(headers[journalHeader]);
  if (found === null) throw new SignerUnavailable('the signer does not show its journal: it is older than this server');
  const isHeld = found.line >= known.line && headers[headAtKnownHeader] === known.head;
  await (isHeld ? journal.seen(found) : journal.conflict(known, found));
  return isHeld;
}

/** The signer signs nothing for a client that knows more than its journal. */
const journalConflict = 409;

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  text: string;
}

interface Call {
  method: 'GET' | 'POST';
  path: string;
  body: string | undefined;
  known: JournalPosition | null;
  secret: string;
  socketPath: string;
  timeoutMs: number;
}

function call({ method, path, body, known, secret, socketPath, timeoutMs }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      ...(known && { [journalHeader]: writePosition(known) }),
    };
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
        resolve({ status: response.statusCode, headers: response.headers, text });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}
