import { customerAccount, houseAccount, postTransfer } from '@lode/ledger';
import type { Coin } from '@lode/money';
import { businessDate, miningDate } from '../../platform/clock/clock.ts';
import {
  type Database,
  execute,
  many,
  maybeOne,
  one,
  type Queryable,
  type Transaction,
} from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { rehearse } from '../../platform/db/rehearsal.ts';
import { lockRefundable } from '../../platform/house-account/revenue.ts';
import type { Audit, Authority } from '../../platform/staff/authority.ts';
import { type AdjustPorts, hasLeft } from './adjust-charge.ts';
import {
  type AdjustEffect,
  debitBound,
  movesSince,
  payingAmounts,
  readOwed,
  unlessKeyReused,
} from './adjust-effect.ts';
import { notifyOwed } from './notify-owed.ts';
import { lockPayingAccounts, payOwed } from './pay-owed.ts';

export interface AdjustHostingRequest {
  key: string;
  machineId: bigint;
  /** The first day of the month that was wrong. */
  month: string;
  /** Needed when the machine changed hands in the month. */
  customerId: bigint | null;
  /** USDT, or the coin that OUTPUT paid in. */
  coin: Coin;
  /** Minor units; above zero the customer is given, below zero charged. */
  amount: bigint;
  reason: string;
  authority: Authority;
  now: Date;
}

export type AdjustHostingResult =
  | ({ outcome: 'adjusted' } & AdjustEffect)
  | { outcome: 'more-than-bound'; atMost: bigint; charged: bigint }
  | { outcome: 'already-adjusted' }
  | { outcome: 'key-used-otherwise' | 'not-charged' | 'customer-left' }
  | { outcome: 'several-customers'; customers: bigint[] }
  | { outcome: 'more-than-charged'; atMost: bigint }
  | { outcome: 'more-than-revenue'; left: bigint };

/** Puts a month's hosting of a machine right, as `adjustCharge` does electricity; a charge for what was too little stops no machine. */
export async function adjustHosting(
  database: Database,
  ports: AdjustPorts,
  request: AdjustHostingRequest,
): Promise<AdjustHostingResult> {
  return database
    .transaction(async (dbTx) => {
      const result = await adjust(dbTx, ports, request);
      if (result.outcome === 'adjusted') await ports.recordAudit(dbTx, auditOf(request, result));
      return result;
    })
    .catch(unlessKeyReused);
}

/** What `adjustHosting` would do now. */
export function previewHosting(
  database: Database,
  ports: AdjustPorts,
  request: Correction,
): Promise<AdjustHostingResult> {
  return rehearse(database, (dbTx) => adjust(dbTx, ports, request)).catch(unlessKeyReused);
}

type Correction = Omit<AdjustHostingRequest, 'authority'>;

const chargedCustomers = query(
  'electricity.hosted-customers',
  `select distinct customer_id as "customerId" from hosting_charge
   where machine_id = $1 and month = $2 and customer_id = coalesce($3, customer_id)`,
).as<{ customerId: bigint }>();

/** Of the customer's charges of the month: minor units paid in the coin and not given back, micro-USDT owed. */
const hostedMonth = query(
  'electricity.hosted-month',
  `select (coalesce(sum(case $4 when 'USDT' then paid_prepaid when 'BTC' then paid_btc when 'ETH' then paid_eth else paid_doge end), 0)
       - coalesce((select sum(moved) from charge_adjustment where machine_id = $1 and about_date = $2 and customer_id = $3
           and adjusted = 'hosting' and adjusted_coin = $4), 0))::bigint as paid,
     coalesce(sum(owed), 0)::bigint as owed, coalesce(sum(amount) filter (where adjustment_id is null), 0)::bigint as charged
   from hosting_charge where machine_id = $1 and month = $2 and customer_id = $3`,
).as<{ paid: bigint; owed: bigint; charged: bigint }>();

async function adjust(dbTx: Transaction, ports: AdjustPorts, request: Correction): Promise<AdjustHostingResult> {
  const { machineId, month, coin, amount, now } = request;
  const customers = (await many(dbTx, chargedCustomers, [machineId, month, request.customerId])).map(
    (row) => row.customerId,
  );
  const [customerId] = customers;
  if (customerId === undefined) return { outcome: 'not-charged' };
  if (customers.length > 1) return { outcome: 'several-customers', customers };
  await lockPayingAccounts(dbTx, [customerId]);
  const known = await findAdjustment(dbTx, request);
  if (known) return known;
  if (await hasLeft(dbTx, customerId)) return { outcome: 'customer-left' };

  const { paid, owed, charged } = await one(dbTx, hostedMonth, [machineId, month, customerId, coin]);
  const waivable = coin === 'USDT' ? owed : 0n;
  if (amount > paid + waivable) return { outcome: 'more-than-charged', atMost: paid + waivable };
  if (-amount > debitBound(charged)) return { outcome: 'more-than-bound', atMost: debitBound(charged), charged };
  const before = await payingAmounts(dbTx, customerId);
  const waived = amount <= 0n ? 0n : least(amount, waivable);
  const moved = amount > 0n ? amount - waived : 0n;
  if (moved > 0n) {
    const { money: left } = await lockRefundable(dbTx, 'HOSTING_REVENUE', coin);
    if (moved > left) return { outcome: 'more-than-revenue', left };
    await postRefund(dbTx, request, customerId, moved);
  }
  const becameCharge = amount < 0n ? -amount : 0n;
  await keep(dbTx, request, customerId, { moved, waived, becameCharge });
  await payOwed(dbTx, ports, [customerId], now);
  if (becameCharge > 0n) await notifyOwed(dbTx, ports, { range: { first: customerId, last: customerId }, at: now });
  const moves = await movesSince(dbTx, customerId, before);
  return { outcome: 'adjusted', charged, becameCharge, waived, moves, owedAfter: await readOwed(dbTx, customerId) };
}

function auditOf(
  { machineId, month, coin, amount, key, authority, reason, now }: AdjustHostingRequest,
  { becameCharge, waived }: AdjustEffect,
): Audit {
  const detail = { adjusted: 'hosting', month, coin, amount, becameCharge, waived };
  return {
    at: now,
    authority,
    action: 'charge:adjust',
    subject: `machine ${machineId}`,
    reason,
    detail: { ...Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, String(value)])), key },
  };
}

const knownAdjustment = query(
  'electricity.known-hosting-adjustment',
  `select (machine_id, about_date, adjusted, adjusted_coin, adjusted_amount) = ($2, $3, 'hosting', $4, $5) as "isSame"
   from charge_adjustment where key = $1`,
).as<{ isSame: boolean }>();

async function findAdjustment(
  db: Queryable,
  { key, machineId, month, coin, amount }: Correction,
): Promise<AdjustHostingResult | null> {
  const known = await maybeOne(db, knownAdjustment, [key, machineId, month, coin, amount]);
  if (!known) return null;
  return { outcome: known.isSame ? 'already-adjusted' : 'key-used-otherwise' };
}

/** Hosting is never paid from promotional credit: what goes back is the customer's own money. */
async function postRefund(
  dbTx: Transaction,
  { key, machineId, month, coin, amount, now }: Correction,
  customerId: bigint,
  moved: bigint,
): Promise<void> {
  await postTransfer(dbTx, {
    key: `charge-adjust:${key}`,
    input: { machineId, month, coin, amount },
    kind: 'charge-adjust',
    businessDate: businessDate(now),
    postedAt: now,
    postings: [
      {
        from: houseAccount('HOSTING_REVENUE', coin),
        to: customerAccount(customerId, coin === 'USDT' ? 'ELE_ACCOUNT' : 'OUTPUT_ACCOUNT', coin),
        type: 'HOSTING_FEE',
        amount: moved,
        date: miningDate(now),
        sourceId: machineId,
      },
    ],
  });
}

/** Oldest first, after the month's own charge what corrections of it became. */
const waive = query(
  'electricity.waive-hosting',
  `with queued as (
     select id, owed, sum_units(owed) over (order by date, id) - owed as before
     from hosting_charge where machine_id = $1 and month = $2 and customer_id = $3 and owed > 0
   )
   update hosting_charge charge
   set waived = waived + least(queued.owed, $4 - before), owed = charge.owed - least(queued.owed, $4 - before),
     paid_at = case when queued.owed <= $4 - before then $5 else paid_at end
   from queued where charge.id = queued.id and before < $4`,
);

const insertAdjustment = query(
  'electricity.keep-hosting-adjustment',
  `insert into charge_adjustment (key, machine_id, customer_id, machine_no, about_date, date, adjusted, coin, adjusted_coin,
     adjusted_amount, moved, owed, reason, adjusted_at)
   select $1, id, $3, machine_no, $4, $5, 'hosting', coin, $6, $7, $8, 0, $9, $10 from machine where id = $2
   returning id`,
).as<{ id: bigint }>();

const insertCharge = query(
  'electricity.charge-hosting-adjustment',
  `insert into hosting_charge (machine_id, month, customer_id, date, first_day, last_day, days, amount, owed, charged_at, adjustment_id)
   select $1, $2, $3, max(date), $2, max(last_day), 0, $4, $4, $5, $6
   from hosting_charge where machine_id = $1 and month = $2 and customer_id = $3`,
);

async function keep(
  db: Queryable,
  { key, machineId, month, coin, amount, reason, now }: Correction,
  customerId: bigint,
  { moved, waived, becameCharge }: { moved: bigint; waived: bigint; becameCharge: bigint },
): Promise<void> {
  const values = [key, machineId, customerId, month, miningDate(now), coin, amount, moved, reason, now];
  const { id } = await one(db, insertAdjustment, values);
  if (waived > 0n) await execute(db, waive, [machineId, month, customerId, waived, now]);
  if (becameCharge > 0n) await execute(db, insertCharge, [machineId, month, customerId, becameCharge, now, id]);
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);
