import { generationOf, numbersPerGeneration } from '@lode/chain';
import type { InternalTransferRequest } from '@lode/signing';
import type { DecodedTransaction } from '../chain-signer.ts';
import type { SignedLine } from '../journal.ts';
import { Refused } from '../refused.ts';

type Moved = Pick<SignedLine, 'destination' | 'coin' | 'amount' | 'approvers' | 'isAutoApproved'>;

/**
 * From earlier generations of the seed to the hot wallet of the current one, without approvals: two approvers signed that the seed is
 * rotated, and nothing can be paid but our own new address. On Bitcoin the change of a later fee bump goes there as well. A
 * replacement of what was signed pays the same place, also when another generation is current by now.
 */
export function evaluateRotation(
  { network, from, to }: InternalTransferRequest,
  { outputs }: DecodedTransaction,
  current: number,
  before: readonly SignedLine[],
): Moved {
  const signedTo = before.at(-1)?.destination;
  const isHot = (one: typeof from) => one?.branch === 'house' && one.index % numbersPerGeneration === 0;
  const isEarlier = network === 'BITCOIN' || (from !== undefined && isHot(from) && generationOf(from.index) < current);
  const [largest, ...others] = [...outputs].sort((one, other) => (one.amount > other.amount ? -1 : 1));
  const areOurs = outputs.every(
    (one) => one.ownBranch === 'house' && (one.ownGeneration === current || one.destination === signedTo),
  );
  const areAlike = others.every(({ destination }) => destination === largest?.destination);
  if (!largest || current === 0 || !isEarlier || !isHot(to) || !areOurs || !areAlike || outputs.length > 2)
    throw new Refused('TRANSACTION', 'the transaction does not move coins to the current generation of the seed');
  const { destination, coin, amount } = largest;
  return { destination, coin, amount: `${amount}`, approvers: [], isAutoApproved: false };
}
