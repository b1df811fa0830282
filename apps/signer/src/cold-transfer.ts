import { type ColdDescriptor, isBitcoinChain, parseColdDescriptor } from '@lode/chain-bitcoin';
import type { InternalTransferRequest } from '@lode/signing';
import { type Static, Type } from '@sinclair/typebox';
import type { DecodedTransaction } from './chain-signer.ts';
import type { History } from './history.ts';
import type { SignedLine } from './journal.ts';
import { Refused } from './refused.ts';

/** The cold wallet that the hot wallet may pay without approvals, and how much of it in a day. Null or absent: none. */
export const ColdPolicy = Type.Optional(
  Type.Union([
    Type.Null(),
    Type.Object(
      { descriptor: Type.String({ maxLength: 1000 }), perDay: Type.String({ pattern: '^(0|[1-9][0-9]{0,38})$' }) },
      { additionalProperties: false },
    ),
  ]),
);

/** The server and the holders' wallets look that far beyond the last address that they know: coins further on would seem to be gone. */
const gap = 100;

interface BitcoinPolicy {
  chain: string;
  cold?: Static<typeof ColdPolicy>;
}

/** Throws a `TypeError` for a descriptor that is none; null where the policy has no cold wallet. */
export function coldWalletOf({ chain, cold }: BitcoinPolicy): { wallet: ColdDescriptor; perDay: bigint } | null {
  if (!cold) return null;
  if (!isBitcoinChain(chain)) throw new TypeError(`unknown Bitcoin chain in the policy: ${chain}`);
  return { wallet: parseColdDescriptor(cold.descriptor, chain), perDay: BigInt(cold.perDay) };
}

type Moved = Pick<SignedLine, 'destination' | 'coin' | 'amount' | 'approvers' | 'isAutoApproved' | 'coldNumber'>;

/**
 * From the hot wallet into cold storage, without approvals: the address is derived here from the policy's own descriptor, by the
 * number of the request, and nothing else may be paid but change to the house.
 */
export function evaluateColdTransfer(
  { network, coldNumber }: InternalTransferRequest,
  { outputs }: DecodedTransaction,
  policy: BitcoinPolicy | null,
  history: History,
): Moved {
  const cold = network === 'BITCOIN' && policy ? coldWalletOf(policy) : null;
  if (!cold) throw new Refused('DESTINATION', `the policy has no cold wallet of ${network}`);
  if (coldNumber === undefined)
    throw new Refused('MALFORMED', 'a transfer into cold storage names the number of its address');
  if (coldNumber > history.highestColdNumber() + gap)
    throw new Refused('DESTINATION', `the cold address ${coldNumber} is too far ahead for its holders to find it`);
  const expected = cold.wallet.addressAt(coldNumber);
  const [payment, ...more] = outputs.filter(({ ownBranch }) => ownBranch !== 'house');
  if (!payment || more.length > 0 || outputs.length > 2 || payment.ownBranch !== null || payment.amount <= 0n)
    throw new Refused('TRANSACTION', 'the transaction is not a COLD');
  if (payment.destination !== expected.key)
    throw new Refused('DESTINATION', `${payment.destination} is not the cold address ${coldNumber} of the policy`);
  const { destination, coin, amount } = payment;
  return { destination, coin, amount: `${amount}`, approvers: [], isAutoApproved: false, coldNumber };
}

/** What was sent into cold storage counts by itself, once for all replacements. */
export function checkColdLimit(
  draft: Pick<SignedLine, 'network' | 'day' | 'countedAmount'>,
  policy: BitcoinPolicy | null,
  history: History,
): void {
  const perDay = (policy && coldWalletOf(policy)?.perDay) ?? 0n;
  const { cold } = history.on(draft.network, draft.day);
  if (cold + BigInt(draft.countedAmount) > perDay)
    throw new Refused('DAY_LIMIT', `${cold} of ${perDay} into cold storage today`);
}
