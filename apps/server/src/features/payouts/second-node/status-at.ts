import type { ChainAdapter, SentStatus } from '@lode/chain';
import type { SentTransaction } from '../payment.repository.ts';

/** Times of blocks differ from the clock by two hours at most. */
const marginSeconds = 86_400;

/**
 * The lowest height whose block can have a transaction: that of the node's own first block since a day before it was built, and never
 * above the height that was stored. On the EVM the receipt names the block, and the adapter looks for a nonce below it too.
 */
export async function earliestHeight(
  chain: Pick<ChainAdapter, 'network' | 'tip' | 'blockAt'>,
  { sinceHeight, builtAt }: Pick<SentTransaction, 'sinceHeight' | 'builtAt'>,
): Promise<number> {
  if (chain.network !== 'BITCOIN') return sinceHeight;
  const from = builtAt.getTime() / 1_000 - marginSeconds;
  let [below, above] = [0, Math.min(sinceHeight, (await chain.tip()).height)];
  while (below < above) {
    const middle = Math.floor((below + above) / 2);
    const time = (await chain.blockAt(middle))?.time ?? from;
    if (time >= from) above = middle;
    else below = middle + 1;
  }
  return above;
}

/** Looked for from a height that the second node itself names: that of the first may be above the block that has it. */
export async function statusAt(second: ChainAdapter, sent: SentTransaction): Promise<SentStatus> {
  return second.status({ ...sent, sinceHeight: await earliestHeight(second, sent) });
}
