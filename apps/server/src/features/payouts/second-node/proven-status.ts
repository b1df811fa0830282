import type { ChainAdapter, SentStatus } from '@lode/chain';
import { isConflicted } from '../conflicted.ts';
import type { SentTransaction } from '../payment.repository.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import { askSecond } from './ask-second.ts';
import { NodesDisagree } from './nodes-disagree.ts';
import * as say from './sentences.zh.ts';
import { statusAt } from './status-at.ts';

/**
 * The status of a payment. That its inputs or its nonce were used elsewhere, for good, is the word of two nodes where a second one is
 * configured: an amount returns by it, and one node that lies or is cut off must return nothing. Throws `NodesDisagree` while the
 * second one says otherwise, `RetryLater` while it does not answer.
 */
export async function provenStatus(
  deps: Pick<PayoutDeps, 'chains'>,
  chain: ChainAdapter,
  sent: SentTransaction,
): Promise<SentStatus> {
  const status = await chain.status(sent);
  const needed = deps.chains.confirmations(chain.network);
  if (!isConflicted(status, needed)) return status;
  const found = await askSecond(deps, chain, (second) => statusAt(second, sent));
  if (found === null || isConflicted(found, needed)) return status;
  throw new NodesDisagree(say.notConflicted(sent.txid));
}
