import type { Coin } from '@lode/money';
import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { CustomerRange, TieOut } from '../close-kind.ts';

interface ReportedOutput {
  name: string;
  coin: Coin;
  expected: bigint | null;
  kept: bigint | null;
  posted: bigint | null;
  isRight: boolean;
}

/** What the pool reported, beside what is kept and what the ledger has: every coin but BTC. */
const reported = query(
  'day-close.tie-out-reports',
  `with expected as (
     select report.machine_id, coin, owner.customer_id, gross - pool_fee as net
     from pool_report report cross join lateral (
       select customer_id from machine_terms begun where begun.machine_id = report.machine_id and effective_from <= $3
       order by effective_from desc limit 1
     ) owner
     where date = $3 and customer_id between $1 and $2
   ),
   kept as (
     select machine_id, coin, customer_id, net from machine_output where customer_id between $1 and $2 and date = $3 and coin <> 'BTC'
   ),
   posted as (
     select source_id as machine_id, ledger.coin_of(debit) as coin, amount, credit,
       debit = ledger.house_id('MINING_RECEIVABLE', ledger.coin_of(debit)) and type = 'MINING_OUTPUT' and date = $3 as is_right
     from ledger.posting where transfer_id = $4 and not ledger.is_in_coin(debit, 'BTC')
   )
   select coalesce((select machine_no from machine where id = machine_id), 'id ' || machine_id) as name, coin, expected.net as expected, kept.net as kept, posted.amount as posted,
     (kept.customer_id is null or kept.customer_id = expected.customer_id)
       and (credit is null or (is_right and credit = ledger.account_id(expected.customer_id, 'OUTPUT_ACCOUNT', coin)))
       and count(*) over (partition by machine_id, coin) = 1 as "isRight"
   from expected
   full join kept using (machine_id, coin)
   full join posted using (machine_id, coin)`,
).as<ReportedOutput>();

/** Outputs that the pool reported: one row each, there are few. */
export async function tieOutReports(
  db: Queryable,
  { date, range, transferId }: { date: string; range: CustomerRange; transferId: string | null },
): Promise<Omit<TieOut, 'digest'>> {
  const rows = await many(db, reported, [range.first, range.last, date, transferId]);
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
      .filter(
        ({ expected, kept, posted, isRight }) =>
          expected === null || kept !== expected || (posted ?? 0n) !== expected || !isRight,
      )
      .map(
        ({ name, coin, expected, kept, posted, isRight }) =>
          `${coin} output of machine ${name} on ${date}: expected ${expected ?? 'none'}, kept ${kept ?? 'none'}, posted ${posted ?? 'none'}${isRight ? '' : ', not by one right line'}`,
      ),
  };
}
