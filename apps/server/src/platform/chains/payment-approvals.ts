import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Network } from '@lode/chain';
import {
  type Approval,
  type ApprovalRequest,
  type Approver,
  type ApproverKey,
  type ApproverRole,
  createApproverKey,
  isValidApproval,
  minPassphraseLength,
  openApproverKey,
  type ReviewTextResponse,
  type Sealed,
  type SignableReview,
  type SignedApproval,
  type SignerClient,
  type SignerInfo,
  SignerUnavailable,
  signApproval,
  WrongPassphrase,
} from '@lode/signing';
import { type ChainNodes, isClosed } from './chain-nodes.ts';

const onPageOnly = "this signer's policy takes approvals on its own page only: approve it there";

/** The most that a network may take for one payment, in the smallest units of its own coin: 0.01 BTC, 0.045 ETH. */
const feeCaps: Record<Network, bigint> = { BITCOIN: 1_000_000n, ERC20: 45_000_000_000_000_000n };

/** It changes where another signer takes over. */
const signerIdMs = 60_000;

export interface PaymentToApprove {
  paymentId: string;
  network: Network;
  coin: 'BTC' | 'USDT';
  destination: string;
  /** What the receiver gets. */
  amount: bigint;
}

/** Signs a person's approval at that person's terminal, never in a process that serves requests. */
export interface PaymentApprovals {
  /** The demo's keys sign without their people. */
  signsUnasked: boolean;
  /** Names the configured chain, so that a payment is approved while its node is unavailable, and the signer that answers. */
  readonly approvalRequestFor: (payment: PaymentToApprove) => Promise<ApprovalRequest | { refused: string }>;
  readonly approve: (
    who: { name: string; role: ApproverRole; sealedKey: Sealed | null },
    approvalRequest: ApprovalRequest,
    now: Date,
    /** What the signer wrote for this person; without it the payment's own lines are signed. */
    review?: SignableReview,
  ) => Promise<Approval | { refused: string }>;
  /** Why a request that one person has signed is not to be signed by the second, or null: another signer answers now. */
  readonly refusalOfRequest: (approvalRequest: ApprovalRequest) => Promise<string | null>;
  /** What the signer read from the payment's bytes, as this person would sign it; null while it does not answer. */
  readonly review: (paymentId: string, name: string, role: ApproverRole) => Promise<ReviewTextResponse | null>;
  /** Why an approval that was signed elsewhere is none, or null. */
  readonly refusalOf: (signed: SignedApproval) => Promise<string | null>;
  /** A key of the person's own, under a passphrase that is typed twice. */
  readonly newKey: (name: string) => Promise<ApproverKey | { refused: string }>;
}

export interface ApprovalDeps {
  nodes: Pick<ChainNodes, 'open'>;
  /** The demo's people and their passphrase; null elsewhere. */
  demo: { signerFolder: string; passphrase: string } | null;
  signer: Pick<SignerClient, 'reviewText' | 'info'>;
  /** Reads the passphrase at the terminal. */
  readonly ask: (question: string) => Promise<string>;
}

/** A signer that does not answer, as a refusal. */
function orRefused<T>(asked: Promise<T>): Promise<T | { refused: string }> {
  return asked.catch((error: unknown) => {
    if (error instanceof SignerUnavailable) return { refused: error.message };
    throw error;
  });
}

/** Why the signer would not take it, or null. */
function refusalBy(
  { approvers, passkeysOnly }: SignerInfo,
  { approvalRequest, approval }: SignedApproval,
): string | null {
  if (passkeysOnly) return onPageOnly;
  const enrolled = approvers.find(({ name }) => name === approval.approver);
  const isValid =
    enrolled?.role === approval.role &&
    'signature' in approval &&
    isValidApproval(enrolled.publicKey, approvalRequest, approval);
  return isValid ? null : `it is no approval by the key of ${approval.approver} that is enrolled at the signer`;
}

export function paymentApprovals({ nodes, demo, signer, ask }: ApprovalDeps): PaymentApprovals {
  async function demoKey(name: string): Promise<Sealed | null> {
    if (demo === null) return null;
    const text = await readFile(join(demo.signerFolder, 'demo-approvers.json'), 'utf8').catch(() => '[]');
    return (JSON.parse(text) as Approver[]).find((one) => one.name === name)?.sealedKey ?? null;
  }

  /** Null while the signer does not answer: it is asked again when it signs. */
  const signerInfo = (): Promise<SignerInfo | null> =>
    signer.info().catch((error: unknown) => {
      if (error instanceof SignerUnavailable) return null;
      throw error;
    });

  let known: { id: string | undefined; at: number } | null = null;
  /** Undefined for a signer of before. Throws `SignerUnavailable`. */
  const signerId = async (): Promise<string | undefined> => {
    const now = performance.now();
    if (known === null || now - known.at > signerIdMs) known = { id: (await signer.info()).id, at: now };
    return known.id;
  };

  return {
    signsUnasked: demo !== null,
    async approvalRequestFor({ paymentId, network, coin, destination, amount }) {
      const opened = await nodes.open(network);
      if (isClosed(opened)) return { refused: `${network} is down: ${opened.closed}` };
      const id = await orRefused(signerId());
      if (typeof id === 'object') return id;
      return {
        paymentId,
        ...(id !== undefined && { signer: id }),
        network,
        chain: opened.chain,
        coin,
        destination,
        amount: `${amount}`,
        feeCap: `${feeCaps[network]}`,
      };
    },
    async refusalOfRequest({ signer: named }) {
      const id = await orRefused(signerId());
      if (typeof id === 'object' || id === undefined || named === undefined || named === id) return null;
      return `it was proposed for signer ${named}, and ${id} answers: reject it, and it is asked for anew`;
    },
    async approve({ name, role, sealedKey }, approvalRequest, now, review) {
      const info = await signerInfo();
      if (info?.passkeysOnly) return { refused: onPageOnly };
      const key = demo === null ? sealedKey : await demoKey(name);
      if (key === null) return { refused: `${name} has no key to approve with` };
      const passphrase = demo?.passphrase ?? (await ask(`passphrase for approving of ${name}: `));
      try {
        const opened = await openApproverKey({ name, sealedKey: key }, passphrase);
        const by = review?.by ?? { approver: name, role, approvedAt: now.toISOString() };
        const approval = signApproval(opened, by, approvalRequest, review?.text);
        // The key that lies here may have been replaced at the signer since.
        const refused = info && refusalBy(info, { approvalRequest, approval });
        return refused === null ? approval : { refused };
      } catch (error) {
        if (error instanceof WrongPassphrase) return { refused: `that is not the passphrase of ${name}` };
        throw error;
      }
    },
    review: (paymentId, name, role) =>
      signer.reviewText(paymentId, name, role).catch((error: unknown) => {
        if (error instanceof SignerUnavailable) return null;
        throw error;
      }),
    async refusalOf(signed) {
      const info = await orRefused(signer.info());
      return 'refused' in info ? info.refused : refusalBy(info, signed);
    },
    async newKey(name) {
      const passphrase = await ask(`new passphrase for approving of ${name}: `);
      if ([...passphrase].length < minPassphraseLength) {
        return { refused: `a passphrase for approving has ${minPassphraseLength} characters or more` };
      }
      if ((await ask('the same again: ')) !== passphrase) return { refused: 'the two are different' };
      return createApproverKey(name, passphrase);
    },
  };
}
