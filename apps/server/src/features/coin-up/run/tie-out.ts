import { addDays } from '../../../platform/clock/clock.ts';
import { many, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { dayInterest } from '../interest.ts';
import { type SavingsCoin, savingsCoins } from '../savings-coin.ts';
import type { CoinUpBatchResult } from './batch-result.ts';
import { digestOf } from './digest.ts';
import type { CoinUpInputs } from './inputs.ts';
import type { CustomerRange } from './range.ts';
import type { TieOutLine } from './tie-out-line.ts';
import { tieOutDay, tieOutPrincipal } from './tie-out-sums.ts';
import { tieOutTransit } from './tie-out-transit.ts';

/**
 * Of each position of the range in one coin ($4): what it should have earned, what is kept (coin_up_interest) and what the
 * ledger has (the lines of the batch's transfer, $7), side by side. It shares no way with the run: principal is rolled
 * forward from the day before by the dates of the orders, not read from the position; and an interest is right when
 * amount · 365 · 10^6 + carry is principal · rate + the carry before it, with nothing left to divide. A row that one of
 * them lacks shows nulls.
 */
const evidence = `
  with before as (
    select customer_id, principal, carry from coin_up_interest
    where date = $3::date - 1 and coin = $4 and customer_id between $1 and $2
  ), movement as (
    select customer_id, sum_units(case direction when 'IN' then amount else -amount end) as amount
    from coin_up_order
    where coin = $4 and account = 'COIN_UP_ACCOUNT' and customer_id between $1 and $2 and arrival_date between $6 and $3::date + 1
      and (direction = 'IN' and arrival_date <= $3 or direction = 'OUT' and date between $6 and $3)
    group by customer_id
  ), expected as (
    select customer_id, coalesce(before.principal, 0) + coalesce(movement.amount, 0) as principal, before.carry
    from before full join movement using (customer_id)
  ), kept as (
    select customer_id, principal, amount, carry from coin_up_interest
    where date = $3 and coin = $4 and customer_id between $1 and $2
  ), posted as (
    select ledger.customer_of(credit) as customer_id, sum_units(amount) as amount,
      count(*) = 1 and bool_and(type = 'INTEREST' and date = $3 and debit = ledger.house_id('INTEREST_PAYABLE', $4)
        and ledger.is_customer_account(credit, 'INCOME_ACCOUNT', $4)) as is_right
    from ledger.posting where transfer_id = $7 group by credit
  ), found as (
    select customer_id, coalesce(expected.principal, 0) as principal, expected.carry as carry_yesterday,
      kept.principal as kept_principal, kept.amount, kept.carry, posted.amount as posted, is_right
    from expected full join kept using (customer_id) full join posted using (customer_id)
  ), evidence as (
    select found.*, carry_before,
      kept_principal is not distinct from nullif(found.principal, 0)
        and (posted is null or is_right)
        and case when $8 then coalesce(posted, 0) = coalesce(amount, 0) else posted is null end
        and (kept_principal is null
          or amount * 365000000::numeric + found.carry = found.principal::numeric * $5::bigint + carry_before) as fits
    from found
    left join lateral (
      select carry
      from (
        (select past.date, older.carry
         from coin_up_interest_day past
         cross join lateral (
           select kept.carry from coin_up_interest kept where kept.date = past.date and kept.customer_id = found.customer_id and kept.coin = $4 offset 0
         ) older
         where carry_yesterday is null and past.coin = $4 and past.date < $3 and past.date >= (
           select min(arrival_date) from coin_up_order ordered where ordered.customer_id = found.customer_id and ordered.coin = $4)
         order by past.date desc limit 1)
        union all
        (select last_day, carry from carried_interest elsewhere
         where carry_yesterday is null and elsewhere.customer_id = found.customer_id and elsewhere.coin = $4
         order by month desc limit 1)
      ) kept
      order by date desc limit 1
    ) earlier on true
    cross join lateral (select coalesce(carry_yesterday, earlier.carry, 0) as carry_before) carried
  )`;

const sums = query(
  'coin-up.tie-out',
  `${evidence}
   select coalesce(sum_units(amount), 0) as kept, coalesce(sum_units(posted), 0) as posted,
     count(*) filter (where fits is not true)::int as misfits
   from evidence`,
).as<{ kept: bigint; posted: bigint; misfits: number }>();

interface Culprit {
  customerId: bigint;
  principal: bigint;
  carryBefore: bigint;
  amount: bigint | null;
  carry: bigint | null;
  posted: bigint | null;
}

const culprits = query(
  'coin-up.tie-out-culprits',
  `${evidence}
   select customer_id as "customerId", principal, carry_before as "carryBefore", amount, carry, posted
   from evidence where fits is not true order by customer_id limit 20`,
).as<Culprit>();

interface Payment {
  coin: SavingsCoin;
  amount: bigint;
  transferId: bigint | null;
  isPaid: boolean;
}

const paid = query(
  'coin-up.tie-out-paid',
  `select coin, amount, transfer_id as "transferId", paid_at is not null as "isPaid"
   from coin_up_interest_batch where date = $1 and first_customer = $2 and last_customer = $3`,
).as<Payment>();

interface RunOfBatch {
  date: string;
  range: CustomerRange;
  inputs: CoinUpInputs;
  posted: CoinUpBatchResult;
}

/** The run of one batch, computed again from dates, rates and the day before. */
export async function tieOutRun(
  db: Queryable,
  run: RunOfBatch,
): Promise<{ lines: TieOutLine[]; differences: string[]; digest: string }> {
  const { date, range, inputs, posted } = run;
  const payments = await many(db, paid, [date, range.first, range.last]);
  const lines: TieOutLine[] = [];
  const differences: string[] = [];
  for (const coin of savingsCoins) {
    const payment = payments.find((one) => one.coin === coin) ?? { coin, amount: 0n, transferId: null, isPaid: false };
    const interest = await tieOutInterest(db, run, payment);
    lines.push(interest.line);
    differences.push(...interest.differences);
  }
  differences.push(...(await tieOutDay(db, run)), ...(await tieOutPrincipal(db, range)));
  const until = addDays(date, 1);
  const since = inputs.isFirst ? '-infinity' : until;
  const transit = await tieOutTransit(db, { since, until, date, range, transferId: posted.arrivalTransfer });
  const { digest, changed } = await digestOf(db, date, range, posted.arrivalTransfer);
  if (changed !== null) differences.push(`the lines of transfer ${changed} are not those that were posted`);
  return {
    lines: [...lines, ...transit.lines],
    differences: [...differences, ...transit.differences],
    digest: digest.toString('hex'),
  };
}

async function tieOutInterest(
  db: Queryable,
  { date, range, inputs }: RunOfBatch,
  { coin, amount, transferId, isPaid }: Payment,
): Promise<{ line: TieOutLine; differences: string[] }> {
  // The first run finds all that was subscribed before it; any other one what is new since the day before.
  const since = inputs.isFirst ? '-infinity' : date;
  const rate = inputs.ratesPpm[coin];
  const values = [range.first, range.last, date, coin, rate, since, transferId, isPaid];
  const { kept, posted, misfits } = await one(db, sums, values);
  const wrong = misfits === 0 ? [] : await many(db, culprits, values);
  return {
    // Owed interest has no posting yet: that is no difference.
    line: { name: isPaid ? 'interest' : 'interest owed', coin, expected: kept, posted: isPaid ? posted : kept },
    differences: [
      ...wrong.map((culprit) => inWords(culprit, { date, coin, rate })),
      ...(amount === kept
        ? []
        : [
            `the batch of customers ${range.first} to ${range.last} in ${coin} says ${amount}, its positions earned ${kept}`,
          ]),
    ],
  };
}

function inWords(culprit: Culprit, { date, coin, rate }: { date: string; coin: SavingsCoin; rate: number }): string {
  const { customerId, principal, carryBefore, amount, carry, posted } = culprit;
  const expected = dayInterest(principal, rate, carryBefore);
  return `interest of customer ${customerId} in ${coin} on ${date}: expected ${expected.amount} and ${expected.carry} left, kept ${
    amount ?? 'none'
  } and ${carry ?? 'none'}, posted ${posted ?? 'none'}`;
}
