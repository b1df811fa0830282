import { createHash } from 'node:crypto';
import {
  ForeignResponse,
  InvalidMessage,
  readChangeRequest,
  readReviewTextResponse,
  readSignedApproval,
  readSignedChange,
  readSignRequest,
  readSignResponse,
  type SignableReview,
  type SignedApproval,
  type SignRequest,
  type SignResponse,
} from './messages.ts';
import type { ChangeRequest, SignedChange } from './policy-change.ts';
import { isReviewOf } from './review-text.ts';

/**
 * The offline signing channel: request and response are files carried by hand. The response names its request by hash, so it is
 * accepted for no other request.
 */
/** Characters of a file, which holds one transaction and its approvals. */
const longestFile = 1024 * 1024;
const requestHead = 'lode-sign-request-1';
const responseHead = 'lode-sign-response-1';
const reviewHead = 'lode-review-1';
const approvalHead = 'lode-approval-1';
const keyChangeHead = 'lode-key-change-1';
const signedKeyChangeHead = 'lode-key-change-signature-1';

export function writeRequestFile(request: SignRequest): string {
  return `${requestHead}\n${JSON.stringify(request)}\n`;
}

/** Throws `InvalidMessage`. */
export function readRequestFile(text: string): SignRequest {
  return readSignRequest(bodyOf(text, requestHead, 2)[0]);
}

export function writeResponseFile(request: SignRequest, response: SignResponse): string {
  return `${responseHead}\n${nameOf(request)}\n${JSON.stringify(response)}\n`;
}

/** Throws `InvalidMessage`; `ForeignResponse` when it answers another request. */
export function readResponseFile(text: string, request: SignRequest): SignResponse {
  const [name, response] = bodyOf(text, responseHead, 3);
  if (name !== nameOf(request)) throw new ForeignResponse('this file answers another request');
  return readSignResponse(response ?? '');
}

/** What a person signs on a machine of their own, and what comes back from there. */
export function writeReviewFile(review: SignableReview): string {
  return `${reviewHead}\n${JSON.stringify({ review, obstacle: null })}\n`;
}

/** Throws `InvalidMessage`, also when its text is of another payment or person. */
export function readReviewFile(text: string): SignableReview {
  const { review } = readReviewTextResponse(bodyOf(text, reviewHead, 2)[0]);
  if (review === null || !isReviewOf(review.text, review.approvalRequest, review.by))
    throw new InvalidMessage('its text is not of its payment');
  return review;
}

export function writeApprovalFile(signed: SignedApproval): string {
  return `${approvalHead}\n${JSON.stringify(signed)}\n`;
}

export function readApprovalFile(text: string): SignedApproval {
  return readSignedApproval(bodyOf(text, approvalHead, 2)[0]);
}

/** A change of an approver's key or of a cold wallet, for a person with a software key. */
export function writeChangeFile(request: ChangeRequest): string {
  return `${keyChangeHead}\n${JSON.stringify(request)}\n`;
}

export function readChangeFile(text: string): ChangeRequest {
  return readChangeRequest(bodyOf(text, keyChangeHead, 2)[0]);
}

export function writeSignedChangeFile(signed: SignedChange): string {
  return `${signedKeyChangeHead}\n${JSON.stringify(signed)}\n`;
}

export function readSignedChangeFile(text: string): SignedChange {
  return readSignedChange(bodyOf(text, signedKeyChangeHead, 2)[0]);
}

function nameOf(request: SignRequest): string {
  return createHash('sha256').update(writeRequestFile(request)).digest('hex');
}

function bodyOf(text: string, head: string, lines: number): [string, ...string[]] {
  if (text.length > longestFile) throw new InvalidMessage(`expected a file of at most ${longestFile} characters`);
  const [first, second, ...rest] = text.trimEnd().split('\n');
  if (first !== head || second === undefined || rest.length !== lines - 2)
    throw new InvalidMessage(`expected a file of ${lines} lines that starts with ${head}`);
  return [second, ...rest];
}
