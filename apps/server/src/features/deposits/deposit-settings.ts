import type { Network } from '@lode/chain';
import { type Amount, parseAmount } from '@lode/money';
import type { Queryable } from '../../platform/db/database.ts';
import { coinOf, type DepositCoin } from './deposit-state.ts';

/** From an amount on so many blocks are needed. */
export interface ConfirmationTier {
  from: Amount;
  confirmations: number;
}

/** What holds for deposits of a network at a time. */
export interface DepositSettings {
  min: Amount;
  tiers: ConfirmationTier[];
  /** From here on a second node must have the deposit too; null: never. */
  secondNodeFrom: Amount | null;
}

export interface DepositSettingPort {
  /** As stored: amounts are decimals in full scale of the coin. */
  readonly depositSettingsAt: (
    db: Queryable,
    coin: DepositCoin,
    at: Date,
  ) => Promise<{ min: string; tiers: { from: string; confirmations: number }[]; secondNodeFrom: string | null }>;
}

export async function readDepositSettings(
  db: Queryable,
  { depositSettingsAt }: DepositSettingPort,
  network: Network,
  at: Date,
): Promise<DepositSettings> {
  const coin = coinOf[network];
  const { min, tiers, secondNodeFrom } = await depositSettingsAt(db, coin, at);
  return {
    min: parseAmount(min, coin),
    tiers: tiers.map(({ from, confirmations }) => ({ from: parseAmount(from, coin), confirmations })),
    secondNodeFrom: secondNodeFrom === null ? null : parseAmount(secondNodeFrom, coin),
  };
}

/** What an amount needs by the tiers, at least as many as usual. */
export function confirmationsFor(amount: bigint, usual: number, tiers: readonly ConfirmationTier[]): number {
  return Math.max(usual, ...tiers.filter(({ from }) => from <= amount).map(({ confirmations }) => confirmations));
}
