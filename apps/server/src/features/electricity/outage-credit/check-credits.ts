import type { BookCheck, Difference } from '@lode/ledger';
import { limited, listed } from '../../../platform/books/limited.ts';
import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { CustomerRange } from '../collect.ts';
import { dueAmounts, dueByCustomer } from './corrections.ts';
import type { OutageCredit } from './credit.store.ts';
import { type DueRow, readDays, readDue } from './due.store.ts';
import { type Omission, readOmissions } from './omissions.store.ts';
import { firstDayOf, lastDayOf } from './window-days.ts';

/** Each credit is its audit line, its corrections are lines of its batches' transfers and what could not be taken is a charge at its day's price. */
const documents = query(
  'electricity.check-outage-credits',
  limited(`
  with correction as (
    select adjustment.*, credit.reason as credit_reason, batch.transfer_id, batch.finished_at, batch.batch,
      ledger.account_id(customer_id, case adjusted_coin when 'USDT' then 'ELE_ACCOUNT' else 'OUTPUT_ACCOUNT' end, adjusted_coin) as wallet,
      ledger.house_id(case adjusted when 'output' then 'MINING_RECEIVABLE' else 'ELECTRICITY_REVENUE' end, adjusted_coin) as house
    from charge_adjustment adjustment
    left join outage_credit credit on credit.id = outage_credit_id
    left join outage_credit_batch batch on batch.credit_id = outage_credit_id and customer_id between first_customer and last_customer
    where outage_credit_id is not null
  ), kept as (
    select outage_credit_id, transfer_id, machine_id, case when moved > 0 then house else wallet end as debit, case when moved > 0 then wallet else house end as credit,
      case adjusted when 'output' then 'ADJUST_OUTPUT' else 'ADJUST_ELE' end as type, date, adjusted_at, sum_units(abs(moved)) as amount
    from correction where moved <> 0 group by 1, 2, 3, 4, 5, 6, 7, 8
  ), posted as (
    select transfer.id as transfer_id, posting.source_id as machine_id, debit::bigint, credit::bigint, type::text, posting.date, posted_at as adjusted_at,
      sum_units(amount::bigint) as amount
    from ledger.transfer left join ledger.posting on posting.transfer_id = transfer.id where kind = 'outage-credit' group by 1, 2, 3, 4, 5, 6, 7
  )
  select 'an outage credit is posted' as "check", concat_ws(' ', 'outage credit ' || outage_credit_id, 'transfer', transfer_id, 'machine', machine_id) as subject,
    coalesce(concat_ws(' ', kept.amount, debit, 'to', credit, type, date), 'none') as expected,
    coalesce(concat_ws(' ', posted.amount, debit, 'to', credit, type, date), 'none') as found
  from kept full join posted using (transfer_id, machine_id, debit, credit, type, date, adjusted_at)
  where kept.amount is distinct from posted.amount
  union all
  select 'the transfer of an outage credit is of its batch', concat_ws(' ', 'outage credit ' || credit_id, 'transfer', coalesce(transfer.id, transfer_id)), coalesce(concat_ws(':', 'outage-credit', credit_id, batch), 'a batch'),
    coalesce(transfer.key, 'none')
  from (select * from ledger.transfer where kind = 'outage-credit') transfer
  full join (select * from outage_credit_batch where transfer_id is not null) batch on batch.transfer_id = transfer.id
  where (transfer.key, transfer.posted_at) is distinct from (concat_ws(':', 'outage-credit', credit_id, batch), finished_at)
  union all
  select 'a correction of an outage is of its credit', concat_ws(' ', 'outage credit', outage_credit_id, 'correction', id),
    concat_ws(' ', 'outage', outage_credit_id, machine_id, about_date, adjusted, adjusted_coin, finished_at, credit_reason), concat_ws(' ', key, adjusted_at, reason)
  from correction
  where key <> concat_ws(':', 'outage', outage_credit_id, machine_id, about_date, adjusted, adjusted_coin) or reason <> credit_reason
    or adjusted_at is distinct from finished_at or date <> (adjusted_at at time zone 'UTC')::date
  union all
  select 'what an outage credit could not take back is a charge', 'correction ' || correction.id,
    div((moved - adjusted_amount) * price.usdt::numeric, 100000000)::text, amount::text
  from correction left join reference_price price on price.coin = adjusted_coin and price.date = about_date
  where case when adjusted = 'output' and adjusted_amount < moved then amount is distinct from div((moved - adjusted_amount) * price.usdt::numeric, 100000000)
    else amount <> 0 or adjusted = 'output' and adjusted_amount > 0 end
  union all
  select 'an outage credit is audited', 'outage credit ' || coalesce(credit.id::text, detail ->> 'credit'),
    coalesce(concat_ws(' ', audit_log.subject, detail ->> 'from', detail ->> 'to', detail ->> 'keepsOutput'), 'none'),
    coalesce(concat_ws(' ', coalesce('site ' || site.name, 'machine ' || machine_id), from_at, to_at, keeps_output), 'none')
  from outage_credit credit
  left join site on site.id = site_id
  full join (
    select audit_log.*, 'staff:' || proposer.name as proposer, 'staff:' || approver.name as approver from audit_log
    left join staff proposer on proposer.id = staff_id left join staff approver on approver.id = approved_by where action = 'outage:credit'
  ) audit_log on detail ->> 'credit' = credit.id::text
  where (audit_log.subject, (detail ->> 'from')::timestamptz, (detail ->> 'to')::timestamptz, detail ->> 'keepsOutput', audit_log.at, audit_log.reason, proposer, approver)
    is distinct from (coalesce('site ' || site.name, 'machine ' || machine_id), from_at, to_at, keeps_output::text, credited_at, credit.reason, proposed_by,
      credit.approved_by)
  union all
  select 'a finished outage credit has no batch left', 'outage credit ' || credit.id, coalesce(credit.finished_at::text, 'open'), 'batch ' || batch
  from outage_credit credit join outage_credit_batch batch on credit_id = credit.id
  where credit.finished_at is not null and batch.finished_at is null
  union all
  select 'an outage credit omits customers who had left', concat_ws(' ', 'outage credit', omission.credit_id, 'customer', customer_id),
    'a departure and a finished batch', concat_ws(', ', 'left at ' || left_at, 'finished at ' || batch.finished_at)
  from outage_credit_omission omission
  left join customer_departure using (customer_id)
  left join outage_credit_batch batch on batch.credit_id = omission.credit_id and customer_id between first_customer and last_customer
  where left_at is null or batch.finished_at is null
  union all
  select 'a coin that an outage credit gives back moves whole', concat_ws(' ', 'outage credit', outage_credit_id, 'machine', machine_id, 'correction', id),
    adjusted_amount::text, moved::text
  from correction where adjusted = 'electricity' and adjusted_coin <> 'USDT' and moved <> adjusted_amount
  union all
  select 'a correction of an outage names its machine', 'correction ' || correction.id, concat_ws(' ', machine.machine_no, machine.coin),
    concat_ws(' ', correction.machine_no, correction.coin)
  from correction left join machine on machine.id = machine_id
  where (machine.machine_no, machine.coin) is distinct from (correction.machine_no, correction.coin)`),
).as<Difference>();

const finished = query(
  'electricity.finished-outage-batches',
  `select credit.id, site_id as "siteId", machine_id as "machineId", from_at as from, to_at as to, keeps_output as "keepsOutput", reason,
     credit.finished_at as "finishedAt", first_customer as first, last_customer as last
   from outage_credit_batch join outage_credit credit on credit.id = credit_id
   where outage_credit_batch.finished_at is not null order by credit.id, batch`,
).as<OutageCredit & CustomerRange>();

interface Kept {
  machineId: bigint;
  date: string;
  /** Micro-USDT of the USDT row, what of it moved and what of that is promotional; of coins at the price of the day rounded up, and their number. */
  usdt: bigint;
  prepaid: bigint;
  promotion: bigint;
  coinValue: bigint;
  coins: number;
  /** Satoshis, below zero; null: no row. */
  output: bigint | null;
  electricityRows: number;
}

const keptRows = query(
  'electricity.kept-outage-corrections',
  `select machine_id as "machineId", about_date as date,
     coalesce(sum(adjusted_amount) filter (where adjusted = 'electricity' and adjusted_coin = 'USDT'), 0)::bigint as usdt,
     coalesce(sum(moved) filter (where adjusted = 'electricity' and adjusted_coin = 'USDT'), 0)::bigint as prepaid,
     coalesce(sum(moved_promotion), 0)::bigint as promotion,
     coalesce(sum(ceil(adjusted_amount * price.usdt::numeric / 100000000)) filter (where adjusted = 'electricity' and adjusted_coin <> 'USDT'), 0)::bigint as "coinValue",
     (count(*) filter (where adjusted = 'electricity' and adjusted_coin <> 'USDT'))::int as coins,
     sum(adjusted_amount) filter (where adjusted = 'output')::bigint as output,
     (count(*) filter (where adjusted = 'electricity'))::int as "electricityRows"
   from charge_adjustment left join reference_price price on price.coin = adjusted_coin and price.date = about_date
   where outage_credit_id = $1 and customer_id between $2 and $3 group by machine_id, about_date`,
).as<Kept>();

const check = 'an outage credit is what the days would have been less';

/** Documents and postings; then every credit is computed again from what its days were computed from, a batch at a time. */
export const checkOutageCredits: BookCheck = async (db) => {
  const differences = [...(await many(db, documents))];
  let count = 0;
  for (const batch of await many(db, finished))
    for (const difference of await recompute(db, batch)) {
      count += 1;
      if (count <= listed) differences.push(difference);
    }
  if (count > listed)
    differences.push({ check, subject: 'outage credits', expected: '0', found: `${count} differences`, coin: null });
  return differences;
};

async function recompute(db: Queryable, credit: OutageCredit & CustomerRange): Promise<Difference[]> {
  const { id, first, last, keepsOutput } = credit;
  const days = await readDays(db, firstDayOf(credit), lastDayOf(credit));
  const networks = new Map(days.map(({ date, network }) => [date, network]));
  const rows = await readDue(db, { first, last, window: credit, keepsOutput, days, creditId: id });
  const keyOf = (row: { machineId: bigint; date: string }) => `${row.machineId} ${row.date}`;
  const omitted = new Map((await readOmissions(db, id, credit)).map((row) => [row.customerId, row]));
  const kept = new Map((await many(db, keptRows, [id, first, last])).map((row) => [keyOf(row), row]));
  const left = rows.filter(({ customerId }) => omitted.has(customerId));
  const others = rows.filter(({ customerId }) => !omitted.has(customerId));
  const wrongOmissions = dueByCustomer(
    left.map((row) => ({ row, ...dueAmounts(row, networks.get(row.date) ?? null) })),
  ).flatMap((due) => {
    const found = omitted.get(due.customerId);
    omitted.delete(due.customerId);
    return found?.electricity === due.electricity && found.output === due.output ? [] : [namedOmission(id, due, found)];
  });
  const none = [...omitted.values()].map((row) => namedOmission(id, { ...row, electricity: 0n, output: 0n }, row));
  const wrong = others.flatMap((row) => {
    const found = kept.get(keyOf(row));
    kept.delete(keyOf(row));
    // Corrections by hand that came later change nothing of what was due.
    const due = dueAmounts(
      { ...row, isElectricityByHand: false, isOutputByHand: false },
      networks.get(row.date) ?? null,
    );
    const isRight = isElectricityRight(row, due.electricity, found) && isOutputRight(row, due.output, found);
    return isRight ? [] : [named(id, row, `${due.electricity} micro-USDT, ${-due.output} satoshis`, found)];
  });
  return [...wrong, ...wrongOmissions, ...none, ...[...kept.values()].map((row) => named(id, row, 'nothing', row))];
}

function namedOmission(id: bigint, due: Omission, found: Omission | undefined): Difference {
  const inWords = ({ electricity, output }: Omission) => `${electricity} micro-USDT, ${output} satoshis`;
  return {
    check: 'an outage credit omits what a customer who has left would have received',
    subject: `outage credit ${id}, customer ${due.customerId}`,
    expected: inWords(due),
    found: found ? inWords(found) : 'nothing',
    coin: null,
  };
}

function isElectricityRight(row: DueRow, due: bigint, found: Kept | undefined): boolean {
  const isGiven = found !== undefined && found.electricityRows > 0;
  if (!isGiven && row.isElectricityByHand) return true;
  const { usdt, coinValue, coins } = isGiven ? found : { usdt: 0n, coinValue: 0n, coins: 0 };
  const difference = usdt + coinValue - due;
  const inCoins = row.paidBtc + row.paidEth + row.paidDoge;
  const own = row.paid - row.paidPromotion;
  // Prepaid money goes back after all coins, promotional credit after all own money; what has gone back does not come again.
  // Corrections by hand that came later gave back what other charges of the day paid, too: what is left of this one tells nothing then.
  const isInOrder =
    row.isElectricityByHand ||
    (own >= 0n && (!isGiven || ((found.prepaid === 0n || inCoins === 0n) && (found.promotion === 0n || own === 0n))));
  // Each coin is rounded in the customer's favour, as its payment was; so it gives back at most what it paid, which may be worth less.
  const isAllBack = row.isPaidInCoins && inCoins === 0n;
  const least = isAllBack ? BigInt(Math.max(coins, 1)) * mostOfRounding : BigInt(coins);
  return isInOrder && difference >= -least && difference <= BigInt(coins) * mostOfRounding;
}

/** Micro-USDT that a minor unit of a coin is worth at most: it is the most that rounding gives. */
const mostOfRounding = 10_000n;

function isOutputRight(row: DueRow, due: bigint, found: Kept | undefined): boolean {
  if (found === undefined || found.output === null) return due === 0n || row.isOutputByHand;
  return found.output === -due;
}

function named(
  id: bigint,
  { machineId, date }: { machineId: bigint; date: string },
  expected: string,
  found: Kept | undefined,
): Difference {
  const subject = `outage credit ${id}, machine ${machineId} on ${date}`;
  return {
    check,
    subject,
    expected,
    found: found ? `${found.usdt + found.coinValue} micro-USDT, ${found.output ?? 0n} satoshis` : 'nothing',
    coin: null,
  };
}
