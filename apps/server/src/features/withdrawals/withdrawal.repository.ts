import { inOrder } from '../../platform/db/asked-rows.ts';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import type { NetworkName, Payer, WithdrawCoin } from './domain/coins.ts';
import { type Phase, payoutPhases, unsignedPhases } from './domain/phase.ts';
import type { TimelineStep } from './domain/transitions.ts';
import { sourceAccount } from './source-account.ts';

export type Withdrawal = Payer & {
  id: bigint;
  /** By which the customer and the staff speak of it: random, made by the database. */
  number: string;
  coin: WithdrawCoin;
  network: NetworkName;
  /** What is paid. Its text is derived from it wherever it is shown. */
  addressKey: string;
  /** Gross: what leaves the wallet. */
  amount: bigint;
  /** The house's, inside the amount. */
  fee: bigint;
  phase: Phase;
  /** For the customer. */
  remark: string | null;
  appliedAt: Date;
};

export type CustomerWithdrawal = Extract<Withdrawal, { customerId: bigint }>;

/** With its timeline and its payment, as lists show it. */
export type WithdrawalRow = Withdrawal & {
  steps: { step: TimelineStep; at: string }[];
  /** Of the payment that is final, or else the newest. */
  txid: string | null;
  /** Of the output of that transaction that pays it; null on ERC20. */
  outputIndex: number | null;
  confirmations: number;
  /** Its customer has cancelled it, and its amount is not returned yet. */
  isCancelling: boolean;
  /** Of an offset: the part that paid what was owed. Null of every other, and where the ledger of that month is kept elsewhere. */
  offsetToOwed: bigint | null;
};

const columns = `w.id, w.number, w.customer_id as "customerId", w.destination_id as "destinationId", w.coin, w.network, w.address_key as "addressKey", w.amount, w.fee,
  w.phase, w.remark, w.applied_at as "appliedAt"`;
/**
 * Of an offset: what its amount paid of electricity and hosting, in the transfers that its own transaction posted after its end. The
 * accounts are locked before it, so no other payment of the customer comes between. Null when the ledger of that month is kept elsewhere.
 */
const offsetToOwed = `case when w.phase = 'OFFSET' then (
    select least(w.amount, coalesce(sum_units(posting.amount::bigint), 0))::bigint
    from ledger.transfer ended
    left join lateral (
      select distinct first_after.id
      from unnest(array['ELE_CONSUME_' || w.coin, 'ADJUST_ELE', 'HOSTING_FEE']) paying (type)
      cross join lateral (
        select min(transfer_id) as id from ledger.posting
        where customer = w.customer_id and posting.type = paying.type::ledger.posting_type and posting.type <> 'MINING_OUTPUT'
          and transfer_id > w.end_transfer_id
      ) first_after
    ) next on true
    left join ledger.transfer paid on paid.id = next.id and paid.posted_at = ended.posted_at and paid.kind in ('electricity', 'hosting')
    left join ledger.posting
      on posting.transfer_id = paid.id and posting.debit = ${sourceAccount}
    where ended.id = w.end_transfer_id group by ended.id) end`;
const timelineColumns = `(select coalesce(json_agg(json_build_object('step', s.step, 'at', s.at) order by s.at, array_position(
    array['APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST', 'CONFIRMED', 'REJECTED', 'CANCELLED', 'FAILED'], s.step)), '[]')
  from withdrawal_step s where s.withdrawal_id = w.id) as steps,
  (select p.txid from withdrawal_payment p where p.withdrawal_id = w.id and p.txid is not null
   order by p.final_at nulls last, p.attempt desc limit 1) as txid,
  (select coalesce(p.output_index, case when p.network = 'BITCOIN' then case p.change_index when 0 then 1 else 0 end end)
   from withdrawal_payment p where p.withdrawal_id = w.id and p.txid is not null order by p.final_at nulls last, p.attempt desc limit 1) as "outputIndex",
  (select coalesce(max(p.confirmations), 0) from withdrawal_payment p where p.withdrawal_id = w.id) as confirmations,
  w.phase = 'AWAITING_APPROVAL' and exists (select from withdrawal_cancellation c where c.withdrawal_id = w.id) as "isCancelling",
  ${offsetToOwed} as "offsetToOwed"`;

/** By the keys of their transfers, which may have been posted in the same round trip. */
const insert = query(
  'withdrawals.insert',
  `with made as (
     insert into withdrawal (customer_id, destination_id, coin, network, address, address_key, amount, fee, date, applied_at, device_id, transfer_id)
     select customer, destination, asked.coin, asked.network, asked.address, asked.address_key, asked.amount, asked.fee, asked.date, now, device,
       (select posted.transfer_id from ledger.transfer_key posted where posted.key = asked.transfer_key)
     from unnest((select $1::bigint[]), (select $2::bigint[]), (select $3::text[]), (select $4::text[]), (select $5::text[]), (select $6::text[]),
         (select $7::bigint[]), (select $8::bigint[]), (select $9::date[]), (select $10::timestamptz[]), (select $11::text[]), (select $12::text[]))
       with ordinality asked (customer, destination, coin, network, address, address_key, amount, fee, date, now, device, transfer_key, place)
     order by place
     returning id, number, applied_at, transfer_id
   ), applied as (
     insert into withdrawal_step (withdrawal_id, step, at) select id, 'APPLIED', applied_at from made
   )
   select made.id, made.number, array_position((select $12::text[]), (select key::text from ledger.transfer where transfer.id = transfer_id)) as place
   from made`,
).as<WithdrawalName & { place: number }>();

/** What names a withdrawal: inside, and outside. */
export type WithdrawalName = Pick<Withdrawal, 'id' | 'number'>;

export type NewWithdrawal = Payer &
  Pick<Withdrawal, 'coin' | 'network' | 'addressKey' | 'amount' | 'fee'> & {
    address: string;
    date: string;
    now: Date;
    deviceId: string | null;
  };

/** Their ids and numbers, in the order of the withdrawals. */
export async function insertWithdrawals(
  db: Queryable,
  withdrawals: readonly (NewWithdrawal & { transferKey: string })[],
): Promise<WithdrawalName[]> {
  const rows = await many(db, insert, [
    withdrawals.map(({ customerId }) => customerId),
    withdrawals.map(({ destinationId }) => destinationId),
    withdrawals.map(({ coin }) => coin),
    withdrawals.map(({ network }) => network),
    withdrawals.map(({ address }) => address),
    withdrawals.map(({ addressKey }) => addressKey),
    withdrawals.map(({ amount }) => amount),
    withdrawals.map(({ fee }) => fee),
    withdrawals.map(({ date }) => date),
    withdrawals.map(({ now }) => now),
    withdrawals.map(({ deviceId }) => deviceId),
    withdrawals.map(({ transferKey }) => transferKey),
  ]);
  return inOrder(withdrawals.length, rows).map(({ id, number }) => ({ id, number }));
}

const lock = lockingQuery(
  'withdrawals.lock',
  `select ${columns} from withdrawal w where id = $1 for update`,
).as<Withdrawal>();

/** Locked until the caller's transaction ends. */
export function lockWithdrawal(dbTx: Transaction, id: bigint): Promise<Withdrawal | null> {
  return maybeOne(dbTx, lock, [id]);
}

const find = query('withdrawals.find', `select ${columns} from withdrawal w where id = $1`).as<Withdrawal>();

/** Not locked: for what a person is shown before deciding. */
export function findWithdrawal(db: Queryable, id: bigint): Promise<Withdrawal | null> {
  return maybeOne(db, find, [id]);
}

const byNumber = query(
  'withdrawals.by-number',
  `select ${columns} from withdrawal w where number = $1`,
).as<Withdrawal>();

export function findByNumber(db: Queryable, number: string): Promise<Withdrawal | null> {
  return maybeOne(db, byNumber, [number]);
}

const update = query(
  'withdrawals.update-phase',
  `with updated as (
     update withdrawal w set phase = $3, remark = coalesce($4, remark),
       end_transfer_id = coalesce($5, end_transfer_id)
     where id = $1 and w.phase = $2 returning id
   ), step_inserted as (
     insert into withdrawal_step (withdrawal_id, step, at) select id, $6, $7 from updated where $6::text is not null
   )
   select id from updated`,
).as<{ id: bigint }>();

export interface PhaseUpdate {
  to: Phase;
  step: TimelineStep | null;
  remark?: string | undefined;
  endTransferId?: bigint | undefined;
  now: Date;
}

/** One row, or a broken invariant: the caller has it locked. */
export async function updatePhase(
  db: Queryable,
  { id, phase }: Pick<Withdrawal, 'id' | 'phase'>,
  { to, step, remark, endTransferId, now }: PhaseUpdate,
): Promise<void> {
  await one(db, update, [id, phase, to, remark ?? null, endTransferId ?? null, step, now]);
}

const insertBroadcastStep = query(
  'withdrawals.broadcast-timeline-step',
  `insert into withdrawal_step (withdrawal_id, step, at) values ($1, 'BROADCAST', $2) on conflict do nothing`,
);

export async function recordBroadcastStep(db: Queryable, id: bigint, now: Date): Promise<void> {
  await execute(db, insertBroadcastStep, [id, now]);
}

const ofDay = query(
  'withdrawals.of-days',
  `select place::int as place, coalesce(sum(w.amount), 0)::bigint as taken
   from unnest((select $1::bigint[]), (select $2::text[]), (select $3::date[])) with ordinality asked (customer, coin, date, place)
   left join withdrawal w on w.customer_id = customer and w.coin = asked.coin and w.date = asked.date
     and w.phase not in ('REJECTED', 'CANCELLED', 'FAILED')
   group by place`,
).as<{ place: number; taken: bigint }>();

/** A customer's withdrawals of a coin on a business day. */
export interface TakenOfDay {
  customerId: bigint;
  coin: WithdrawCoin;
  date: string;
}

/** Gross of each business day that counts against its limit; to be read while the wallets are locked. */
export async function takenOfDays(db: Queryable, days: readonly TakenOfDay[]): Promise<bigint[]> {
  const rows = await many(db, ofDay, [
    days.map(({ customerId }) => customerId),
    days.map(({ coin }) => coin),
    days.map(({ date }) => date),
  ]);
  return inOrder(days.length, rows).map(({ taken }) => taken);
}

const byId = query(
  'withdrawals.by-id',
  `select ${columns}, ${timelineColumns} from withdrawal w where customer_id = $1 and id = $2`,
).as<WithdrawalRow>();

/** The customer's own; null for another customer's. */
export function readWithdrawal(db: Queryable, customerId: bigint, id: bigint): Promise<WithdrawalRow | null> {
  return maybeOne(db, byId, [customerId, id]);
}

const page = query(
  'withdrawals.page',
  `select ${columns}, ${timelineColumns} from withdrawal w
   where customer_id = $1 and ($2::text is null or coin = $2) and w.phase = any($3::text[]) and id < $4
   order by id desc limit $5 offset $6`,
).as<WithdrawalRow>();

const beyondAll = 2n ** 63n - 1n;

export interface PageRange {
  coin: WithdrawCoin | undefined;
  phases: readonly Phase[];
  before: string | null;
  limit: number;
  offset: number;
}

export function readWithdrawals(
  db: Queryable,
  customerId: bigint,
  { coin, phases, before, limit, offset }: PageRange,
): Promise<WithdrawalRow[]> {
  return many(db, page, [customerId, coin ?? null, phases, before ?? beyondAll, limit, offset]);
}

const inPayout = query(
  'withdrawals.in-payout',
  `select id, phase, network, address_key as "addressKey" from withdrawal w
   where end_transfer_id is null and w.phase = any($2::text[]) and id > $1
     and not exists (select from withdrawal_payment p where p.withdrawal_id = w.id and p.lead_id <> w.id) order by id limit 200`,
).as<Pick<Withdrawal, 'id' | 'phase' | 'network' | 'addressKey'>>();

/** Approved ones that are not finished, in their order; those that share a transaction by the one that leads them. */
export function readInPayout(
  db: Queryable,
  after: bigint,
): Promise<Pick<Withdrawal, 'id' | 'phase' | 'network' | 'addressKey'>[]> {
  return many(db, inPayout, [after, payoutPhases]);
}

const unsigned = query(
  'withdrawals.unsigned-amounts',
  `select coin, sum(amount - fee)::bigint as amount from withdrawal w
   where end_transfer_id is null and w.phase = any($1::text[]) group by coin`,
).as<{ coin: string; amount: bigint }>();

/** What approved withdrawals that are not signed yet will take, by coin. */
export async function readUnsignedAmounts(db: Queryable): Promise<Map<string, bigint>> {
  return new Map((await many(db, unsigned, [unsignedPhases])).map(({ coin, amount }) => [coin, amount]));
}

const screening = query(
  'withdrawals.screening-of',
  `select id from withdrawal w where end_transfer_id is null and w.phase = 'SCREENING' and network = $1 and address_key = $2
   order by id limit 1`,
).as<{ id: bigint }>();

const lockAddress = lockingQuery(
  'withdrawals.lock-screening-of',
  `select pg_advisory_xact_lock(hashtext('screening'), hashtext($1))`,
);

/**
 * The withdrawal to this address that waits for the screening's response, or null: then none begins before the caller's transaction
 * has ended.
 */
export async function findScreeningOf(
  dbTx: Transaction,
  network: NetworkName,
  addressKey: string,
): Promise<bigint | null> {
  await one(dbTx, lockAddress, [`${network} ${addressKey}`]);
  return (await maybeOne(dbTx, screening, [network, addressKey]))?.id ?? null;
}

const byTransfer = query('withdrawals.by-transfer', 'select id from withdrawal where transfer_id = $1').as<{
  id: bigint;
}>();

/** The withdrawal that a transfer took its amount for, or null. */
export async function findByTransfer(db: Queryable, transferId: bigint): Promise<bigint | null> {
  return (await maybeOne(db, byTransfer, [transferId]))?.id ?? null;
}
