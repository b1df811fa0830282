import type { DecodedTransaction } from './chain-signer.ts';
import type { SignedLine } from './journal.ts';
import { Refused } from './refused.ts';

type Replacing = Omit<SignedLine, 'line' | 'signed'>;

/** What every transaction of a payment has in common: one set of inputs or one nonce, one receiver, one amount, one kind of approval. */
function keptOf(line: Replacing): string {
  const { request, isAutoApproved, coldNumber = '', destination, coin, amount, outpoints, payments = [] } = line;
  const batch = payments.map((each) => `${each.id} ${each.destination} ${each.amount}`).sort();
  return [request, isAutoApproved, coldNumber, destination, coin, amount, ...outpoints, ...batch].join(' ');
}

/**
 * Another transaction for what was signed differs from the first one in its fee, which is higher than the last one's and within the
 * first one's cap, and in the amount of its change. That change goes where the first one's went: the first alone was compared with
 * the current generation of the seed.
 */
export function checkReplacement(
  replacing: Replacing,
  { outputs, fee }: DecodedTransaction,
  before: readonly SignedLine[],
  decode: (payload: string) => DecodedTransaction,
): void {
  const { id, destination } = replacing;
  const [first, last] = [before[0], before.at(-1)];
  if (!first || !last) return;
  const refuse = (why: string): never => {
    throw new Refused('SIGNED_DIFFERENTLY', `${id} was signed on line ${first.line}${why}`);
  };
  if (keptOf(first) !== keptOf(replacing)) refuse('');
  if (fee <= BigInt(last.fee)) refuse(` with a fee of ${last.fee}; a replacement has to pay more`);
  // In lines of before there is none: people's approvals name theirs, and the policy's are bounded by the day.
  if (first.feeCap !== undefined && fee > BigInt(first.feeCap)) refuse(` with ${first.feeCap} as its highest fee`);
  const change = outputs.filter((one) => one.ownBranch !== null && one.destination !== destination);
  if (change.length === 0) return;
  const paid = new Set(decode(first.payload).outputs.map((one) => one.destination));
  const other = change.find((one) => !paid.has(one.destination));
  if (other) refuse(`, and its change did not go to ${other.destination}`);
}
