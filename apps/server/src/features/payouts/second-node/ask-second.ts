import type { ChainAdapter } from '@lode/chain';
import { askSecondNode } from '../../../platform/chains/second-node.ts';
import { type PayoutDeps, RetryLater } from '../payout-ports.ts';

/** Null where no second node is configured; throws `RetryLater` while it does not answer. */
export async function askSecond<Answer>(
  { chains }: Pick<PayoutDeps, 'chains'>,
  { network }: ChainAdapter,
  ask: (second: ChainAdapter) => Promise<Answer>,
): Promise<Answer | null> {
  const answer = await askSecondNode(chains, network, ask);
  if (answer === null) return null;
  if ('down' in answer) throw new RetryLater(`the second node of ${network} is down: ${answer.down}`);
  return answer.says;
}
