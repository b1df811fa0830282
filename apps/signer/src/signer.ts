import type { ApprovedPayment, FinaliseResponse, SignerInfo, SignRequest, SignResponse } from '@lode/signing';
import { type ApprovalDesk, createApprovalDesk } from './approvals/approval-desk.ts';
import { countedUse } from './approvals/passkey-use.ts';
import { createKeyDesk, type KeyDesk } from './approvers/key-desk.ts';
import { signedPolicy } from './approvers/reconcile-policy.ts';
import { businessDate } from './business-date.ts';
import { createChainSigners } from './chain-signers.ts';
import { coldDescriptorsOf, coldWalletOf, withColdDescriptors } from './cold-transfer.ts';
import { SetupError } from './config.ts';
import { endedUnapproved, History, idsOf } from './history.ts';
import { type WrongAmount, wrongAmounts } from './input-amounts.ts';
import type { Journal } from './journal.ts';
import type { Secrets } from './key-file.ts';
import { type Policy, parsePolicy, unapprovedEndsPerDay } from './policy.ts';
import { evaluate } from './policy-engine.ts';
import { Refused } from './refused.ts';
import { currentSeeds } from './rotation/generations.ts';
import { infoOf } from './signer-info.ts';
import { isApprovalOf } from './verify-approvals.ts';

export interface Signer {
  sign(request: SignRequest): Promise<SignResponse>;
  /**
   * Ends an unsigned payment, or returns all its signatures. Atomic with `sign`. Throws `TooManyUnapproved` when too many that no
   * people are known to have approved were ended today: the caller could have ended payments that are still to come.
   */
  finalise(id: string, approved?: ApprovedPayment): Promise<FinaliseResponse>;
  /** Ends a signed payment, and all that its transaction pays, by an operator's decision: its inputs are free. Throws when it was never signed or is abandoned already. */
  abandon(id: string, reason: string): Promise<void>;
  /** Corrects amounts of inputs by the raw transactions, in hex, that made them. Throws when none of them is wrong. */
  correctAmounts(transactions: readonly string[]): Promise<readonly WrongAmount[]>;
  info(): SignerInfo;
  /** What people approve on the page. */
  desk: ApprovalDesk;
  /** Changes of approvers' keys and of cold wallets. */
  keys: KeyDesk;
  /** Where its journal ends, and its head at an earlier line. */
  journal: Pick<Journal, 'position' | 'headAt'>;
  hotAddresses(): { network: string; address: string }[];
}

export interface SignerParts {
  secrets: Secrets;
  policy: Policy;
  journal: Journal;
  now: () => Date;
  /** On disk when it resolves. Absent where no key can be changed. */
  savePolicy?: (policy: Policy) => Promise<void>;
  /** Failpoint between the journal write and the response. */
  afterJournal?: () => void;
}

export class TooManyUnapproved extends Error {
  override name = 'TooManyUnapproved';
}

/** Upper bound of a finalise response; no payment has as many replacements. */
const maxSignedTransactions = 20;

/**
 * Evaluates one request at a time, against a journal with all earlier ones. Its answer waits until they all are on disk; the next
 * request does not, so that lines of requests that wait together are written at once.
 */
export function createSigner({ secrets, journal, now, savePolicy, afterJournal, ...given }: SignerParts): Signer {
  let { policy } = given;
  const history = new History(journal.lines);
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    const result = await done;
    // Also what an earlier line is the reason of, such as a refusal.
    await journal.allStored();
    return result;
  };

  const sign = async (request: SignRequest): Promise<SignResponse> => {
    try {
      const decision = evaluate(request, { policy, history, signers, now: now() });
      if (decision.kind === 'REPEAT') return { signed: decision.line.signed, line: decision.line.line };
      const { draft } = decision;
      const from = request.kind === 'BATCH' ? undefined : request.from;
      const signed = await signers[draft.network]?.sign(draft.payload, from);
      if (!signed) throw new Refused('NETWORK', draft.network);
      const line = journal.add({ ...draft, signed });
      history.add(line);
      return { signed, line: line.line };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const of = error.of && { of: [...error.of] };
      return { refused: error.code, detail: error.message.slice(0, 500), ...of };
    }
  };

  const end = (id: string, reason: string): number => {
    const line = journal.add({ kind: 'ABANDONED', at: now().toISOString(), id, reason });
    history.add(line);
    return line.line;
  };

  /** By one person at least: no payment that is still to come is. */
  const isApproved = (id: string, approved: ApprovedPayment | undefined): boolean => {
    if (history.approvalsOf(id).length > 0) return true;
    if (approved?.approvalRequest.paymentId !== id) return false;
    return approved.approvals.some((approval) => isApprovalOf(approved.approvalRequest, approval, policy));
  };

  const finalise = async (id: string, approved?: ApprovedPayment): Promise<FinaliseResponse> => {
    const lines = history.of(id).slice(-maxSignedTransactions);
    const signed = lines.map((line) => ({
      payload: line.payload,
      signed: line.signed,
      ...(line.payments && { batch: idsOf(line) }),
    }));
    const endedOn = history.abandonedOn(id);
    if (endedOn !== undefined) return { finalisedLine: endedOn, signed };
    if (signed.length > 0) return { finalisedLine: null, signed };
    if (isApproved(id, approved)) return { finalisedLine: end(id, 'finalised unsigned'), signed: [] };
    const most = unapprovedEndsPerDay(policy);
    if (history.endedUnapprovedOn(businessDate(now())) >= most)
      throw new TooManyUnapproved(`${id}: ${most} payments without approvals were ended today`);
    return { finalisedLine: end(id, endedUnapproved), signed: [] };
  };

  const desk = createApprovalDesk({
    context: () => ({ policy, history, signers, now: now() }),
    append: async (line) => history.add(await journal.append(line)),
    inTurn,
  });
  const keys = createKeyDesk({
    lines: journal.lines,
    beginning: policy.approvers,
    now,
    async append(line) {
      if (!savePolicy) throw new SetupError('no key can be changed here');
      const written = await journal.append(line);
      history.add(written);
      return written;
    },
    countedUse: (challenge, assertion) => countedUse({ policy, history }, challenge, assertion),
    takesPasskeysOnly: () => policy.passkeysOnly === true,
    async changed(state) {
      // The journal has it: a key or a cold wallet that is gone counts no more, even when the policy cannot be written.
      policy = parsePolicy(JSON.stringify(signedPolicy(policy, state)));
      await savePolicy?.(policy);
    },
    rotated: () => {
      signers = createChainSigners(currentSeeds(secrets, keys.generations()), policy);
    },
    coldFlaw(network, descriptor) {
      try {
        const changed = withColdDescriptors(policy, { ...coldDescriptorsOf(policy), [network]: descriptor });
        return coldWalletOf(changed, network) === null ? `the policy has no ${network}` : null;
      } catch (error) {
        if (error instanceof TypeError) return error.message;
        throw error;
      }
    },
    inTurn,
  });
  // Later generations count only as the journal says.
  let signers = createChainSigners(currentSeeds(secrets, keys.generations()), policy);

  return {
    desk,
    keys,
    async sign(request) {
      const response = await inTurn(() => sign(request));
      if ('signed' in response) afterJournal?.();
      return response;
    },
    finalise: (id, approved) => inTurn(() => finalise(id, approved)),
    abandon: (id, reason) =>
      inTurn(async () => {
        if (history.of(id).length === 0) throw new SetupError(`${id} was never signed here`);
        if (history.isAbandoned(id)) throw new SetupError(`${id} is abandoned already`);
        end(id, reason);
      }),
    correctAmounts: (transactions) =>
      inTurn(async () => {
        const wrong = wrongAmounts(transactions, history);
        if (wrong.length === 0) throw new SetupError('no input that was signed here has another amount by these');
        const amounts = Object.fromEntries(wrong.map(({ output, amount }) => [output, amount]));
        history.add(journal.add({ kind: 'AMOUNTS', at: now().toISOString(), amounts }));
        return wrong;
      }),
    info: () => infoOf(policy, secrets, { generation: keys.generations().length, id: history.signer?.id }),
    journal,
    hotAddresses: () => Object.entries(signers).map(([network, { hotAddress }]) => ({ network, address: hotAddress })),
  };
}
