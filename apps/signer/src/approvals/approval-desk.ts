import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type Approval,
  type ApprovalsResponse,
  type ApprovedBy,
  type ApproverRole,
  challengeOf,
  type PasskeyAssertion,
  type ReviewRequest,
  type ReviewTextResponse,
  reviewText,
  signApproval,
} from '@lode/signing';
import type { ApprovedLine, NewLine } from '../journal.ts';
import type { PolicyContext } from '../policy-engine.ts';
import { isApprovalOf } from '../verify-approvals.ts';
import { countedUse } from './passkey-use.ts';
import { type Obstacle, obstacleOf, type Review, reviewPayment } from './review.ts';

export interface Person {
  name: string;
  role: ApproverRole;
}

/** What a person was shown, kept until they sign exactly it. */
export interface ShownText {
  request: ReviewRequest;
  by: ApprovedBy;
  text: string;
}

export type Proof = { key: KeyObject } | { assertion: PasskeyAssertion };

/** `STALE`: what was shown is no longer what would be signed. `PROOF`: no valid signature of this person. */
export type ApproveResult = 'APPROVED' | 'STALE' | 'PROOF' | Obstacle;

export interface DeskParts {
  readonly context: () => PolicyContext;
  /** On disk when it resolves. */
  readonly append: (line: NewLine) => Promise<void>;
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

const mostShown = 200;
/** The server sends again what still waits; what it no longer sends disappears. */
const shownMs = 3 * 60_000;
/** A text that was shown longer ago is shown anew before it is signed. */
const textMs = 10 * 60_000;
/** An approval that the server could not record within this time is given again: no hold outlasts a click by days. */
const givenMs = 3_600_000;

export type ApprovalDesk = ReturnType<typeof createApprovalDesk>;

/** Payments that wait for approvals, in memory; the approvals themselves are in the journal. */
export function createApprovalDesk({ context, append, inTurn }: DeskParts) {
  const shown = new Map<string, { request: ReviewRequest; at: number }>();

  const current = (): ReviewRequest[] => {
    const now = context().now.getTime();
    for (const [id, { at }] of shown) if (now - at > shownMs) shown.delete(id);
    return [...shown.values()].map(({ request }) => request);
  };
  const givenOf = (id: string): ApprovedLine[] => {
    const { history, now } = context();
    return history.approvalsOf(id).filter(({ at }) => now.getTime() - Date.parse(at) <= givenMs);
  };
  const proved = (person: Person, { by, request, text }: ShownText, proof: Proof) => {
    if ('key' in proof) return { approval: signApproval(proof.key, by, request.approvalRequest, text), passkey: null };
    const use = countedUse(context(), challengeOf(text), proof.assertion);
    if (use?.person.name !== person.name) return null;
    const approval: Approval = { ...by, text, passkey: proof.assertion };
    return { approval, passkey: use.passkey };
  };

  const desk = {
    /** The newest request of a payment replaces an earlier one; the oldest gives way when there are too many. */
    show(request: ReviewRequest): void {
      const id = request.approvalRequest.paymentId;
      current();
      shown.delete(id);
      shown.set(id, { request, at: context().now.getTime() });
      const [oldest] = shown.keys();
      if (shown.size > mostShown && oldest !== undefined) shown.delete(oldest);
    },

    given(ids: readonly string[]): ApprovalsResponse {
      current();
      const approvals = ids.flatMap(givenOf).sort((a, b) => a.line - b.line);
      return {
        shown: ids.filter((id) => shown.has(id)),
        approvals: approvals.map(({ approvalRequest, approval }) => ({ approvalRequest, approval })),
      };
    },

    /** What a person sees: each payment with the text that this person would sign, and why not. A text that still holds stays. */
    reviews(
      person: Person,
      earlier: ReadonlyMap<string, ShownText> = new Map(),
    ): { review: Review; obstacle: Obstacle | null; shownText: ShownText | null }[] {
      const now = context();
      const by = { approver: person.name, role: person.role, approvedAt: now.now.toISOString() };
      return current().map((request) => {
        const review = reviewPayment(request, now);
        const { approvalRequest } = request;
        const textOf = (as: ApprovedBy) => review.parsed && reviewText(approvalRequest, as, review.parsed);
        const kept = earlier.get(approvalRequest.paymentId);
        const isKept =
          kept && now.now.getTime() - Date.parse(kept.by.approvedAt) < textMs / 2 && textOf(kept.by) === kept.text;
        const text = textOf(by);
        return {
          review,
          obstacle: obstacleOf(review, person, givenOf(approvalRequest.paymentId)),
          shownText: isKept ? kept : text === null ? null : { request, by, text },
        };
      });
    },

    /** What a person would sign of one payment, at a terminal; null when it is not shown. */
    textFor(id: string, person: Person): ReviewTextResponse {
      const found = desk.reviews(person).find(({ review }) => review.request.approvalRequest.paymentId === id);
      const shownText = found?.shownText;
      const review = shownText
        ? { approvalRequest: shownText.request.approvalRequest, by: shownText.by, text: shownText.text }
        : null;
      return { review, obstacle: found?.obstacle ?? null };
    },

    /** Verifies and journals an approval of what was shown. */
    approve: (person: Person, shownText: ShownText, proof: Proof): Promise<ApproveResult> =>
      inTurn(async () => {
        const { approvalRequest } = shownText.request;
        const id = approvalRequest.paymentId;
        const now = context();
        const request = current().find((one) => one.approvalRequest.paymentId === id);
        const age = now.now.getTime() - Date.parse(shownText.by.approvedAt);
        if (!request || age > textMs || !isDeepStrictEqual(request.approvalRequest, approvalRequest)) return 'STALE';
        const obstacle = obstacleOf(reviewPayment(request, now), person, givenOf(id));
        if (obstacle !== null) return obstacle;
        const given = proved(person, shownText, proof);
        if (given === null || !isApprovalOf(approvalRequest, given.approval, now.policy)) return 'PROOF';
        await append({ kind: 'APPROVED', at: now.now.toISOString(), id, approvalRequest, ...given });
        return 'APPROVED';
      }),

    /** The person whose passkey signed this challenge, once for each count of the key; null for anybody else. */
    prove: (challenge: string, assertion: PasskeyAssertion): Promise<Person | null> =>
      inTurn(async () => {
        const use = countedUse(context(), challenge, assertion);
        if (use === null) return null;
        const { person, passkey } = use;
        if (passkey.counter > 0) await append({ kind: 'COUNTED', at: context().now.toISOString(), passkey });
        return person;
      }),

    /** Whether a person still has this role and key: a passkey's credential id, or a software key as text. */
    isEnrolled({ name, role }: Person, keyId: string): boolean {
      const known = desk.person(name);
      const keys = [known?.publicKey, ...(known?.passkeys ?? []).map(({ credentialId }) => credentialId)];
      return known?.role === role && keys.includes(keyId);
    },

    takesPasskeysOnly: (): boolean => context().policy.passkeysOnly === true,

    person: (name: string) => context().policy.approvers.find((one) => one.name === name) ?? null,
  };
  return desk;
}
