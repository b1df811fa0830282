import type { OwnAddress, PaymentOrder } from '@lode/chain';
import type { GasRate } from './fees.ts';

/** A deposit address with what it holds in confirmed blocks. */
export interface AddressBalance {
  owner: OwnAddress;
  usdt: bigint;
  wei: bigint;
}

export interface SweepLimits {
  /** Less USDT than this stays where it is: moving it costs more than it is worth to have it together. */
  smallest: bigint;
  /** Gas that one sweep may need: above what `build` asks for, so that an address topped up once is topped up enough. */
  gas: bigint;
  rate: GasRate;
  /** Wei that the hot wallet may give away for gas in this round. */
  gasBudget: bigint;
  /** Sweeps and top-ups together, so that a round stays small. */
  most: number;
}

export type SweepAction =
  /** The address lacks gas: it is given `wei` first, and is swept in a later round. */
  { kind: 'TOP_UP'; to: OwnAddress; wei: bigint } | { kind: 'SWEEP'; from: OwnAddress; amount: bigint };

/** What to do next with what lies at the deposit addresses, the largest sums first. Pure: it decides, and asks nobody. */
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

/** The order that `build` makes a step into. The caller reserved `nonce`: of the hot wallet for a top-up, else of the address. */
export function sweepOrder(step: SweepAction, hot: OwnAddress, nonce: number, rate: GasRate): PaymentOrder {
  return step.kind === 'TOP_UP'
    ? { to: step.to.key, coin: 'ETH', amount: step.wei, source: { kind: 'ACCOUNT', from: hot, nonce }, rate }
    : { to: hot.key, coin: 'USDT', amount: step.amount, source: { kind: 'ACCOUNT', from: step.from, nonce }, rate };
}
