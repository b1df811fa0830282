import { createHash } from 'node:crypto';
import { BadMessage, readSignAnswer, readSignRequest, type SignAnswer, type SignRequest } from './messages.ts';

/**
 * Signing where no wire leads: the request is carried to the signer as a file, its answer back as another. Both name the request
 * by its hash, so that an answer is taken for no other request than its own.
 */
const requestHead = 'lode-sign-request-1';
const answerHead = 'lode-sign-answer-1';

export function writeRequestFile(request: SignRequest): string {
  return `${requestHead}\n${JSON.stringify(request)}\n`;
}

/** Throws `BadMessage`. */
export function readRequestFile(text: string): SignRequest {
  return readSignRequest(bodyOf(text, requestHead, 2)[0]);
}

export function writeAnswerFile(request: SignRequest, answer: SignAnswer): string {
  return `${answerHead}\n${nameOf(request)}\n${JSON.stringify(answer)}\n`;
}

/** Throws `BadMessage`, also when it is the answer to another request. */
export function readAnswerFile(text: string, request: SignRequest): SignAnswer {
  const [name, answer] = bodyOf(text, answerHead, 3);
  if (name !== nameOf(request)) throw new BadMessage('this file answers another request');
  return readSignAnswer(answer ?? '');
}

function nameOf(request: SignRequest): string {
  return createHash('sha256').update(writeRequestFile(request)).digest('hex');
}

function bodyOf(text: string, head: string, lines: number): [string, ...string[]] {
  const [first, second, ...rest] = text.trimEnd().split('\n');
  if (first !== head || second === undefined || rest.length !== lines - 2)
    throw new BadMessage(`no file that begins with ${head}`);
  return [second, ...rest];
}
