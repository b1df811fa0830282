import type { ChainAdapter, OwnAddress } from '@lode/chain';
import type { Queryable } from '../db/database.ts';
import { readReserved } from './account-nonces.ts';

/** The confirmed balances of one of the product's accounts, and what unconfirmed payments reserve of them. */
export interface AccountState {
  usdt: bigint;
  wei: bigint;
  reserved: Awaited<ReturnType<typeof readReserved>>;
}

/** Nonces are read before balances: a block between the two understates the balance for a moment, never overstates it. */
export async function lookIntoAccount(db: Queryable, chain: ChainAdapter, owner: OwnAddress): Promise<AccountState> {
  const nonces = await chain.nonces?.(owner.key);
  if (!nonces) throw new Error('a chain with accounts has nonces');
  const reserved = await readReserved(db, owner.key, nonces.confirmed);
  const sums = await chain.holdings([owner]);
  const of = (coin: string): bigint => sums.find((sum) => sum.coin === coin)?.atomic ?? 0n;
  return { usdt: of('USDT'), wei: of('ETH'), reserved };
}
