import type { ChainAdapter, SentStatus } from '@lode/chain';
import type { SentTransaction } from '../payment.repository.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import { askSecond } from './ask-second.ts';
import { NodesDisagree } from './nodes-disagree.ts';
import * as say from './sentences.zh.ts';
import { statusAt } from './status-at.ts';

type Deps = Pick<PayoutDeps, 'chains'>;

/** Throws `NodesDisagree` where the second node has one of them in a block or waiting for one. */
export async function refuseSeenAtSecond(
  deps: Deps,
  chain: ChainAdapter,
  transactions: readonly SentTransaction[],
): Promise<void> {
  for (const sent of transactions)
    if (isSeen(await askSecond(deps, chain, (second) => statusAt(second, sent))))
      throw new NodesDisagree(say.isSeen(sent.txid));
}

/** As `refuseSeenAtSecond`, and where the second node has all that one of them spends: it can be mined as soon as its bytes are out. */
export async function refusePayableAtSecond(
  deps: Deps,
  chain: ChainAdapter,
  transactions: readonly SentTransaction[],
): Promise<void> {
  for (const sent of transactions) {
    const status = await askSecond(deps, chain, (second) => statusAt(second, sent));
    if (isSeen(status)) throw new NodesDisagree(say.isSeen(sent.txid));
    if (status?.state === 'UNKNOWN' && status.isPayable) throw new NodesDisagree(say.hasInputs(sent.txid));
  }
}

const isSeen = (status: SentStatus | null): boolean => status?.state === 'CONFIRMED' || status?.state === 'MEMPOOL';
