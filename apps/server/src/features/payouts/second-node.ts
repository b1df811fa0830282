import { type ChainAdapter, ChainUnavailable, type SentPayment, type SentStatus, WrongChain } from '@lode/chain';
import type { Sentence } from '../../platform/sentence.ts';
import { type PayoutDeps, RetryLater } from './payout-ports.ts';
import { isConflicted } from './recovery/conflicted.ts';
import * as say from './recovery/sentences.zh.ts';

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
export async function provenStatus(deps: Deps, chain: ChainAdapter, sent: SentPayment): Promise<SentStatus> {
  const status = await chain.status(sent);
  const needed = deps.chains.confirmations(chain.network);
  if (!isConflicted(status, needed)) return status;
  const found = await statusAtSecond(deps, chain, sent);
  if (found === null || isConflicted(found, needed)) return status;
  throw new NodesDisagree(say.notConflictedAtSecond(sent.txid));
}

/** Throws as `provenStatus` does, where the second node has one of them in a block or waiting for one, or does not answer. */
export async function refuseSeenAtSecond(
  deps: Deps,
  chain: ChainAdapter,
  transactions: readonly SentPayment[],
): Promise<void> {
  for (const sent of transactions) {
    const state = (await statusAtSecond(deps, chain, sent))?.state;
    if (state === 'CONFIRMED' || state === 'MEMPOOL') throw new NodesDisagree(say.seenAtSecond(sent.txid));
  }
}

/** Null where no second node is configured. */
async function statusAtSecond({ chains }: Deps, { network }: ChainAdapter, sent: SentPayment) {
  const second = (await chains.openSecond?.(network)) ?? null;
  if (second === null) return null;
  if ('closed' in second) throw new RetryLater(`the second node of ${network} is down: ${second.closed}`);
  try {
    await second.identify();
    return await second.status(sent);
  } catch (error) {
    if (error instanceof ChainUnavailable || error instanceof WrongChain) throw new RetryLater(error.message);
    throw error;
  }
}
