import type { ChainAdapter, SentStatus } from '@lode/chain';
import { askSecondNode } from '../../../platform/chains/second-node.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import { isConflicted } from '../conflicted.ts';
import type { SentTransaction } from '../payment.repository.ts';
import { type PayoutDeps, RetryLater } from '../payout-ports.ts';
import * as say from './sentences.zh.ts';
import { statusAt } from './status-at.ts';

type Deps = Pick<PayoutDeps, 'chains'>;

/** The second node does not confirm what the first says: nothing returns by it. */
export class NodesDisagree extends RetryLater {
  readonly sentence: Sentence;

  constructor(sentence: Sentence) {
    super(sentence.en);
    this.sentence = sentence;
  }
}

/**
 * The status of a payment. That its inputs or its nonce were used elsewhere, for good, is the word of two nodes where a second one is
 * configured: an amount returns by it, and one node that lies or is cut off must return nothing. Throws `NodesDisagree` while the
 * second one says otherwise, `RetryLater` while it does not answer.
 */
export async function provenStatus(deps: Deps, chain: ChainAdapter, sent: SentTransaction): Promise<SentStatus> {
  const status = await chain.status(sent);
  const needed = deps.chains.confirmations(chain.network);
  if (!isConflicted(status, needed)) return status;
  const found = await askAbout(deps, chain, (second) => statusAt(second, sent));
  if (found === null || isConflicted(found, needed)) return status;
  throw new NodesDisagree(say.notConflicted(sent.txid));
}

/** Throws as `provenStatus` does, where the second node has one of them in a block or waiting for one. */
export async function refuseSeenAtSecond(
  deps: Deps,
  chain: ChainAdapter,
  transactions: readonly SentTransaction[],
): Promise<void> {
  for (const sent of transactions)
    if (isSeen(await askAbout(deps, chain, (second) => statusAt(second, sent))))
      throw new NodesDisagree(say.isSeen(sent.txid));
}

/** As `refuseSeenAtSecond`, and where the second node has all that one of them spends: it can be mined as soon as its bytes are out. */
export async function refusePayableAtSecond(
  deps: Deps,
  chain: ChainAdapter,
  transactions: readonly SentTransaction[],
): Promise<void> {
  for (const sent of transactions) {
    const status = await askAbout(deps, chain, (second) => statusAt(second, sent));
    if (isSeen(status)) throw new NodesDisagree(say.isSeen(sent.txid));
    if (status?.state === 'UNKNOWN' && status.isPayable) throw new NodesDisagree(say.hasInputs(sent.txid));
  }
}

const isSeen = (status: SentStatus | null): boolean => status?.state === 'CONFIRMED' || status?.state === 'MEMPOOL';

/** Null where no second node is configured. */
async function askAbout<Answer>(
  { chains }: Deps,
  { network }: ChainAdapter,
  ask: (second: ChainAdapter) => Promise<Answer>,
): Promise<Answer | null> {
  const answer = await askSecondNode(chains, network, ask);
  if (answer === null) return null;
  if ('down' in answer) throw new RetryLater(`the second node of ${network} is down: ${answer.down}`);
  return answer.says;
}
