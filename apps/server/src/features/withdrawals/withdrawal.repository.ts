import { type DbTx, many, maybeOne, one, statement } from '../../platform/db/database.ts';
import type { NetworkName, WithdrawCoin } from './domain/coins.ts';
import type { Status, Step, WithdrawalState } from './domain/transitions.ts';

export interface Withdrawal extends WithdrawalState {
  id: bigint;
  customerId: bigint;
  coin: WithdrawCoin;
  network: NetworkName;
  address: string;
  addressKey: string;
  amount: bigint;
  fee: bigint;
  remark: string | null;
  appliedAt: Date;
}

/** With its timeline, as lists show it. */
export interface WithdrawalRow extends Withdrawal {
  steps: { step: Step; at: string }[];
  /** Of the payment that is final, or else the newest. */
  txid: string | null;
  confirmations: number;
}

const columns = `w.id, w.customer_id as "customerId", w.coin, w.network, w.address, w.address_key as "addressKey", w.amount, w.fee,
  w.status, w.third_status as "thirdStatus", w.is_offset as "isOffset", w.remark, w.applied_at as "appliedAt"`;
const steps = `(select json_agg(json_build_object('step', s.step, 'at', s.at) order by s.at, array_position(
    array['APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST', 'CONFIRMED', 'REJECTED', 'CANCELLED', 'FAILED'], s.step))
  from withdrawal_step s where s.withdrawal_id = w.id) as steps,
  (select p.txid from withdrawal_payment p where p.withdrawal_id = w.id and p.txid is not null
   order by p.final_at nulls last, p.attempt desc limit 1) as txid,
  (select coalesce(max(p.confirmations), 0) from withdrawal_payment p where p.withdrawal_id = w.id) as confirmations`;

const insert = statement<{ id: bigint }>(
  'withdrawals.insert',
  `with made as (
     insert into withdrawal (customer_id, coin, network, address, address_key, amount, fee, date, applied_at, device_id, transfer_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id, applied_at)
   insert into withdrawal_step (withdrawal_id, step, at) select id, 'APPLIED', applied_at from made returning withdrawal_id as id`,
);

export async function insertWithdrawal(
  dbTx: DbTx,
  wish: Pick<Withdrawal, 'customerId' | 'coin' | 'network' | 'address' | 'addressKey' | 'amount' | 'fee'> & {
    date: string;
    now: Date;
    deviceId: string | null;
    transferId: bigint;
  },
): Promise<bigint> {
  const { customerId, coin, network, address, addressKey, amount, fee, date, now, deviceId, transferId } = wish;
  const what = [customerId, coin, network, address, addressKey, amount, fee];
  return (await one(dbTx, insert, [...what, date, now, deviceId, transferId])).id;
}

const locked = statement<Withdrawal>(
  'withdrawals.lock',
  `select ${columns} from withdrawal w where id = $1 for update`,
);

/** Locked until the caller's transaction ends: whoever moves it waits here. */
export function lockWithdrawal(dbTx: DbTx, id: bigint): Promise<Withdrawal | null> {
  return maybeOne(dbTx, locked, [id]);
}

const plain = statement<Withdrawal>('withdrawals.one', `select ${columns} from withdrawal w where id = $1`);

/** As it stands, not locked: for what a person is shown before deciding. */
export function findWithdrawal(dbTx: DbTx, id: bigint): Promise<Withdrawal | null> {
  return maybeOne(dbTx, plain, [id]);
}

const move = statement<{ id: bigint }>(
  'withdrawals.move',
  `with moved as (
     update withdrawal set status = $4, third_status = $5, is_offset = $6, remark = coalesce($7, remark),
       end_transfer_id = coalesce($8, end_transfer_id)
     where id = $1 and status = $2 and third_status is not distinct from $3 returning id
   ), told as (
     insert into withdrawal_step (withdrawal_id, step, at) select id, $9, $10 from moved where $9::text is not null
   )
   select id from moved`,
);

export interface MoveOf {
  from: WithdrawalState;
  to: WithdrawalState;
  step: Step | null;
  remark?: string;
  endTransferId?: bigint;
  now: Date;
}

/** One row, or a broken invariant: the caller has it locked. */
export async function moveWithdrawal(
  dbTx: DbTx,
  id: bigint,
  { from, to, step, remark, endTransferId, now }: MoveOf,
): Promise<void> {
  const states = [from.status, from.thirdStatus, to.status, to.thirdStatus, to.isOffset];
  await one(dbTx, move, [id, ...states, remark ?? null, endTransferId ?? null, step, now]);
}

const ofDay = statement<{ taken: bigint }>(
  'withdrawals.of-day',
  `select coalesce(sum(amount), 0)::bigint as taken from withdrawal
   where customer_id = $1 and coin = $2 and date = $3
     and status in ('WAITING', 'SUCCESS') and third_status is distinct from 'FAILED'`,
);

/** Gross of a business day that counts against its limit; to be read while the wallet is locked. */
export async function takenOfDay(dbTx: DbTx, customerId: bigint, coin: WithdrawCoin, date: string): Promise<bigint> {
  return (await one(dbTx, ofDay, [customerId, coin, date])).taken;
}

const byId = statement<WithdrawalRow>(
  'withdrawals.by-id',
  `select ${columns}, ${steps} from withdrawal w where customer_id = $1 and id = $2`,
);

/** The customer's own, or null: somebody else's is not there. */
export function readWithdrawal(dbTx: DbTx, customerId: bigint, id: bigint): Promise<WithdrawalRow | null> {
  return maybeOne(dbTx, byId, [customerId, id]);
}

const page = statement<WithdrawalRow>(
  'withdrawals.page',
  `select ${columns}, ${steps} from withdrawal w
   where customer_id = $1 and ($2::text is null or coin = $2) and ($3::text is null or status = $3) and id < $4
     and ($7::text is null or $7 = case
       when status = 'WAITING' then 'PROCESSING'
       when status = 'SUCCESS' and third_status not in ('SUCCESS', 'FAILED') then 'PROCESSING'
       when status = 'SUCCESS' and (third_status = 'SUCCESS' or is_offset) then 'SUCCESS'
       else 'FAILED' end)
   order by id desc limit $5 offset $6`,
);

const beyondAll = 2n ** 63n - 1n;

export interface PagePlace {
  coin: WithdrawCoin | undefined;
  status: Status | undefined;
  /** What the customer sees of it, by the client's own rule. */
  display: 'PROCESSING' | 'SUCCESS' | 'FAILED' | undefined;
  before: string | null;
  limit: number;
  offset: number;
}

export function readWithdrawals(
  dbTx: DbTx,
  customerId: bigint,
  { coin, status, display, before, limit, offset }: PagePlace,
): Promise<WithdrawalRow[]> {
  return many(dbTx, page, [
    customerId,
    coin ?? null,
    status ?? null,
    before ?? beyondAll,
    limit,
    offset,
    display ?? null,
  ]);
}

const owing = statement<{ owes: boolean }>(
  'withdrawals.owing',
  'select exists (select from owed_electricity where customer_id = $1) as owes',
);

export async function owesElectricity(dbTx: DbTx, customerId: bigint): Promise<boolean> {
  return (await one(dbTx, owing, [customerId])).owes;
}

interface TempoRow {
  coin: WithdrawCoin;
  whole: number | null;
  paying: number | null;
}

const tempo = statement<TempoRow>(
  'withdrawals.tempo',
  `select wanted.coin, latest.whole, latest.paying
   from (values ('BTC', 'BITCOIN'), ('USDT', 'ERC20')) wanted (coin, network)
   cross join lateral (
     select case when count(whole) >= 3 then percentile_cont(0.5) within group (order by whole) end as whole,
       case when count(paying) >= 3 then percentile_cont(0.5) within group (order by paying) end as paying
     from (
       select extract(epoch from done.at - w.applied_at) as whole, extract(epoch from done.at - signed.at) as paying
       from withdrawal w
       join withdrawal_step done on done.withdrawal_id = w.id and done.step = 'CONFIRMED'
       left join withdrawal_step signed on signed.withdrawal_id = w.id and signed.step = 'SIGNED'
       where w.network = wanted.network and w.third_status = 'SUCCESS' order by w.id desc limit 50
     ) took
   ) latest`,
);

/** Seconds that the latest paid ones took, in the middle; null with fewer than three of them. */
export interface Tempo {
  /** From being applied for to being final: people's time too. */
  whole: number | null;
  /** From the signature on, which is the chain's time alone. */
  paying: number | null;
}

export async function measureTempo(dbTx: DbTx): Promise<Record<WithdrawCoin, Tempo>> {
  const rows = await many(dbTx, tempo);
  const of = (coin: WithdrawCoin): Tempo => {
    const { whole = null, paying = null } = rows.find((row) => row.coin === coin) ?? {};
    return { whole, paying };
  };
  return { BTC: of('BTC'), USDT: of('USDT') };
}
