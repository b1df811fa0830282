import { createHash } from 'node:crypto';
import { maskAccount } from '@lode/contract';
import {
  type Approval,
  type ApprovalRequest,
  type ApprovalsResponse,
  type SignerClient,
  SignerUnavailable,
} from '@lode/signing';
import type { Queryable } from '../../../platform/db/database.ts';
import { logDeduplicator } from '../../../platform/jobs/log-deduplicator.ts';
import type { Tick } from '../../../platform/jobs/ticking.ts';
import type { EventLog, LogEvent } from '../../../platform/log/event-log.ts';
import { englishOf } from '../../../platform/sentence.ts';
import type { Authority, NeededRoles } from '../../../platform/staff/authority.ts';
import { knownSince } from '../request/address-book.repository.ts';
import { findWithdrawal, type Withdrawal } from '../withdrawal.repository.ts';
import type { RequestPorts } from '../withdrawal-ports.ts';
import { approvalHold } from './approval-hold.ts';
import { readAwaitingApproval, readPaidBefore } from './page-approvals.repository.ts';
import { paymentToApprove } from './payment-to-approve.ts';
import { type Proposal, readProposal } from './review.repository.ts';
import { approve, propose, type ReviewDeps } from './review.ts';

export interface PageApprovalPorts {
  page: Pick<SignerClient, 'requestApproval' | 'approvals'>;
  /** The payment as it would be built now; nothing is reserved. */
  readonly previewPayment: (
    withdrawal: Withdrawal,
    maxFee: bigint,
  ) => Promise<{ payload: string; from?: { branch: 'house'; index: number } } | { unavailable: string }>;
  /** A staff member whom a signature of their own proves. */
  readonly findSigner: (needed: NeededRoles, name: string) => Promise<Authority | { refusal: string }>;
  readonly accountOf: (db: Queryable, customerId: bigint) => Promise<string | null>;
}

type PageDeps = ReviewDeps & Pick<RequestPorts, 'addressOf'> & PageApprovalPorts & { log: EventLog };

/** Stands for a reason where the signer's page took the approval, which asks for no words. */
function pageReason(approval: Approval): string {
  const signature = 'passkey' in approval ? approval.passkey.signature : approval.signature;
  const mark = createHash('sha256').update(signature).digest('hex').slice(0, 16);
  return `approved on the signer's page, signature ${mark}`;
}

/** What a person wrote to a review; null where its own approval stands for a reason. */
export const writtenReason = (reason: string, approval: Approval | null): string | null =>
  approval !== null && reason === pageReason(approval) ? null : reason;

/** The signer forgets what it was not sent for three minutes; meanwhile inputs and fees may have changed. */
const sendAgainMs = 30_000;

/** Shows what waits for approvals on the signer's page, and records what people approved there. */
export function pageApprovals(deps: PageDeps): Tick {
  const { database, page, log } = deps;
  const sentAt = new Map<string, number>();
  const deduplicated = logDeduplicator<LogEvent>((event) => log.warn(event));
  const warn = (id: bigint, reason: string) =>
    deduplicated.report({ event: 'withdrawal.page-approval-refused', id: `${id}`, reason });

  /** One that cannot be shown holds up no other one. */
  async function send(one: Waiting, now: Date): Promise<void> {
    try {
      await page.requestApproval(await reviewRequest(deps, one, now));
      sentAt.set(one.approvalRequest.paymentId, performance.now());
    } catch (error) {
      if (!(error instanceof Error) || error instanceof SignerUnavailable) throw error;
      warn(one.withdrawal.id, error.message);
    }
  }

  return deduplicated.rounds(async (now) => {
    const waiting: Waiting[] = [];
    for (const id of await readAwaitingApproval(database, now)) waiting.push(...(await readWaiting(deps, id)));
    if (waiting.length === 0) return sentAt.clear();
    try {
      const { shown, approvals } = await page.approvals(
        waiting.map(({ approvalRequest }) => approvalRequest.paymentId),
      );
      for (const given of approvals) await record(deps, waiting, given, now, warn);
      for (const one of waiting) {
        const { paymentId } = one.approvalRequest;
        const age = performance.now() - (sentAt.get(paymentId) ?? Number.NEGATIVE_INFINITY);
        if (shown.includes(paymentId) && age < sendAgainMs) continue;
        await send(one, now);
      }
    } catch (error) {
      // The payouts report it, where it holds up what was approved.
      if (!(error instanceof SignerUnavailable)) throw error;
    }
  });
}

interface Waiting {
  withdrawal: Withdrawal;
  proposal: Proposal | null;
  approvalRequest: ApprovalRequest;
}

/** With the request that its approvers sign; none while its network is closed. */
async function readWaiting({ database, approvals }: PageDeps, id: bigint): Promise<Waiting[]> {
  const withdrawal = await findWithdrawal(database, id);
  if (withdrawal === null || approvals === null) return [];
  const proposal = await readProposal(database, id);
  const approvalRequest =
    proposal?.approvalRequest ?? (await approvals.approvalRequestFor(paymentToApprove(withdrawal)));
  return 'refused' in approvalRequest ? [] : [{ withdrawal, proposal, approvalRequest }];
}

async function reviewRequest(deps: PageDeps, { withdrawal, proposal, approvalRequest }: Waiting, now: Date) {
  const { database, addressOf, previewPayment, accountOf, holdHours } = deps;
  const { id, customerId, network, addressKey, amount, fee } = withdrawal;
  const account = customerId === null ? null : await accountOf(database, customerId);
  const since = customerId === null ? null : await knownSince(database, customerId, network, addressKey);
  const paid = await readPaidBefore(database, customerId, network, addressKey);
  const preview = await previewPayment(withdrawal, BigInt(approvalRequest.feeCap));
  const hold = await approvalHold(database, withdrawal, { holdHours, now });
  return {
    approvalRequest,
    draft: 'unavailable' in preview ? { unavailable: preview.unavailable.slice(0, 300) } : preview,
    claims: {
      withdrawalId: `${id}`,
      customer: account && maskAccount(account),
      address: addressOf(network, addressKey),
      amount: `${amount - fee}`,
      fee: `${fee}`,
      addressSince: since && since.toISOString(),
      earlier: { count: paid.count, total: `${paid.total}` },
      proposedBy: proposal?.staffName ?? null,
      hold,
    },
  };
}

/** By the use cases that record a review given at a terminal: each of their constraints holds here too. */
async function record(
  deps: PageDeps,
  waiting: readonly Waiting[],
  { approvalRequest, approval }: ApprovalsResponse['approvals'][number],
  now: Date,
  warn: (id: bigint, reason: string) => void,
): Promise<void> {
  const found = waiting.find((one) => one.approvalRequest.paymentId === approvalRequest.paymentId);
  const isProposal = approval.role === 'FINANCE';
  // A proposal that is there is recorded; an approval without one waits for it.
  if (!found || isProposal !== (found.proposal === null)) return;
  const { id } = found.withdrawal;
  const authority = await deps.findSigner({ by: [approval.role] }, approval.approver);
  if ('refusal' in authority) return warn(id, authority.refusal);
  const command = { id, authority, reason: pageReason(approval), now, signed: { approvalRequest, approval } };
  const result = await (isProposal ? propose : approve)(deps, command);
  if ('refused' in result) warn(id, englishOf(result.refused));
}
