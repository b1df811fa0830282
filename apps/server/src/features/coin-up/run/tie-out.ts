import { addDays } from '../../../platform/clock/clock.ts';
import { type DbTx, many, statement } from '../../../platform/db/database.ts';
import { dayInterest } from '../interest.ts';
import { type SavingsCoin, savingsCoins } from '../savings-coin.ts';
import { digestOf } from './digest.ts';
import type { CoinUpInputs } from './inputs.ts';
import type { CustomerRange } from './range.ts';
import type { CoinUpSettled } from './settled.ts';
import { tieOutTransit } from './tie-out-transit.ts';

/** A figure that was computed from the inputs, beside what the ledger has. */
export interface TieOutLine {
  name: string;
  coin: SavingsCoin;
  expected: bigint;
  posted: bigint;
}

/**
 * Of each position of the range: what it should have earned, what is kept (coin_up_interest) and what the ledger has (the
 * lines of the batch's transfers), side by side. It shares no way with the run: principal is rolled forward from the day
 * before by the dates of the orders, not read from the position; and an interest is right when amount · 365 · 10^6 + carry
 * is principal · rate + the carry before it, with nothing left to divide. A row that one of them lacks shows nulls.
 */
const evidence = `
  with before as (
    select customer_id, coin, principal, carry from coin_up_interest
    where date = $3::date - 1 and customer_id between $1 and $2
  ), movement as (
    select customer_id, coin, sum_units(case direction when 'IN' then amount else -amount end) as amount
    from coin_up_order
    where account = 'COIN_UP_ACCOUNT' and customer_id between $1 and $2 and arrival_date between $6 and $3::date + 1
      and (direction = 'IN' and arrival_date <= $3 or direction = 'OUT' and date between $6 and $3)
    group by customer_id, coin
  ), expected as (
    select customer_id, coin, coalesce(before.principal, 0) + coalesce(movement.amount, 0) as principal,
      before.carry
    from before full join movement using (customer_id, coin)
  ), kept as (
    select customer_id, coin, principal, amount, carry from coin_up_interest
    where date = $3 and customer_id between $1 and $2
  ), posted as (
    select credit / 100 as customer_id, ledger.coin_of(credit) as coin, sum_units(amount) as amount, count(*) as lines,
      bool_and(type = 'INTEREST' and date = $3 and debit = ledger.house_id('INTEREST_FUND', ledger.coin_of(credit))
        and credit = ledger.account_id(credit / 100, 'INCOME_ACCOUNT', ledger.coin_of(credit))) as is_right
    from ledger.posting
    where transfer_id in (
      select transfer_id from coin_up_interest_batch where date = $3 and first_customer = $1 and last_customer = $2)
    group by 1, 2
  ), paid as (
    select coin, paid_at is not null as is_paid
    from coin_up_interest_batch where date = $3 and first_customer = $1 and last_customer = $2
  ), evidence as (
    select customer_id, coin, coalesce(expected.principal, 0) as principal,
      coalesce(expected.carry, earlier.carry, 0) as carry_before, kept.amount, kept.carry, posted.amount as posted, is_paid,
      kept.principal is not distinct from nullif(expected.principal, 0)
        and (posted.amount is null or lines = 1 and is_right)
        and (is_paid or posted.amount is null)
        and (not is_paid or coalesce(kept.amount, 0) = coalesce(posted.amount, 0))
        and coalesce(kept.amount, 0) * 365000000::numeric + coalesce(kept.carry, 0)
          = coalesce(expected.principal, 0) * ppm::numeric
            + case when kept.principal is null then 0 else coalesce(expected.carry, earlier.carry, 0) end
        as fits
    from expected
    full join kept using (customer_id, coin)
    full join posted using (customer_id, coin)
    left join paid using (coin)
    left join unnest($4::text[], $5::bigint[]) rate (coin, ppm) using (coin)
    left join lateral (
      select older.carry from coin_up_interest older
      where older.customer_id = coalesce(expected.customer_id, kept.customer_id, posted.customer_id)
        and older.coin = coalesce(expected.coin, kept.coin, posted.coin) and older.date < $3
      order by older.date desc limit 1
    ) earlier on expected.carry is null
  )`;

const sums = statement<{ coin: SavingsCoin; isPaid: boolean; kept: bigint; posted: bigint; misfits: number }>(
  'coin-up.tie-out',
  `${evidence}
   select coin, coalesce(bool_or(is_paid), false) as "isPaid", coalesce(sum_units(amount), 0) as kept,
     coalesce(sum_units(posted), 0) as posted, count(*) filter (where fits is not true)::int as misfits
   from evidence group by coin order by coin`,
);

interface Culprit {
  customerId: bigint;
  coin: SavingsCoin;
  principal: bigint;
  carryBefore: bigint;
  amount: bigint | null;
  carry: bigint | null;
  posted: bigint | null;
}

const culprits = statement<Culprit>(
  'coin-up.tie-out-culprits',
  `${evidence}
   select customer_id as "customerId", coin, principal::bigint, carry_before as "carryBefore", amount, carry, posted
   from evidence where fits is not true order by customer_id, coin limit 20`,
);

/** The run of one batch, computed again from dates, rates and the day before. */
export async function tieOutRun(
  dbTx: DbTx,
  {
    date,
    range,
    inputs,
    settled,
  }: { date: string; range: CustomerRange; inputs: CoinUpInputs; settled: CoinUpSettled },
): Promise<{ lines: TieOutLine[]; differences: string[]; digest: string }> {
  const rates = [Object.keys(inputs.ratesPpm), Object.values(inputs.ratesPpm)];
  // The first run finds all that was subscribed before it; any other one what is new since the day before.
  const since = inputs.isFirst ? '-infinity' : date;
  const values = [range.first, range.last, date, ...rates, since];
  const found = await many(dbTx, sums, values);
  const differences: string[] = [];
  if (found.some(({ misfits }) => misfits > 0)) {
    for (const culprit of await many(dbTx, culprits, values)) differences.push(inWords(culprit, date, inputs));
  }
  const lines = savingsCoins.map((coin): TieOutLine => {
    const { kept = 0n, posted = 0n, isPaid = true } = found.find((one) => one.coin === coin) ?? {};
    // What is owed has no posting yet: it is told as what it is, not as a difference.
    return { name: isPaid ? 'interest' : 'interest owed', coin, expected: kept, posted: isPaid ? posted : kept };
  });
  const transit = await tieOutTransit(dbTx, {
    until: addDays(date, 1),
    date,
    range,
    transferId: settled.arrivalTransfer,
  });
  const { digest, changed } = await digestOf(dbTx, date, range, settled.arrivalTransfer);
  if (changed !== null) differences.push(`the lines of transfer ${changed} are not those that were posted`);
  return {
    lines: [...lines, ...transit.lines],
    differences: [...differences, ...transit.differences],
    digest: digest.toString('hex'),
  };
}

function inWords(culprit: Culprit, date: string, { ratesPpm }: CoinUpInputs): string {
  const { customerId, coin, principal, carryBefore, amount, carry, posted } = culprit;
  const expected = dayInterest(principal, ratesPpm[coin], carryBefore);
  return `interest of customer ${customerId} in ${coin} on ${date}: expected ${expected.amount} and ${expected.carry} left, kept ${
    amount ?? 'none'
  } and ${carry ?? 'none'}, posted ${posted ?? 'none'}`;
}
