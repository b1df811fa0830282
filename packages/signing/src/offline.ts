import { createHash } from 'node:crypto';
import { InvalidMessage, readSignRequest, readSignResponse, type SignRequest, type SignResponse } from './messages.ts';

/**
 * Signing where no wire leads: the request is carried to the signer as a file, its answer back as another. Both name the request
 * by its hash, so that an answer is taken for no other request than its own.
 */
const requestHead = 'lode-sign-request-1';
const responseHead = 'lode-sign-answer-1';

export function writeRequestFile(request: SignRequest): string {
  return `${requestHead}\n${JSON.stringify(request)}\n`;
}

/** Throws `BadMessage`. */
export function readRequestFile(text: string): SignRequest {
  return readSignRequest(bodyOf(text, requestHead, 2)[0]);
}

export function writeResponseFile(request: SignRequest, answer: SignResponse): string {
  return `${responseHead}\n${nameOf(request)}\n${JSON.stringify(answer)}\n`;
}

/** Throws `BadMessage`, also when it is the answer to another request. */
export function readResponseFile(text: string, request: SignRequest): SignResponse {
  const [name, answer] = bodyOf(text, responseHead, 3);
  if (name !== nameOf(request)) throw new InvalidMessage('this file answers another request');
  return readSignResponse(answer ?? '');
}

function nameOf(request: SignRequest): string {
  return createHash('sha256').update(writeRequestFile(request)).digest('hex');
}

function bodyOf(text: string, head: string, lines: number): [string, ...string[]] {
  const [first, second, ...rest] = text.trimEnd().split('\n');
  if (first !== head || second === undefined || rest.length !== lines - 2)
    throw new InvalidMessage(`no file that begins with ${head}`);
  return [second, ...rest];
}
