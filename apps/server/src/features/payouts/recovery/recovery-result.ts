import { ChainUnavailable, WrongChain } from '@lode/chain';
import { SignerUnavailable } from '@lode/signing';
import type { Sentence } from '../../../platform/sentence.ts';
import type { StaffPorts } from '../../../platform/staff/authority.ts';
import { RetryLater } from '../payout-ports.ts';
import { NodesDisagree } from '../second-node/nodes-disagree.ts';
import * as say from './sentences.zh.ts';

export type AuditPort = Pick<StaffPorts, 'recordAudit'>;

/** Those whose amounts return with that of `id`. */
export const othersOf = (id: bigint, batch: readonly bigint[]): bigint[] => batch.filter((one) => one !== id);

/** Refuses while a node or the signer is down, and while two nodes disagree. */
export function asRefusal(error: unknown): { refused: Sentence } {
  if (error instanceof NodesDisagree) return { refused: error.sentence };
  const isDown =
    error instanceof RetryLater ||
    error instanceof SignerUnavailable ||
    error instanceof ChainUnavailable ||
    error instanceof WrongChain;
  if (isDown) return { refused: say.down(error.message) };
  throw error;
}
