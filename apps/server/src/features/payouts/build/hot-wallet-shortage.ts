import { type BuildRefusal, type ChainAdapter, hotAddress, type Unsigned } from '@lode/chain';
import { lookIntoAccount } from '../../../platform/chains/hot-account.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { PayoutCoin } from '../payout-ports.ts';

interface ShortageInput {
  coin: PayoutCoin;
  amount: bigint;
  built: Unsigned | BuildRefusal;
}

/**
 * What the hot wallet lacks for a payment, as text; null when it has enough. Unconfirmed payments count as spent: else the second
 * of two would be mined, and fail. A node that counts them reports that the call would fail.
 */
export async function shortageOf(
  db: Queryable,
  chain: ChainAdapter,
  { coin, amount, built }: ShortageInput,
): Promise<string | null> {
  const isTooLittle = 'refused' in built && built.refused === 'NOT_ENOUGH';
  if (coin === 'BTC') return isTooLittle ? 'the hot wallet has too little BTC that is final' : null;
  if ('refused' in built && built.refused !== 'NOT_ENOUGH' && built.refused !== 'WOULD_FAIL') return null;
  const { usdt, wei, reserved } = await lookIntoAccount(db, chain, hotAddress(chain));
  const lacks = amount + reserved.usdt - usdt;
  if (lacks > 0n) return `the hot wallet lacks ${lacks} micro-USDT`;
  const gas = ('fee' in built ? built.fee.atomic : 0n) + reserved.wei - wei;
  if (gas > 0n || isTooLittle)
    return `the hot wallet lacks ether for gas: it has ${wei} wei, and ${reserved.wei} are promised`;
  return null;
}
