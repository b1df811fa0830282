import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Network } from '@lode/chain';
import {
  type Approval,
  type ApprovalRequest,
  type Approver,
  type ApproverKey,
  type ApproverRole,
  approve,
  createApproverKey,
  minPassphraseLength,
  type Sealed,
  WrongPassphrase,
} from '@lode/signing';
import { type ChainNodes, isClosed } from './chain-nodes.ts';

/** The most that a network may take for one payment, in the smallest units of its own coin: 0.01 BTC, 0.045 ETH. */
const feeCaps: Record<Network, bigint> = { BITCOIN: 1_000_000n, ERC20: 45_000_000_000_000_000n };

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
  /** Names the configured chain, so that a payment is approved while its node is unavailable. */
  readonly approvalRequestFor: (payment: PaymentToApprove) => Promise<ApprovalRequest | { refused: string }>;
  readonly approve: (
    who: { name: string; role: ApproverRole; sealedKey: Sealed | null },
    approvalRequest: ApprovalRequest,
    now: Date,
  ) => Promise<Approval | { refused: string }>;
  /** A key of the person's own, under a passphrase that is typed twice. */
  readonly newKey: (name: string) => Promise<ApproverKey | { refused: string }>;
}

export interface ApprovalDeps {
  nodes: Pick<ChainNodes, 'open'>;
  /** The demo's people and their passphrase; null elsewhere. */
  demo: { signerFolder: string; passphrase: string } | null;
  /** Reads the passphrase at the terminal. */
  readonly ask: (question: string) => Promise<string>;
}

export function paymentApprovals({ nodes, demo, ask }: ApprovalDeps): PaymentApprovals {
  async function demoKey(name: string): Promise<Sealed | null> {
    if (demo === null) return null;
    const text = await readFile(join(demo.signerFolder, 'demo-approvers.json'), 'utf8').catch(() => '[]');
    return (JSON.parse(text) as Approver[]).find((one) => one.name === name)?.sealedKey ?? null;
  }

  return {
    signsUnasked: demo !== null,
    async approvalRequestFor({ paymentId, network, coin, destination, amount }) {
      const opened = await nodes.open(network);
      if (isClosed(opened)) return { refused: `${network} is down: ${opened.closed}` };
      return {
        paymentId,
        network,
        chain: opened.chain,
        coin,
        destination,
        amount: `${amount}`,
        feeCap: `${feeCaps[network]}`,
      };
    },
    async approve({ name, role, sealedKey }, approvalRequest, now) {
      const key = demo === null ? sealedKey : await demoKey(name);
      if (key === null) return { refused: `${name} has no key to approve with` };
      const passphrase = demo?.passphrase ?? (await ask(`passphrase for approving of ${name}: `));
      try {
        return await approve({ name, role, sealedKey: key }, passphrase, approvalRequest, now);
      } catch (error) {
        if (error instanceof WrongPassphrase) return { refused: `that is not the passphrase of ${name}` };
        throw error;
      }
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
