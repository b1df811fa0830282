import { customerAccount, houseAccount, KeyReused, lockBalances, postTransfer } from '@lode/ledger';
import { type Coin, divFloor, ledgerScale } from '@lode/money';
import { businessDate, miningDate } from '../../platform/clock/clock.ts';
import { type Database, type DbTx, maybeOne, one, statement } from '../../platform/db/database.ts';
import { lockedHouseBalance } from '../../platform/house-account/house-balance.ts';
import type { Audit, Authority } from '../../platform/staff/authority.ts';
import { lockPayingAccounts, type PayOwedPorts, payOwed } from './pay-owed.ts';

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

export interface AdjustPorts extends PayOwedPorts {
  recordAudit(dbTx: DbTx, audit: Audit): Promise<void>;
}

export type AdjustResult =
  | { outcome: 'adjusted' | 'already-adjusted'; becameCharge: bigint }
  | { outcome: 'more-than-paid'; paid: bigint }
  | { outcome: 'more-than-revenue'; left: bigint }
  | { outcome: 'unknown-machine' | 'day-not-closed' | 'price-missing' | 'key-used-otherwise' };

/**
 * Puts a closed day right by new postings of today; the day itself stays as it is sealed. What cannot be taken back at
 * once becomes a charge like electricity: the same accounts pay it, in the same order, and it stops a machine like one.
 */
export async function adjustCharge(
  database: Database,
  ports: AdjustPorts,
  request: AdjustRequest,
): Promise<AdjustResult> {
  try {
    return await database.transaction((dbTx) => adjust(dbTx, ports, request));
  } catch (error) {
    if (error instanceof KeyReused) return { outcome: 'key-used-otherwise' };
    throw error;
  }
}

interface AdjustedMachine {
  customerId: bigint;
  machineNo: string;
  coin: Coin;
  isClosed: boolean;
}

const machineOfDay = statement<AdjustedMachine>(
  'electricity.machine-to-adjust',
  `select customer_id as "customerId", machine_no as "machineNo", coin, $2::date < $3::date
     and exists (select from day_close where kind = 'mining' and date = $2 and closed_at is not null) as "isClosed"
   from machine where id = $1`,
);

async function adjust(dbTx: DbTx, ports: AdjustPorts, request: AdjustRequest): Promise<AdjustResult> {
  const { machineId, aboutDate, now } = request;
  const machine = await maybeOne(dbTx, machineOfDay, [machineId, aboutDate, miningDate(now)]);
  if (!machine) return { outcome: 'unknown-machine' };
  if (!machine.isClosed) return { outcome: 'day-not-closed' };
  await lockPayingAccounts(dbTx, [machine.customerId]);
  const known = await findAdjustment(dbTx, request);
  if (known) return known;

  const paid = await paidBack(dbTx, request);
  if (paid !== null && request.amount > paid) return { outcome: 'more-than-paid', paid };
  if (paid !== null) {
    // Revenue pays more than this, COIN UP's fund for one; it never goes below zero.
    const left = await lockedHouseBalance(dbTx, houseAccount('ELECTRICITY_REVENUE', request.coin));
    if (request.amount > left) return { outcome: 'more-than-revenue', left };
  }
  const moved = await moveAtOnce(dbTx, request, machine);
  const becomesCharge = request.amount < 0n ? await valueOfRest(dbTx, request, request.amount - moved) : 0n;
  if (becomesCharge === null) return { outcome: 'price-missing' };
  await keepAdjustment(dbTx, request, machine, moved, becomesCharge);
  await payOwed(dbTx, ports, [machine.customerId], now);
  await ports.recordAudit(dbTx, auditOf(request, becomesCharge));
  return { outcome: 'adjusted', becameCharge: becomesCharge };
}

const knownAdjustment = statement<{ isSame: boolean; amount: bigint }>(
  'electricity.known-adjustment',
  `select (machine_id, about_date, adjusted, adjusted_coin, adjusted_amount) = ($2, $3, $4, $5, $6) as "isSame", amount
   from charge_adjustment where key = $1`,
);

async function findAdjustment(dbTx: DbTx, request: AdjustRequest): Promise<AdjustResult | null> {
  const { key, machineId, aboutDate, coin, amount } = request;
  const known = await maybeOne(dbTx, knownAdjustment, [key, machineId, aboutDate, request.adjusted, coin, amount]);
  if (!known) return null;
  return known.isSame ? { outcome: 'already-adjusted', becameCharge: known.amount } : { outcome: 'key-used-otherwise' };
}

const paidForDay = statement<{ paid: bigint }>(
  'electricity.paid-for-day',
  `select coalesce((
       select case $3 when 'USDT' then paid_prepaid when coin then paid_output end
       from electricity_charge where machine_id = $1 and date = $2), 0)
     + coalesce((
       select sum(case $3 when 'USDT' then paid_prepaid when coin then paid_output else 0 end)
         - sum(moved) filter (where adjusted = 'electricity' and adjusted_coin = $3)
       from charge_adjustment where machine_id = $1 and about_date = $2), 0)::bigint as paid`,
);

/**
 * How much of a day's electricity can be given back: what was paid for it in that coin and not given back yet. Beyond
 * that there is no revenue to give; good will is a credit of its own. Null where nothing limits it.
 */
async function paidBack(
  dbTx: DbTx,
  { adjusted, amount, machineId, aboutDate, coin }: AdjustRequest,
): Promise<bigint | null> {
  if (adjusted === 'output' || amount < 0n) return null;
  return (await one(dbTx, paidForDay, [machineId, aboutDate, coin])).paid;
}

/**
 * Posts what can move now: a credit wholly; of an output that was too much, what the account still has. A fee that was
 * too little moves nothing here: it is a charge from the start, so that it is paid by the one way in which charges are.
 */
async function moveAtOnce(dbTx: DbTx, request: AdjustRequest, machine: AdjustedMachine): Promise<bigint> {
  const { key, machineId, adjusted, coin, amount, now } = request;
  const account = customerAccount(machine.customerId, coin === 'USDT' ? 'ELE_ACCOUNT' : 'OUTPUT_ACCOUNT', coin);
  if (adjusted === 'electricity' && amount < 0n) return 0n;
  const available = (await lockBalances(dbTx, [account])).get(account)?.available ?? 0n;
  const moved = amount < -available ? -available : amount;
  if (moved === 0n) return 0n;
  const house = houseAccount(adjusted === 'output' ? 'MINING_RECEIVABLE' : 'ELECTRICITY_REVENUE', coin);
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
        type: adjusted === 'output' ? 'ADJUST_OUTPUT' : 'ADJUST_ELE',
        amount: moved > 0n ? moved : -moved,
        date: miningDate(now),
        sourceId: machineId,
      },
    ],
  });
  return moved;
}

const priceOfDay = statement<{ usdt: bigint }>(
  'electricity.price-of-day',
  'select usdt from reference_price where coin = $1 and date = $2',
);

/** What is still to be taken, in micro-USDT at the price of the day that was wrong, rounded down. Null without a price. */
async function valueOfRest(dbTx: DbTx, { coin, aboutDate }: AdjustRequest, rest: bigint): Promise<bigint | null> {
  if (coin === 'USDT' || rest === 0n) return -rest;
  const price = await maybeOne(dbTx, priceOfDay, [coin, aboutDate]);
  return price && divFloor(-rest * price.usdt, 10n ** BigInt(ledgerScale(coin)));
}

const insertAdjustment = statement<{ id: bigint }>(
  'electricity.keep-adjustment',
  `insert into charge_adjustment (key, machine_id, customer_id, machine_no, about_date, date, adjusted, coin, adjusted_coin,
     adjusted_amount, moved, amount, owed, reason, adjusted_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14) returning id`,
);

async function keepAdjustment(
  dbTx: DbTx,
  request: AdjustRequest,
  { customerId, machineNo, coin }: AdjustedMachine,
  moved: bigint,
  becomesCharge: bigint,
): Promise<void> {
  const { key, machineId, aboutDate, amount, reason, now } = request;
  await one(dbTx, insertAdjustment, [
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
    becomesCharge,
    reason,
    now,
  ]);
}

function auditOf({ now, authority, machineId, reason, key, ...request }: AdjustRequest, becameCharge: bigint): Audit {
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
      key,
    },
  };
}
