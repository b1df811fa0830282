import type { Network } from '@lode/chain';
import { networks } from '../../../platform/chains/chain-nodes.ts';
import { secondNodeAlert } from '../../../platform/chains/second-node.ts';
import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { isLarge, isReady } from '../deposit-conditions.ts';
import type { DepositSettings } from '../deposit-settings.ts';
import type { DepositCoin } from '../deposit-state.ts';

/** A deposit that does not go on before a person has looked at it. */
export interface WaitingDeposit {
  id: bigint;
  account: string;
  coin: DepositCoin;
  /** Of `REMOVED` what is neither clawed back nor written off; null of `FROZEN`, which lacks nothing. */
  amount: bigint | null;
  /** `REMOVED`: credited, and in no block. `FROZEN`: its customer's freeze stands, and nothing of it is to claw back. `SECOND_NODE`: large, and not confirmed. */
  cause: 'REMOVED' | 'FROZEN' | 'SECOND_NODE';
  txid: string;
  since: Date;
}

const frozen = query(
  'deposits.waiting-frozen',
  `select d.id, c.account, d.coin, lacking.amount, case when lacking.id is null then 'FROZEN' else 'REMOVED' end as cause,
     d.txid, coalesce(found.since, d.credited_at, d.seen_at) as since
   from (
     select id, min(since) as since from (
       select deposit_id as id, frozen_at as since from customer_freeze where lifted_at is null and deposit_id is not null
       union all select id, null from deposit_to_claw_back) named group by id
   ) found join deposit d using (id) join customer c on c.id = d.customer_id left join deposit_to_claw_back lacking on lacking.id = d.id
   order by since, d.id limit $1`,
).as<WaitingDeposit>();

const unanswered = query(
  'deposits.second-node-alerts',
  `select subject as network, raised_at as since from alert where kind = '${secondNodeAlert}' and resolved_at is null`,
).as<{ network: string; since: Date }>();

const large = query(
  'deposits.waiting-for-second-node',
  `select d.id, c.account, d.coin, d.amount, 'SECOND_NODE' as cause, d.txid, greatest(bound.since, d.seen_at) as since
   from unnest($1::text[], $2::timestamptz[], $3::int[], $4::bigint[]) bound (network, since, depth, least)
   join chain_watcher w on w.network = bound.network
   join deposit d on d.network = bound.network and ${isReady('d', 'w.newest_height')}
   join customer c on c.id = d.customer_id
   where ${isLarge('d', { newest: 'w.newest_height', depth: 'bound.depth', least: 'bound.least' })}
   order by since, d.id limit $5`,
).as<WaitingDeposit>();

export interface WaitingDeps {
  readonly settingsOf: (network: Network, at: Date) => Promise<DepositSettings>;
  readonly depth: (network: Network) => number;
}

/** At most `limit` that are removed or frozen and as many that a second node has not confirmed, the oldest first. A second node counts as silent once its alert stands: before that it is asked. */
export async function readWaitingDeposits(
  db: Queryable,
  { settingsOf, depth }: WaitingDeps,
  { now, limit }: { now: Date; limit: number },
): Promise<WaitingDeposit[]> {
  const [stopped, alerts] = await Promise.all([many(db, frozen, [limit]), many(db, unanswered)]);
  const silent = networks.flatMap((network) => {
    const alert = alerts.find((one) => one.network === network);
    return alert ? [{ network, since: alert.since }] : [];
  });
  if (silent.length === 0) return stopped;
  const settings = await Promise.all(silent.map(({ network }) => settingsOf(network, now)));
  const held = await many(db, large, [
    silent.map(({ network }) => network),
    silent.map(({ since }) => since),
    silent.map(({ network }) => depth(network)),
    settings.map(({ secondNodeFrom }) => secondNodeFrom),
    limit,
  ]);
  return [...stopped, ...held];
}
