import type { OwnOutput } from '@lode/chain';
import { dustLimit, feeFor, virtualBytes } from './sizes.ts';

export interface Selection {
  outputs: OwnOutput[];
  fee: bigint;
  /** Null when change would cost more than it is worth: then it goes to the fee. */
  change: bigint | null;
}

export interface Need {
  /** Of all receivers. */
  amount: bigint;
  /** Scripts of the receivers and of our change. */
  to: readonly string[];
  changeTo: string;
  /** Satoshi per 1,000 virtual bytes. */
  rate: bigint;
}

export interface Limits {
  /** Taken in any case. */
  required?: readonly OwnOutput[];
  /** A selection above it is discarded for another one. */
  maxFee?: bigint | undefined;
  /** Its change pays the fee a second time, so that the fee can be bumped. */
  isBumpable?: boolean;
}

/** A transaction of more inputs than this is not relayed (400,000 weight units), and the search stays bounded. */
const mostInputs = 1_000;
const mostTries = 50_000;

/**
 * Chooses outputs for a payment: a set without change if one is found (branch and bound, as Bitcoin Core does), else the
 * largest first. Null when even all of them do not pay amount and fee. The order of the input does not matter.
 */
export function selectOutputs(available: readonly OwnOutput[], need: Need, limits: Limits = {}): Selection | null {
  const { required = [], maxFee, isBumpable = false } = limits;
  const largestFirst = [...available].sort((a, b) =>
    a.amount === b.amount ? byName(a, b) : a.amount > b.amount ? -1 : 1,
  );
  if (required.length > 0 || isBumpable) return largest(largestFirst, need, { required, isBumpable });
  const exact = withoutChange(largestFirst, need);
  // Of many small ones it may cost more than a payment with change.
  return exact && (maxFee === undefined || exact.fee <= maxFee) ? exact : largest(largestFirst, need);
}

/** Splits the rest of a set of outputs into change and fee. Null when they are not enough. */
export function withChangeAndFee(
  outputs: OwnOutput[],
  { amount, to, changeTo, rate }: Need,
  leastFee = 0n,
): Selection | null {
  const held = outputs.reduce((sum, output) => sum + output.amount, 0n);
  const feeAt = (scripts: readonly string[]): bigint =>
    max(feeFor(virtualBytes(outputs.length, scripts), rate), leastFee);
  const withChange = feeAt([...to, changeTo]);
  const change = held - amount - withChange;
  if (change >= dustLimit(changeTo)) return { outputs, fee: withChange, change };
  if (held < amount + feeAt(to)) return null;
  return { outputs, fee: held - amount, change: null };
}

function largest(
  sorted: readonly OwnOutput[],
  need: Need,
  { required = [], isBumpable = false }: Pick<Limits, 'required' | 'isBumpable'> = {},
): Selection | null {
  const select = (outputs: OwnOutput[]): Selection | null => {
    const selection = withChangeAndFee(outputs, need);
    const isEnough = !isBumpable || (selection !== null && canBump(selection, need));
    return isEnough ? selection : null;
  };
  const taken = [...required];
  let held = taken.reduce((sum, output) => sum + output.amount, 0n);
  const enough = held < need.amount ? null : select([...taken]);
  if (enough && required.length > 0) return enough;
  for (const output of sorted.slice(0, Math.max(0, mostInputs - required.length))) {
    taken.push(output);
    held += output.amount;
    if (held < need.amount) continue;
    const selection = select([...taken]);
    if (selection) return selection;
  }
  return null;
}

const canBump = ({ change, fee }: Selection, { changeTo }: Need): boolean =>
  change !== null && change >= fee + dustLimit(changeTo);

/** A set whose sum is the payment, or above it by less than change would cost now and when it is spent. */
function withoutChange(sorted: readonly OwnOutput[], { amount, to, changeTo, rate }: Need): Selection | null {
  const perInput = feeFor(virtualBytes(1, to) - virtualBytes(0, to), rate);
  const worth = sorted.map((output) => output.amount - perInput).filter((value) => value > 0n);
  const target = amount + feeFor(virtualBytes(0, to) + 1n, rate);
  const costOfChange = feeFor(virtualBytes(1, [...to, changeTo]) - virtualBytes(0, to), rate);
  const restFrom = sumsFromEnd(worth);
  const chosen: number[] = [];
  let tries = 0;

  const search = (at: number, sum: bigint): boolean => {
    tries += 1;
    if (sum >= target) return sum <= target + costOfChange;
    if (at >= worth.length || at >= mostInputs || tries > mostTries || sum + (restFrom[at] ?? 0n) < target)
      return false;
    chosen.push(at);
    if (search(at + 1, sum + (worth[at] ?? 0n))) return true;
    chosen.pop();
    return search(at + 1, sum);
  };
  if (!search(0, 0n)) return null;
  const outputs = chosen.map((index) => sorted[index] as OwnOutput);
  const held = outputs.reduce((sum, output) => sum + output.amount, 0n);
  const fee = held - amount;
  return fee < feeFor(virtualBytes(outputs.length, to), rate) ? null : { outputs, fee, change: null };
}

function sumsFromEnd(values: readonly bigint[]): bigint[] {
  const sums = [...values];
  for (let at = sums.length - 2; at >= 0; at -= 1) sums[at] = (sums[at] ?? 0n) + (sums[at + 1] ?? 0n);
  return sums;
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const byName = (a: OwnOutput, b: OwnOutput): number => (outpointOf(a) < outpointOf(b) ? -1 : 1);

export function outpointOf({ txid, index }: { txid: string; index: number }): string {
  return `${txid}:${index}`;
}
