import { customerAccount, lockBalances, postTransfer } from '@lode/ledger';
import { type Coin, divFloor, ledgerScale } from '@lode/money';
import { findDaysElsewhere } from '../../platform/books/sealed-days.ts';
import { businessDate, miningDate } from '../../platform/clock/clock.ts';
import { type Database, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { rehearse } from '../../platform/db/rehearsal.ts';
import { lockRefundable } from '../../platform/house-account/revenue.ts';
import type { Audit, Authority } from '../../platform/staff/authority.ts';
import { readChargedForDay, readNetOfDay, readOwnCharge, waiveOwed } from './adjust-charge.store.ts';
import {
  type AdjustEffect,
  debitBound,
  movesSince,
  payingAmounts,
  readOwed,
  unlessKeyReused,
} from './adjust-effect.ts';
import { correctedHouse, correctionType } from './correction-line.ts';
import { type NoticePort, notifyOwed } from './notify-owed.ts';
import { lockPayingAccounts, type PayOwedPorts, payOwed } from './pay-owed.ts';
import { returnPromotion } from './promotion.ts';

/** What was wrong: a machine's output, or its electricity. */
export type Adjusted = 'output' | 'electricity';

export interface AdjustRequest {
  /** The same correction has the same key, however often it is asked for. */
  key: string;
  machineId: bigint;
  /** The closed mining day that was wrong. */
  aboutDate: string;
  adjusted: Adjusted;
  /** Of the amount: a mined coin for outputs; for electricity USDT, or the coin that OUTPUT paid in. */
  coin: Coin;
  /** Minor units; above zero the customer is given, below zero the customer is taken from. */
  amount: bigint;
  reason: string;
  authority: Authority;
  now: Date;
}

export interface AdjustPorts extends PayOwedPorts, NoticePort {
  readonly recordAudit: (db: Queryable, audit: Audit) => Promise<void>;
}

export type AdjustResult =
  | ({ outcome: 'adjusted' } & AdjustEffect)
  | { outcome: 'already-adjusted' }
  | { outcome: 'more-than-charged' | 'more-than-mined'; atMost: bigint }
  | { outcome: 'more-than-bound'; atMost: bigint; charged: bigint }
  | { outcome: 'more-than-revenue'; left: bigint }
  | { outcome: 'unknown-machine' | 'customer-left' | 'day-not-closed' | 'price-missing' | 'key-used-otherwise' }
  | { outcome: 'day-elsewhere'; month: string };

/**
 * Puts a closed day right by new postings of today; the day itself stays as it is sealed. What cannot be taken back at
 * once becomes a charge like electricity: the same accounts pay it, in the same order, and it stops a machine like one.
 */
export async function adjustCharge(
  database: Database,
  ports: AdjustPorts,
  request: AdjustRequest,
): Promise<AdjustResult> {
  return database
    .transaction(async (dbTx) => {
      const result = await adjust(dbTx, ports, request);
      if (result.outcome === 'adjusted') await ports.recordAudit(dbTx, auditOf(request, result));
      return result;
    })
    .catch(unlessKeyReused);
}

/** What `adjustCharge` would do now. */
export function previewAdjustment(database: Database, ports: AdjustPorts, request: Correction): Promise<AdjustResult> {
  return rehearse(database, (dbTx) => adjust(dbTx, ports, request)).catch(unlessKeyReused);
}

type Correction = Omit<AdjustRequest, 'authority'>;

interface AdjustedMachine {
  customerId: bigint;
  machineNo: string;
  coin: Coin;
  isClosed: boolean;
}

/** Of its owner on that day, not of today's: who was charged or paid, else by the terms that stood, before the first ones by those. */
const machineOfDay = query(
  'electricity.machine-to-adjust',
  `select coalesce(
       (select customer_id from electricity_charge where machine_id = $1 and date = $2),
       (select min(customer_id) from machine_output where machine_id = $1 and date = $2),
       (select customer_id from machine_terms where machine_id = $1 and effective_to > $2::date order by effective_from limit 1),
       machine.customer_id) as "customerId",
     machine_no as "machineNo", coin, $2::date < $3::date
       and exists (select from day_close where kind = 'mining' and date = $2 and closed_at is not null) as "isClosed"
   from machine where id = $1`,
).as<AdjustedMachine>();

async function adjust(dbTx: Transaction, ports: AdjustPorts, request: Correction): Promise<AdjustResult> {
  const { machineId, aboutDate, now } = request;
  const machine = await maybeOne(dbTx, machineOfDay, [machineId, aboutDate, miningDate(now)]);
  if (!machine) return { outcome: 'unknown-machine' };
  if (!machine.isClosed) return { outcome: 'day-not-closed' };
  await lockPayingAccounts(dbTx, [machine.customerId]);
  const known = await findAdjustment(dbTx, request);
  if (known) return known;
  const month = await findDaysElsewhere(dbTx, aboutDate, aboutDate);
  if (month !== null) return { outcome: 'day-elsewhere', month };
  if (await hasLeft(dbTx, machine.customerId)) return { outcome: 'customer-left' };

  const charged = request.adjusted === 'electricity' ? await readOwnCharge(dbTx, machineId, aboutDate) : null;
  if (charged !== null && -request.amount > debitBound(charged))
    return { outcome: 'more-than-bound', atMost: debitBound(charged), charged };
  const before = await payingAmounts(dbTx, machine.customerId);
  // Everything is known before anything is posted: what is refused has moved nothing.
  const undone = await undoneOfDay(dbTx, request);
  if ('atMost' in undone) {
    return { outcome: request.adjusted === 'output' ? 'more-than-mined' : 'more-than-charged', atMost: undone.atMost };
  }
  const moved = await movesAtOnce(dbTx, request, machine, undone);
  // A refund gives back own money first: only what is beyond it was promotional credit.
  const isPrepaidBack = request.adjusted === 'electricity' && request.coin === 'USDT' && moved > 0n;
  const promotion = isPrepaidBack && moved > undone.paidOwn ? moved - undone.paidOwn : 0n;
  if (request.adjusted === 'electricity' && moved > 0n) {
    // Revenue pays more than this, COIN UP's fund for one; it never goes below zero.
    const { balance, money } = await lockRefundable(dbTx, 'ELECTRICITY_REVENUE', request.coin);
    if (moved > balance || moved - promotion > money) return { outcome: 'more-than-revenue', left: money };
  }
  const becomesCharge = request.amount < 0n ? await valueOfRest(dbTx, request, request.amount - moved) : 0n;
  if (becomesCharge === null) return { outcome: 'price-missing' };
  if (moved !== 0n) await postMove(dbTx, request, machine, moved);
  await returnPromotion(dbTx, machine.customerId, promotion);
  await keepAdjustment(dbTx, request, machine, { moved, promotion, becomesCharge });
  if (undone.waived > 0n) {
    await waiveOwed(dbTx, machineId, aboutDate, undone.waived);
    await ports.leaveArrear(dbTx, [machine.customerId], now);
  }
  await payOwed(dbTx, ports, [machine.customerId], now);
  const range = { first: machine.customerId, last: machine.customerId };
  if (becomesCharge > 0n) await notifyOwed(dbTx, ports, { range, at: now });
  const moves = await movesSince(dbTx, machine.customerId, before);
  const owedAfter = await readOwed(dbTx, machine.customerId);
  return { outcome: 'adjusted', charged, becameCharge: becomesCharge, waived: undone.waived, moves, owedAfter };
}

const departure = query('electricity.departure', 'select from customer_departure where customer_id = $1');

/** Whose accounts are closed for good. */
export async function hasLeft(db: Queryable, customerId: bigint): Promise<boolean> {
  return (await maybeOne(db, departure, [customerId])) !== null;
}

const knownAdjustment = query(
  'electricity.known-adjustment',
  `select (machine_id, about_date, adjusted, adjusted_coin, adjusted_amount) = ($2, $3, $4, $5, $6) as "isSame"
   from charge_adjustment where key = $1`,
).as<{ isSame: boolean }>();

async function findAdjustment(db: Queryable, request: Correction): Promise<AdjustResult | null> {
  const { key, machineId, aboutDate, coin, amount } = request;
  const known = await maybeOne(db, knownAdjustment, [key, machineId, aboutDate, request.adjusted, coin, amount]);
  if (!known) return null;
  return { outcome: known.isSame ? 'already-adjusted' : 'key-used-otherwise' };
}

/**
 * A fee that was too high comes off what is still owed for the day first; then what was paid for it in that coin is given
 * back. Beyond that there is no revenue to give; good will is a credit of its own. Of an output no more is taken back than
 * the machine mined on the day, less what earlier corrections took.
 */
async function undoneOfDay(
  db: Queryable,
  request: Correction,
): Promise<{ waived: bigint; paidOwn: bigint } | { atMost: bigint }> {
  const { adjusted, amount, machineId, aboutDate, coin } = request;
  if (adjusted === 'output') {
    const net = await readNetOfDay(db, machineId, aboutDate, coin);
    return -amount > net ? { atMost: net } : { waived: 0n, paidOwn: 0n };
  }
  if (amount < 0n) return { waived: 0n, paidOwn: 0n };
  const { paid, paidOwn, owed } = await readChargedForDay(db, machineId, aboutDate, coin);
  const waivable = coin === 'USDT' ? owed : 0n;
  if (amount > paid + waivable) return { atMost: paid + waivable };
  return { waived: amount < waivable ? amount : waivable, paidOwn };
}

/** The customer's side of a correction: prepaid money for USDT, outputs for a mined coin. */
const accountOf = ({ coin }: Correction, { customerId }: AdjustedMachine) =>
  customerAccount(customerId, coin === 'USDT' ? 'ELE_ACCOUNT' : 'OUTPUT_ACCOUNT', coin);

/**
 * What can move now: a credit, less what comes off a debt; of an output that was too much, what the account still has. A fee that was too
 * little moves nothing here: it is a charge from the start, so that it is paid by the one way in which charges are.
 */
async function movesAtOnce(
  dbTx: Transaction,
  request: Correction,
  machine: AdjustedMachine,
  { waived }: { waived: bigint },
): Promise<bigint> {
  const { adjusted, amount } = request;
  if (amount > 0n) return amount - waived;
  if (adjusted === 'electricity') return 0n;
  const account = accountOf(request, machine);
  const available = (await lockBalances(dbTx, [account])).get(account)?.available ?? 0n;
  return amount < -available ? -available : amount;
}

async function postMove(
  dbTx: Transaction,
  request: Correction,
  machine: AdjustedMachine,
  moved: bigint,
): Promise<void> {
  const { key, machineId, adjusted, coin, amount, now } = request;
  const account = accountOf(request, machine);
  const house = correctedHouse(adjusted, coin);
  await postTransfer(dbTx, {
    key: `charge-adjust:${key}`,
    input: { machineId, aboutDate: request.aboutDate, adjusted, coin, amount },
    kind: 'charge-adjust',
    businessDate: businessDate(now),
    postedAt: now,
    postings: [
      {
        from: moved > 0n ? house : account,
        to: moved > 0n ? account : house,
        type: correctionType(adjusted),
        amount: moved > 0n ? moved : -moved,
        date: miningDate(now),
        sourceId: machineId,
      },
    ],
  });
}

const priceOfDay = query(
  'electricity.price-of-day',
  'select usdt from reference_price where coin = $1 and date = $2',
).as<{ usdt: bigint }>();

/** What is still to be taken, in micro-USDT at the price of the day that was wrong, rounded down. Null without a price. */
async function valueOfRest(db: Queryable, { coin, aboutDate }: Correction, rest: bigint): Promise<bigint | null> {
  if (coin === 'USDT' || rest === 0n) return -rest;
  const price = await maybeOne(db, priceOfDay, [coin, aboutDate]);
  return price && divFloor(-rest * price.usdt, 10n ** BigInt(ledgerScale(coin)));
}

const insertAdjustment = query(
  'electricity.keep-adjustment',
  `insert into charge_adjustment (key, machine_id, customer_id, machine_no, about_date, date, adjusted, coin, adjusted_coin,
     adjusted_amount, moved, moved_promotion, amount, owed, reason, adjusted_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, $15) returning id`,
).as<{ id: bigint }>();

async function keepAdjustment(
  db: Queryable,
  request: Correction,
  { customerId, machineNo, coin }: AdjustedMachine,
  { moved, promotion, becomesCharge }: { moved: bigint; promotion: bigint; becomesCharge: bigint },
): Promise<void> {
  const { key, machineId, aboutDate, amount, reason, now } = request;
  await one(db, insertAdjustment, [
    key,
    machineId,
    customerId,
    machineNo,
    aboutDate,
    miningDate(now),
    request.adjusted,
    coin,
    request.coin,
    amount,
    moved,
    promotion,
    becomesCharge,
    reason,
    now,
  ]);
}

function auditOf(
  { now, authority, machineId, reason, key, ...request }: AdjustRequest,
  { becameCharge, waived }: AdjustEffect,
): Audit {
  return {
    at: now,
    authority,
    action: 'charge:adjust',
    subject: `machine ${machineId}`,
    reason,
    detail: {
      adjusted: request.adjusted,
      aboutDate: request.aboutDate,
      coin: request.coin,
      amount: String(request.amount),
      becameCharge: String(becameCharge),
      waived: String(waived),
      key,
    },
  };
}
