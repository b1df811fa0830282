import type { BatchRequest } from '@lode/signing';
import type { ChainSigner, DecodedTransaction } from './chain-signer.ts';
import type { History } from './history.ts';
import type { BatchedPayment, SignedLine } from './journal.ts';
import { isWithdrawal, type NetworkPolicy } from './policy.ts';
import { Refused } from './refused.ts';

type Moved = Pick<
  SignedLine,
  'destination' | 'coin' | 'amount' | 'feeCap' | 'approvers' | 'isAutoApproved' | 'payments'
>;

/**
 * Many payments of the auto-approval policy in one transaction, each judged as if it came alone: every output that leaves the house is
 * one of them, and at most one output is change. Claims decide nothing: address and amount are those of the bytes.
 */
export function evaluateBatch(
  { payments }: BatchRequest,
  decoded: DecodedTransaction,
  signer: ChainSigner,
  limits: NetworkPolicy,
  history: History,
): Moved {
  const claims = payments.map(({ paymentId: id, ...claim }) => ({ id, ...claim }));
  refuseThose(claims, ({ chain }) =>
    chain === decoded.chain
      ? null
      : new Refused('NETWORK', `asked for on chain ${chain}, the transaction is on ${decoded.chain}`),
  );
  refuseThose(claims, ({ feeCap }) =>
    decoded.fee <= BigInt(feeCap) ? null : new Refused('FEE', `${decoded.fee} is above the cap ${feeCap}`),
  );
  const batch = outputsOf(payments, decoded);
  refuseThose(batch, ({ id, destination }) => {
    if (!isWithdrawal(id)) return new Refused('AUTO_APPROVAL_POLICY', `${id} is no withdrawal`);
    const kind = signer.destinationKind(destination);
    if (kind === null || !limits.destinationKinds.includes(kind))
      return new Refused('DESTINATION', kind ?? `${destination} is not payable`);
    if (!limits.autoApproval) return new Refused('AUTO_APPROVAL_POLICY', 'auto-approval is disabled in the policy');
    if (history.isKnownDestination('BITCOIN', destination)) return null;
    return new Refused('AUTO_APPROVAL_POLICY', 'no approved payment went to this destination before');
  });
  const amount = batch.reduce((sum, one) => sum + BigInt(one.amount), 0n);
  return {
    destination: '',
    coin: 'BTC',
    amount: `${amount}`,
    feeCap: `${lowest(claims.map(({ feeCap }) => BigInt(feeCap)))}`,
    approvers: [],
    isAutoApproved: true,
    payments: batch,
  };
}

const lowest = (caps: readonly bigint[]): bigint => caps.reduce((least, cap) => (cap < least ? cap : least));

/** Each payment with an output of its own. Two to one address with one amount have two outputs, in their order. */
function outputsOf(payments: BatchRequest['payments'], { outputs }: DecodedTransaction): BatchedPayment[] {
  const free = new Map<string, number[]>();
  const nameOf = (destination: string, amount: bigint) => `${destination} ${amount}`;
  let [leaving, back] = [0, 0];
  for (const [index, { ownBranch, coin, destination, amount }] of outputs.entries()) {
    if (ownBranch === 'house') back += 1;
    else if (ownBranch === null && coin === 'BTC' && amount > 0n) {
      const name = nameOf(destination, amount);
      free.set(name, [...(free.get(name) ?? []), index]);
      leaving += 1;
    } else throw new Refused('TRANSACTION', `output ${index} is neither a payment nor change`);
  }
  if (leaving !== payments.length || back > 1)
    throw new Refused(
      'TRANSACTION',
      `${leaving} outputs leave the house for ${payments.length} payments, ${back} return`,
    );
  return payments.map(({ paymentId: id, network, coin, destination, amount }) => {
    const [output, ...others] = free.get(nameOf(destination, BigInt(amount))) ?? [];
    if (network !== 'BITCOIN' || coin !== 'BTC' || output === undefined)
      throw new Refused('TRANSACTION', `no output of its own pays ${amount} to ${destination} for ${id}`);
    free.set(nameOf(destination, BigInt(amount)), others);
    return { id, destination, amount, output };
  });
}

/** The limits of each payment, and those of the day, one after another: one that does not fit takes nothing from the next. */
export function checkBatchLimits(
  { network, day: date, payments = [] }: Pick<SignedLine, 'network' | 'day' | 'payments'>,
  limits: NetworkPolicy,
  history: History,
): void {
  const { autoApproval } = limits;
  if (!autoApproval) throw new Refused('AUTO_APPROVAL_POLICY', 'auto-approval is disabled in the policy');
  let { paid, autoApproved } = history.on(network, date);
  refuseThose(payments, ({ amount: text }) => {
    const amount = BigInt(text);
    if (amount > BigInt(limits.perPayment) || amount > BigInt(autoApproval.perPayment))
      return new Refused('PAYMENT_LIMIT', `${amount} is above ${autoApproval.perPayment}`);
    if (paid + amount > BigInt(limits.perDay)) return new Refused('DAY_LIMIT', `${paid} of ${limits.perDay} today`);
    if (autoApproved + amount > BigInt(autoApproval.perDay))
      return new Refused('DAY_LIMIT', `${autoApproved} of ${autoApproval.perDay} auto-approved today`);
    paid += amount;
    autoApproved += amount;
    return null;
  });
}

/** Refuses for the first reason that it finds, and names every payment that has it. */
function refuseThose<T extends { id: string }>(payments: readonly T[], refusalOf: (one: T) => Refused | null): void {
  const refusals = payments.flatMap((one) => {
    const refusal = refusalOf(one);
    return refusal === null ? [] : [{ id: one.id, refusal }];
  });
  const [first] = refusals;
  if (!first) return;
  const of = refusals.filter(({ refusal }) => refusal.code === first.refusal.code).map(({ id }) => id);
  throw new Refused(first.refusal.code, first.refusal.message, of);
}
