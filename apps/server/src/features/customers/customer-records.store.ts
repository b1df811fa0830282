import type { ConsoleData } from '@lode/contract/console';
import type { Coin } from '@lode/money';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** A part of a list: behind the last record of the part before. */
interface Place<Key extends readonly string[]> {
  after: Key | null;
  limit: number;
}
export type ById = Place<readonly [id: string]>;
export type ByTime = Place<readonly [at: string, id: string]>;

type RecordOf<Call extends 'customerMachines' | 'customerWithdrawals' | 'customerDeposits'> =
  ConsoleData<Call>['records'][number];

export interface MachineRow {
  id: bigint;
  machineNo: string;
  model: string;
  site: string;
  status: RecordOf<'customerMachines'>['status'];
  hashrate: string;
  hashrateUnit: string;
  coin: Coin;
  output: bigint;
  fee: bigint;
}

const machines = query(
  'customers.machines',
  `with latest as materialized (select last_closed_day('mining') as date)
   select machine.id, machine_no as "machineNo", model.name as model, site.name as site, status,
     trim_scale(machine.hashrate)::text as hashrate, machine.hashrate_unit as "hashrateUnit", machine.coin,
     coalesce((select sum(net)::bigint from corrected_output mined where mined.machine_id = machine.id
       and mined.date = latest.date and mined.coin = machine.coin and mined.customer_id = $1), 0) as output,
     coalesce((select greatest(sum(amount), 0)::bigint from corrected_charge charge where charge.machine_id = machine.id
       and charge.date = latest.date and charge.customer_id = $1), 0) as fee
   from latest cross join (
     select * from machine where customer_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3
   ) machine
   join machine_model model on model.id = model_id
   join site on site.id = site_id
   order by machine.id desc`,
).as<MachineRow>();

export function readMachines(db: Queryable, customerId: bigint, { after, limit }: ById): Promise<MachineRow[]> {
  return many(db, machines, [customerId, after?.[0] ?? null, limit]);
}

export interface WithdrawalRow {
  id: bigint;
  number: string;
  coin: Coin;
  network: 'BITCOIN' | 'ERC20';
  key: string;
  amount: bigint;
  fee: bigint;
  phase: RecordOf<'customerWithdrawals'>['phase'];
  appliedAt: Date;
}

const withdrawals = query(
  'customers.withdrawals',
  `select id, number, coin, network, address_key as key, amount, fee, phase, applied_at as "appliedAt" from withdrawal
   where customer_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
).as<WithdrawalRow>();

export function readWithdrawals(db: Queryable, customerId: bigint, { after, limit }: ById): Promise<WithdrawalRow[]> {
  return many(db, withdrawals, [customerId, after?.[0] ?? null, limit]);
}

export interface DepositRow {
  id: bigint;
  coin: Coin;
  network: 'BITCOIN' | 'ERC20';
  txid: string;
  amount: bigint;
  status: RecordOf<'customerDeposits'>['status'];
  confirmations: number;
  needed: number;
  seenAt: Date;
}

const deposits = query(
  'customers.deposits',
  `select deposit.id, coin, network, txid, amount, status, needed, seen_at as "seenAt",
     greatest(coalesce(newest_height - height + 1, 0), 0) as confirmations
   from deposit left join chain_watcher using (network)
   where customer_id = $1 and ($2::bigint is null or deposit.id < $2) order by deposit.id desc limit $3`,
).as<DepositRow>();

export function readDeposits(db: Queryable, customerId: bigint, { after, limit }: ById): Promise<DepositRow[]> {
  return many(db, deposits, [customerId, after?.[0] ?? null, limit]);
}

export interface SessionRow {
  id: bigint;
  model: string | null;
  system: string | null;
  browser: string | null;
  network: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  endedAt: Date | null;
}

const sessions = query(
  'customers.sessions',
  `select id, model, system, browser, network, created_at as "createdAt",
     coalesce(last_used_at, created_at) as "lastUsedAt",
     coalesce(revoked_at, case when least(expires_at, idle_until) <= $5 then least(expires_at, idle_until) end) as "endedAt"
   from session
   where customer_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2, $3::bigint))
   order by created_at desc, id desc limit $4`,
).as<SessionRow>();

export function readSessions(
  db: Queryable,
  customerId: bigint,
  { after, limit }: ByTime,
  now: Date,
): Promise<SessionRow[]> {
  return many(db, sessions, [customerId, after?.[0] ?? null, after?.[1] ?? null, limit, now]);
}

export interface NoticeRow {
  id: bigint;
  title: string;
  confirmedAt: Date;
}

const notices = query(
  'customers.notices',
  `select revision_id as id, coalesce(title, name) as title, confirmed_at as "confirmedAt"
   from forced_notice_confirmation confirmation join content_revision revision on revision.id = revision_id
   where customer_id = $1 and ($2::timestamptz is null or (confirmed_at, revision_id) < ($2, $3::bigint))
   order by confirmed_at desc, revision_id desc limit $4`,
).as<NoticeRow>();

export function readNotices(db: Queryable, customerId: bigint, { after, limit }: ByTime): Promise<NoticeRow[]> {
  return many(db, notices, [customerId, after?.[0] ?? null, after?.[1] ?? null, limit]);
}
