import type { Network } from '@lode/chain';
import { type Amount, parseAmount } from '@lode/money';
import type { Queryable } from '../../platform/db/database.ts';
import { coinOf, type DepositCoin } from './deposit-state.ts';

/** From an amount on so many blocks are needed. */
export interface ConfirmationStep {
  from: Amount;
  confirmations: number;
}

/** What holds for deposits of a network at a time. */
export interface DepositRules {
  min: Amount;
  steps: ConfirmationStep[];
  /** From here on a second node must have the deposit too; null: never. */
  secondNodeFrom: Amount | null;
}

export interface DepositRulePort {
  /** As stored: amounts are decimals in full scale of the coin. */
  readonly depositRulesAt: (
    db: Queryable,
    coin: DepositCoin,
    at: Date,
  ) => Promise<{ min: string; steps: { from: string; confirmations: number }[]; secondNodeFrom: string | null }>;
}

export async function readDepositRules(
  db: Queryable,
  { depositRulesAt }: DepositRulePort,
  network: Network,
  at: Date,
): Promise<DepositRules> {
  const coin = coinOf[network];
  const { min, steps, secondNodeFrom } = await depositRulesAt(db, coin, at);
  return {
    min: parseAmount(min, coin),
    steps: steps.map(({ from, confirmations }) => ({ from: parseAmount(from, coin), confirmations })),
    secondNodeFrom: secondNodeFrom === null ? null : parseAmount(secondNodeFrom, coin),
  };
}

/** What an amount needs by the steps, at least as many as usual. */
export function confirmationsFor(amount: bigint, usual: number, steps: readonly ConfirmationStep[]): number {
  return Math.max(usual, ...steps.filter(({ from }) => from <= amount).map(({ confirmations }) => confirmations));
}
