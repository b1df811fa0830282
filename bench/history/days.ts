import { customerAccount, houseAccount } from '@lode/ledger';
import type { Database } from '../../apps/server/src/platform/db/database.ts';

const firstCustomer = 10_001;
const perBatch = 5000;

const output = (customer: number) => customerAccount(BigInt(customer), 'OUTPUT_ACCOUNT', 'BTC');
const ele = (customer: number) => customerAccount(BigInt(customer), 'ELE_ACCOUNT', 'USDT');

interface Line {
  from: bigint;
  to: bigint;
  type: string;
  amount: bigint;
}

let posted = 0;

async function post(database: Database, lines: readonly Line[]): Promise<void> {
  const fill = (value: unknown) => lines.map(() => value);
  await database.query({
    text: `select ledger.post_batch($1, sha256(convert_to($1, 'UTF8')), 'bench', '2026-12-02', now(), $2::bigint[], $3::bigint[],
      $4::ledger.posting_type[], $5::bigint[], $6::date[], $7::bigint[])`,
    values: [
      `bench:${++posted}`,
      lines.map(({ from }) => from),
      lines.map(({ to }) => to),
      lines.map(({ type }) => type),
      lines.map(({ amount }) => amount),
      fill('2026-12-02'),
      lines.map((_line, index) => index),
    ],
  });
}

async function postFor(database: Database, customers: number, linesOf: (customer: number) => Line[]): Promise<void> {
  for (let first = 0; first < customers; first += perBatch) {
    const batch = Array.from({ length: Math.min(perBatch, customers - first) }, (_, i) => firstCustomer + first + i);
    await post(database, batch.flatMap(linesOf));
  }
}

/** Everybody has enough for many days. */
export function openAccounts(database: Database, customers: number): Promise<void> {
  const cash = houseAccount('CASH', 'USDT');
  return postFor(database, customers, (customer) => [
    { from: cash, to: ele(customer), type: 'ELE_RECHARGE', amount: 10n ** 12n },
  ]);
}

/** An output and a charge of each customer. */
export function dayOfPostings(database: Database, customers: number): Promise<void> {
  const receivable = houseAccount('MINING_RECEIVABLE', 'BTC');
  const revenue = houseAccount('ELECTRICITY_REVENUE', 'USDT');
  return postFor(database, customers, (customer) => [
    { from: receivable, to: output(customer), type: 'MINING_OUTPUT', amount: 1234n },
    { from: ele(customer), to: revenue, type: 'ELE_CONSUME_USDT', amount: 2_370_000n },
  ]);
}

/**
 * Rows as days before would have left them, for their number and their indexes; they count in no balance. Written past the functions, by the owner
 * of the tables, into the month that is open.
 */
export async function fillHistory(
  owner: Database,
  { rows, customers, month }: { rows: number; customers: number; month: number },
): Promise<void> {
  if (rows === 0) return;
  await owner.transaction(async (dbTx) => {
    await dbTx.query({ text: 'set local search_path = ledger, pg_temp' });
    await dbTx.query({
      text: `insert into transfer (key, input_hash, kind, business_date, posted_at)
        select concat('history:', $2::int, ':', n), sha256('x'), 'bench', make_date(2026, $2, 1), now() from generate_series(0, ($1::int - 1) / 10000) n`,
      values: [rows, month],
    });
    await dbTx.query({
      text: `insert into posting (transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id)
        select t.id, n % 10000 + 1, case n % 2 when 0 then house_id('MINING_RECEIVABLE', 'BTC') else account_id(c, 'ELE_ACCOUNT', 'USDT') end,
          case n % 2 when 0 then account_id(c, 'OUTPUT_ACCOUNT', 'BTC') else house_id('ELECTRICITY_REVENUE', 'USDT') end, c,
          case n % 2 when 0 then 'MINING_OUTPUT' else 'ELE_CONSUME_USDT' end::posting_type, 1234, case n % 2 when 1 then 5 end, case n % 2 when 0 then 5 end,
          make_date(2026, $3, 1), c
        from generate_series(0, $1::int - 1) n
        cross join lateral (select ${firstCustomer} + n / 2 % $2::int as c) customer
        join transfer t on t.key = concat('history:', $3::int, ':', n / 10000)
        order by 1, 2`,
      values: [rows, customers, month],
    });
  });
}
