import type { OwnAddress, PaymentOrder } from '@lode/chain';
import type { GasRate } from './fees.ts';

/** Confirmed balance of a deposit address. */
export interface AddressBalance {
  owner: OwnAddress;
  usdt: bigint;
  wei: bigint;
}

export interface SweepLimits {
  /** Smaller balances are not worth the gas. */
  smallest: bigint;
  /** Gas of one sweep, above what `build` estimates: one top-up is enough. */
  gas: bigint;
  rate: GasRate;
  /** Wei for top-ups in this round. */
  gasBudget: bigint;
  /** Sweeps and top-ups together, so that a round stays small. */
  most: number;
}

export type SweepAction =
  /** The address lacks gas: it receives `wei`, and is swept in a later round. */
  { kind: 'TOP_UP'; to: OwnAddress; wei: bigint } | { kind: 'SWEEP'; from: OwnAddress; amount: bigint };

/** Plans sweeps and top-ups of deposit addresses, largest balances first. Pure. */
export function planSweeps(holders: readonly AddressBalance[], rules: SweepLimits): SweepAction[] {
  const needed = rules.gas * rules.rate.maxFee;
  const worthIt = holders.filter(({ usdt }) => usdt > 0n && usdt >= rules.smallest);
  const inOrder = [...worthIt].sort((one, other) => (one.usdt > other.usdt ? -1 : one.usdt < other.usdt ? 1 : 0));
  const steps: SweepAction[] = [];
  let budget = rules.gasBudget;
  for (const { owner, usdt, wei } of inOrder) {
    if (steps.length >= rules.most) break;
    if (wei >= needed) {
      steps.push({ kind: 'SWEEP', from: owner, amount: usdt });
      continue;
    }
    const missing = needed - wei;
    if (missing > budget) continue;
    budget -= missing;
    steps.push({ kind: 'TOP_UP', to: owner, wei: missing });
  }
  return steps;
}

/** Payment order of an action. The caller reserved `nonce`: of the hot wallet for a top-up, else of the address. */
export function sweepOrder(step: SweepAction, hot: OwnAddress, nonce: number, rate: GasRate): PaymentOrder {
  return step.kind === 'TOP_UP'
    ? { to: step.to.key, coin: 'ETH', amount: step.wei, source: { kind: 'ACCOUNT', from: hot, nonce }, rate }
    : { to: hot.key, coin: 'USDT', amount: step.amount, source: { kind: 'ACCOUNT', from: step.from, nonce }, rate };
}
