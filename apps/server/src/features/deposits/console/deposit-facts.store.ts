import type { Network } from '@lode/chain';
import type { CustomerStatus } from '@lode/contract/record-states';
import { secondNodeAlert } from '../../../platform/chains/second-node.ts';
import { many, maybeOne, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { DepositCoin, DepositStatus } from '../deposit-state.ts';

/** A deposit with whose it is, where it came to and how far the chain is followed. */
export interface DepositFacts {
  id: bigint;
  customerId: bigint;
  customer: string;
  customerStatus: CustomerStatus;
  status: DepositStatus;
  network: Network;
  coin: DepositCoin;
  amount: bigint;
  txid: string;
  outputIndex: number;
  number: number;
  address: string;
  key: string;
  height: number | null;
  needed: number;
  newestHeight: number;
  stoppedBecause: string | null;
  seenAt: Date;
  creditedAt: Date | null;
  removals: number;
  /** Zero unless it was credited, is in no block and is not clawed back. */
  lacking: bigint;
}

const facts = query(
  'deposits.staff-facts',
  `select d.id, d.customer_id as "customerId", c.account as customer, c.status as "customerStatus", d.status, d.network, d.coin, d.amount,
     d.txid, d.output_index as "outputIndex", a.number, a.address, a.key, d.height, d.needed, w.newest_height as "newestHeight",
     w.stopped_because as "stoppedBecause", d.seen_at as "seenAt", d.credited_at as "creditedAt", d.removals,
     coalesce((select lacking.amount from deposit_to_claw_back lacking where lacking.id = d.id), 0) as lacking
   from deposit d join customer c on c.id = d.customer_id join chain_watcher w on w.network = d.network
   join deposit_address a on a.network = d.network and a.number = d.address_number
   where d.id = $1`,
).as<DepositFacts>();

export const readFacts = (db: Queryable, id: bigint): Promise<DepositFacts | null> => maybeOne(db, facts, [id]);

export interface FreezeRow {
  reason: string;
  since: Date;
  depositId: bigint | null;
}

const freezes = query(
  'deposits.staff-freezes',
  `select reason, frozen_at as since, deposit_id as "depositId" from customer_freeze
   where customer_id = $1 and lifted_at is null order by frozen_at, id limit 20`,
).as<FreezeRow>();

/** Why the customer's withdrawals stand still, the oldest reason first. */
export const readFreezes = (db: Queryable, customerId: bigint): Promise<FreezeRow[]> => many(db, freezes, [customerId]);

export interface RemovalPart {
  kind: 'CLAWED_BACK' | 'WRITTEN_OFF';
  amount: bigint;
  at: Date;
  returnedAt: Date | null;
}

const parts = query(
  'deposits.staff-removal-parts',
  `select 'CLAWED_BACK' as kind, amount, clawed_back_at as at, returned_at as "returnedAt" from deposit_claw_back where deposit_id = $1
   union all select 'WRITTEN_OFF', amount, written_off_at, reversed_at from deposit_write_off where deposit_id = $1
   order by 3, 1 limit 100`,
).as<RemovalPart>();

/** What was clawed back and written off of its removals, in order. */
export const readParts = (db: Queryable, id: bigint): Promise<RemovalPart[]> => many(db, parts, [id]);

export interface CustomerSums {
  /** Final and below the minimum, of this coin. */
  small: bigint;
  /** What came within the last blocks, which decides about a second node. */
  recent: bigint;
  /** Available in the account that is credited. */
  available: bigint;
  hasToClawBack: boolean;
  /** Why large deposits of the network wait for the second node; null when none does. */
  secondNodeWaits: string | null;
}

const sums = query(
  'deposits.staff-customer-sums',
  `select
     coalesce((select sum(amount)::bigint from deposit where customer_id = $1 and network = $2 and status = 'BELOW_MINIMUM'), 0) as small,
     coalesce((select sum(amount)::bigint from deposit where customer_id = $1 and network = $2 and height > $3), 0) as recent,
     coalesce((select posted - held::bigint from ledger.balance where account = $4), 0) as available,
     exists (select from deposit_to_claw_back where customer_id = $1) as "hasToClawBack",
     (select message from alert where kind = '${secondNodeAlert}' and subject = $2 and resolved_at is null) as "secondNodeWaits"`,
).as<CustomerSums>();

export function readSums(
  db: Queryable,
  { customerId, network, since, account }: { customerId: bigint; network: Network; since: number; account: bigint },
): Promise<CustomerSums> {
  return one(db, sums, [customerId, network, since, account]);
}
