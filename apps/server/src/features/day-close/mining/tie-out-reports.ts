import type { Coin } from '@lode/money';
import { type DbTx, many, statement } from '../../../platform/db/database.ts';
import type { CustomerRange, TieOut } from '../close-kind.ts';

interface ReportedOutput {
  name: string;
  coin: Coin;
  expected: bigint | null;
  kept: bigint | null;
  posted: bigint | null;
}

/** What the pool reported, beside what is kept and what the ledger has: every coin but BTC. */
const reported = statement<ReportedOutput>(
  'day-close.tie-out-reports',
  `with expected as (
     select report.machine_id, coin, customer_id, gross - pool_fee as net
     from pool_report report join (select id, customer_id from machine where customer_id between $1 and $2) machine on id = machine_id
     where date = $3
   ),
   kept as (
     select machine_id, coin, net from machine_output where customer_id between $1 and $2 and date = $3 and coin <> 'BTC'
   ),
   posted as (
     select source_id, ledger.coin_of(debit) as coin, sum_units(amount) as amount, min(credit / 100) as customer_id
     from ledger.posting where transfer_id = $4 and abs(debit) % 10 <> ledger.coin_number('BTC')
     group by source_id, ledger.coin_of(debit)
   )
   select coalesce(machine_no, 'id ' || machine_id) as name, coin, expected.net as expected, kept.net as kept,
     case when expected.customer_id is null or expected.customer_id = posted.customer_id then posted.amount end as posted
   from expected
   full join kept using (machine_id, coin)
   full join (select source_id as machine_id, coin, amount, customer_id from posted) posted using (machine_id, coin)
   left join (select id, machine_no from machine) named on named.id = machine_id`,
);

/** Outputs that the pool reported: one row each, there are few. */
export async function tieOutReports(
  dbTx: DbTx,
  { date, range, transferId }: { date: string; range: CustomerRange; transferId: string | null },
): Promise<Omit<TieOut, 'digest'>> {
  const rows = await many(dbTx, reported, [range.first, range.last, date, transferId]);
  const sum = (coin: Coin, amount: (row: ReportedOutput) => bigint | null) =>
    rows.filter((row) => row.coin === coin).reduce((all, row) => all + (amount(row) ?? 0n), 0n);
  return {
    lines: [...new Set(rows.map(({ coin }) => coin))].map((coin) => ({
      name: 'outputs',
      coin,
      expected: sum(coin, ({ expected }) => expected),
      posted: sum(coin, ({ posted }) => posted),
    })),
    differences: rows
      .filter(({ expected, kept, posted }) => expected === null || kept !== expected || (posted ?? 0n) !== expected)
      .map(
        ({ name, coin, expected, kept, posted }) =>
          `${coin} output of machine ${name} on ${date}: expected ${expected ?? 'none'}, kept ${kept ?? 'none'}, posted ${posted ?? 'none'}`,
      ),
  };
}
