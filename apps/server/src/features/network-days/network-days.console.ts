import type { NetworkDaySource } from '@lode/contract/record-states';
import { fppsOutput } from '@lode/mining';
import { divFloor, formatAmount, formatDecimal } from '@lode/money';
import { addDays, isCalendarDate } from '../../platform/clock/clock.ts';
import { many, maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { ConsolePart } from '../../platform/http/console/console-context.ts';
import { badInput, notFound } from '../../platform/http/refusal.ts';

const ratesOfDays = 30;
const rateScale = 8;

const evidence = query(
  'network-days.evidence',
  `select blocks, subsidy_sum as "subsidySum", fee_sum as "feeSum", epochs, source, created_at as "recordedAt",
     first_height as "firstHeight", first_hash as "firstHash", last_height as "lastHeight", last_hash as "lastHash",
     coalesce(
       (select sum_units(net) from machine_output o where o.coin = $1 and o.date = $2 and $2 <= last_closed_day('mining')),
       (select net from carried_output_day o where o.coin = $1 and o.date = $2)) as output
   from network_day where coin = $1 and date = $2`,
).as<{
  blocks: number;
  subsidySum: bigint;
  feeSum: bigint;
  epochs: { difficulty: string; seconds: number }[];
  source: NetworkDaySource;
  recordedAt: Date;
  firstHeight: number | null;
  firstHash: string | null;
  lastHeight: number | null;
  lastHash: string | null;
  output: bigint | null;
}>();

const sums = query(
  'network-days.sums',
  `select subsidy_sum as "subsidySum", fee_sum as "feeSum" from network_day where coin = $1 and date between $2 and $3`,
).as<{ subsidySum: bigint; feeSum: bigint }>();

const payment = query(
  'network-days.payment',
  `select p.from_date::text as from, p.to_date::text as to, p.paid, p.expected, p.variance_reason as reason
   from pool_payment_day d join pool_payment p on p.id = d.payment_id where d.coin = $1 and d.date = $2 and not d.undone`,
).as<{ from: string; to: string; paid: bigint; expected: bigint; reason: string | null }>();

/** A network day with the evidence that outputs are computed from, as the console shows it. */
export function networkDaysConsole(staffReads: Queryable): ConsolePart<'networkDay'> {
  return {
    async networkDay(_context, { coin, date }) {
      if (!isCalendarDate(date)) return badInput('date');
      const [day, window, paid] = await Promise.all([
        maybeOne(staffReads, evidence, [coin, date]),
        many(staffReads, sums, [coin, addDays(date, 1 - ratesOfDays), date]),
        maybeOne(staffReads, payment, [coin, date]),
      ]);
      if (day === null) return notFound();
      const { blocks, epochs, source, recordedAt, firstHeight, firstHash, lastHeight, lastHash, output } = day;
      const [subsidySum, feeSum] = [formatAmount(day.subsidySum, coin), formatAmount(day.feeSum, coin)];
      const rates = window.map(rateOf).toSorted((a, b) => Number(a - b));
      const perPetahash = fppsOutput({ hashrate: '1000', epochs, blocks, subsidySum, feeSum, poolFeeRate: '0' }).gross;
      return {
        coin,
        date,
        source,
        recordedAt: recordedAt.toISOString(),
        blocks,
        subsidySum,
        feeSum,
        feeRate: inDecimals(rateOf(day)),
        feeRates: { lowest: inDecimals(rates.at(0) ?? 0n), highest: inDecimals(rates.at(-1) ?? 0n) },
        perPetahash: formatAmount(perPetahash, coin),
        epochs,
        first: firstHeight === null || firstHash === null ? null : { height: firstHeight, hash: firstHash },
        last: lastHeight === null || lastHash === null ? null : { height: lastHeight, hash: lastHash },
        output: output === null ? null : formatAmount(output, coin),
        payment: paid && {
          from: paid.from,
          to: paid.to,
          paid: formatAmount(paid.paid, coin),
          expected: formatAmount(paid.expected, coin),
          difference: formatAmount(paid.paid - paid.expected, coin),
          reason: paid.reason,
        },
      };
    },
  };
}

/** (subsidies + fees) / subsidies, scaled. */
function rateOf({ subsidySum, feeSum }: { subsidySum: bigint; feeSum: bigint }): bigint {
  return divFloor((subsidySum + feeSum) * 10n ** BigInt(rateScale), subsidySum);
}

const inDecimals = (rate: bigint): string => formatDecimal(rate, rateScale);
