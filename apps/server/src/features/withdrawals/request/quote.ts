import type { Data, Input } from '@lode/contract';
import { readBalances } from '@lode/ledger';
import { formatAmount, parseAmount } from '@lode/money';
import { businessDate } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { badInput, type Refusal } from '../../../platform/http/refusal.ts';
import { type NetworkName, networkOf, walletOf } from '../domain/coins.ts';
import { withdrawTermsAt } from '../domain/limits.ts';
import { takenOfDay } from '../withdrawal.repository.ts';
import { expectedAt, readTempo } from './payout-duration.ts';
import { type ApplyPorts, withdrawable } from './submit.ts';

export interface FormTermsPorts extends ApplyPorts {
  database: Database;
  /** Confirmations that make a payment final. */
  needed(network: NetworkName): number;
  /** Whether a network is the public one, whose transactions anybody can look up. */
  isPublic(network: NetworkName): boolean;
}

/** Where a transaction of a public chain can be looked up; its id follows. */
const explorers: Record<NetworkName, string> = {
  BITCOIN: 'https://mempool.space/tx/',
  ERC20: 'https://etherscan.io/tx/',
};

/** `GET withdraw/terms`: what a customer is told before anything is typed. Nothing is locked: apply judges again. */
export async function formTerms(
  ports: FormTermsPorts,
  { session: { customerId }, now }: RequestContext,
  { coin, network }: Input<'withdrawTerms'>,
): Promise<Data<'withdrawTerms'> | Refusal> {
  if (networkOf[coin] !== network) return badInput('network');
  const { database } = ports;
  const wallet = walletOf(customerId, coin);
  const balance = (await readBalances(database, [wallet])).get(wallet)?.available ?? 0n;
  const available = await withdrawable(database, ports, { customerId, coin, balance });
  const { min, max, perDay, fee } = await withdrawTermsAt(database, ports, coin, now);
  const left = parseAmount(perDay, coin) - (await takenOfDay(database, customerId, coin, businessDate(now)));
  const { whole } = (await readTempo(database, ports.needed))[coin];
  return {
    offered: await ports.isOffered(network),
    available: formatAmount(available, coin),
    min,
    max,
    dailyLimit: perDay,
    leftToday: formatAmount(left > 0n ? left : 0n, coin),
    fee,
    holdHours: ports.holdHours,
    now: now.toISOString(),
    eta: expectedAt(now, whole),
    explorer: ports.isPublic(network) ? explorers[network] : null,
  };
}
