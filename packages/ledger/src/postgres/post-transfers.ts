import { ledgerError } from './ledger-error.ts';
import { type Posted, type Transfer, transferValues } from './post-transfer.ts';
import type { Queryable } from './queryable.ts';

/** Arrays of what `ledger.post_transfer` takes for a transfer of one posting. */
const columns = [
  'text[]',
  'bytea[]',
  'text[]',
  'text[]',
  'date[]',
  'timestamptz[]',
  'bigint[]',
  'bigint[]',
  'ledger.posting_type[]',
  'bigint[]',
  'date[]',
  'bigint[]',
  'text[]',
];
const names = [
  'key',
  'hash',
  'kind',
  'source',
  'day',
  'at',
  'debit',
  'credit',
  'type',
  'amount',
  'date',
  'line_source',
];

// In a subselect the planner cannot count the arrays: it would plan each statement anew for a few transfers.
const text = `select posted.transfer_id, posted.replayed, posted.answer
  from unnest(${columns.map((type, i) => `(select $${i + 1}::${type})`).join(', ')})
    with ordinality asked (${names.join(', ')}, given, place)
  cross join lateral ledger.post_transfer(${names.map((name) => `asked.${name}`).join(', ')}, given::json) posted
  order by place`;

/**
 * Posts transfers of one posting each, in their order, in one round trip. All are posted or none: see `postTransfer` for what is
 * thrown, and for what a transaction is worth after it.
 */
export async function postTransfers(db: Queryable, transfers: readonly Transfer[]): Promise<Posted[]> {
  const rows = transfers.map((transfer) => {
    const values = transferValues(transfer);
    if (transfer.postings.length > 1 || transfer.corrects != null)
      throw new Error('only plain transfers of one posting are posted in one statement');
    return values;
  });
  const values = columns.map((_, column) => rows.map((row) => row[column]));
  try {
    const { rows: posted } = await db.query<{ transfer_id: bigint | string; replayed: boolean; answer: unknown }>({
      name: 'ledger.post-transfers',
      text,
      values,
    });
    return posted.map((row) => ({
      transferId: BigInt(row.transfer_id),
      replayed: row.replayed,
      answer: row.answer,
    }));
  } catch (error) {
    throw ledgerError(error);
  }
}
