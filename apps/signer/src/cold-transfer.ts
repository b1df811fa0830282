import { numbersPerGeneration } from '@lode/chain';
import { isBitcoinChain, parseColdDescriptor } from '@lode/chain-bitcoin';
import { checkEvmAddress } from '@lode/chain-evm';
import { descriptorFingerprint, type InternalTransferRequest, type KeyPath } from '@lode/signing';
import { type Static, Type } from '@sinclair/typebox';
import type { DecodedTransaction } from './chain-signer.ts';
import type { History } from './history.ts';
import type { SignedLine } from './journal.ts';
import { Refused } from './refused.ts';

/**
 * The cold wallet that the hot wallet may pay without approvals, as two approvers signed it, and how much of it in a day. Null or
 * absent: none.
 */
export const ColdPolicy = Type.Optional(
  Type.Union([
    Type.Null(),
    Type.Object(
      { descriptor: Type.String({ maxLength: 1000 }), perDay: Type.String({ pattern: '^(0|[1-9][0-9]{0,38})$' }) },
      { additionalProperties: false },
    ),
  ]),
);
type ColdPolicy = Static<typeof ColdPolicy>;

/** The server and the holders' wallets look that far beyond the last address that they know: coins further on would seem to be gone. */
const gap = 100;
const coins = { BITCOIN: 'BTC', ERC20: 'USDT' } as const;

type Network = keyof typeof coins;

/** What decides about cold storage in a policy. */
export interface ColdPolicies {
  bitcoin: { chain: string; cold?: ColdPolicy | undefined } | null;
  erc20: { cold?: ColdPolicy | undefined } | null;
}

interface ColdWallet {
  /** Of its descriptor. */
  fingerprint: string;
  perDay: bigint;
  /** Key of an address; null where the wallet has none of this number. */
  readonly keyAt: (number: number) => string | null;
}

const coldPolicyOf = (policy: ColdPolicies, network: Network): ColdPolicy | undefined =>
  (network === 'BITCOIN' ? policy.bitcoin : policy.erc20)?.cold;

/** The descriptor of each network, as the journal has to say it too. */
export function coldDescriptorsOf(policy: ColdPolicies): Record<Network, string | null> {
  return {
    BITCOIN: coldPolicyOf(policy, 'BITCOIN')?.descriptor ?? null,
    ERC20: coldPolicyOf(policy, 'ERC20')?.descriptor ?? null,
  };
}

/** The policy with these descriptors. A first one may be paid nothing until `policy:set` sets its limit. */
export function withColdDescriptors<Given extends ColdPolicies>(
  policy: Given,
  descriptors: Readonly<Record<Network, string | null>>,
): Given {
  const changed = <Part extends { cold?: ColdPolicy }>(part: Part | null, descriptor: string | null): Part | null => {
    if (part === null || (part.cold?.descriptor ?? null) === descriptor) return part;
    return { ...part, cold: descriptor === null ? null : { descriptor, perDay: part.cold?.perDay ?? '0' } };
  };
  return {
    ...policy,
    bitcoin: changed(policy.bitcoin, descriptors.BITCOIN),
    erc20: changed(policy.erc20, descriptors.ERC20),
  };
}

/** Throws a `TypeError` for a descriptor that is none; null where the policy has no cold wallet. */
export function coldWalletOf(policy: ColdPolicies, network: Network): ColdWallet | null {
  const cold = coldPolicyOf(policy, network);
  if (!cold) return null;
  const fingerprint = descriptorFingerprint(cold.descriptor);
  const perDay = BigInt(cold.perDay);
  if (network === 'ERC20') {
    const checked = checkEvmAddress(cold.descriptor, new Set());
    if (!checked.valid || checked.address !== cold.descriptor)
      throw new TypeError('the cold wallet of ERC20 is an address with its checksum');
    return { fingerprint, perDay, keyAt: (number) => (number === 0 ? checked.key : null) };
  }
  const chain = policy.bitcoin?.chain ?? '';
  if (!isBitcoinChain(chain)) throw new TypeError(`unknown Bitcoin chain in the policy: ${chain}`);
  const descriptor = parseColdDescriptor(cold.descriptor, chain);
  return { fingerprint, perDay, keyAt: (number) => descriptor.addressAt(number).key };
}

type Moved = Pick<
  SignedLine,
  'destination' | 'coin' | 'amount' | 'approvers' | 'isAutoApproved' | 'coldNumber' | 'coldWallet'
>;

/**
 * From the hot wallet into cold storage, without approvals: the address is derived here from the policy's own descriptor, by the
 * number of the request, and nothing else may be paid but change to the house. A replacement of what was signed pays the same place,
 * which the journal holds with its number, also when the policy has another wallet by now.
 */
export function evaluateColdTransfer(
  { id, network, coldNumber, from, to }: InternalTransferRequest,
  { outputs }: DecodedTransaction,
  policy: ColdPolicies,
  history: History,
): Moved {
  if (coldNumber === undefined)
    throw new Refused('MALFORMED', 'a transfer into cold storage names the number of its address');
  const expected = history.of(id).at(-1) ?? expectedOf(network, coldNumber, policy, history);
  const [payment, ...more] = outputs.filter(({ ownBranch }) => ownBranch !== 'house');
  const isOne = payment && more.length === 0 && outputs.length <= 2 && payment.ownBranch === null;
  if (!isOne || payment.amount <= 0n || payment.coin !== coins[network] || to || (from && !isHotAccount(network, from)))
    throw new Refused('TRANSACTION', 'the transaction is not a COLD');
  if (payment.destination !== expected.destination)
    throw new Refused('DESTINATION', `${payment.destination} is not the cold address ${coldNumber} of the policy`);
  const { destination, coin, amount } = payment;
  const { coldWallet } = expected;
  return {
    destination,
    coin,
    amount: `${amount}`,
    approvers: [],
    isAutoApproved: false,
    coldNumber,
    ...(coldWallet && { coldWallet }),
  };
}

/** The hot wallet of a generation of the seed: it pays what was built before a rotation. */
const isHotAccount = (network: Network, { branch, index }: KeyPath): boolean =>
  network === 'ERC20' && branch === 'house' && index % numbersPerGeneration === 0;

function expectedOf(
  network: Network,
  coldNumber: number,
  policy: ColdPolicies,
  history: History,
): { destination: string; coldWallet: string } {
  const cold = coldWalletOf(policy, network);
  if (!cold) throw new Refused('DESTINATION', `the policy has no cold wallet of ${network}`);
  const destination = cold.keyAt(coldNumber);
  if (destination === null || coldNumber > history.highestColdNumber(cold.fingerprint) + gap)
    throw new Refused('DESTINATION', `the cold address ${coldNumber} is too far ahead for its holders to find it`);
  return { destination, coldWallet: cold.fingerprint };
}

/** What was sent into cold storage counts by itself, once for all replacements. */
export function checkColdLimit(
  draft: Pick<SignedLine, 'network' | 'day' | 'countedAmount'>,
  policy: ColdPolicies,
  history: History,
): void {
  if (draft.countedAmount === '0') return;
  const perDay = coldWalletOf(policy, draft.network)?.perDay ?? 0n;
  const { cold } = history.on(draft.network, draft.day);
  if (cold + BigInt(draft.countedAmount) > perDay)
    throw new Refused('DAY_LIMIT', `${cold} of ${perDay} into cold storage today`);
}
