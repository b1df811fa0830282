import { type HashInput, inputHash } from '../core/input-hash.ts';
import { assertPostings, type Posting } from '../core/posting.ts';
import { ledgerError } from '../postgres/ledger-error.ts';
import type { Queryable } from '../postgres/queryable.ts';

export interface Batch {
  /** Idempotency key of the whole batch. */
  key: string;
  input: HashInput;
  kind: string;
  businessDate: string;
  postedAt: Date;
  /** Lines of any number of customers; one short account refuses the whole. */
  postings: readonly Posting[];
}

/**
 * `ledger.post_batch` with lines from the program: posts thousands of lines as one transfer and returns its id, or the id of
 * the first time. The product makes such lines in SQL and calls the function there.
 */
export async function postBatch(dbTx: Queryable, batch: Batch): Promise<bigint> {
  const { postings } = batch;
  assertPostings(postings);
  const values = [
    batch.key,
    inputHash(batch.input),
    batch.kind,
    batch.businessDate,
    batch.postedAt,
    postings.map((posting) => posting.from),
    postings.map((posting) => posting.to),
    postings.map((posting) => posting.type),
    postings.map((posting) => posting.amount),
    postings.map((posting) => posting.date),
    postings.map((posting) => posting.sourceId ?? null),
  ];
  try {
    const { rows } = await dbTx.query<{ id: bigint | string }>({
      name: 'ledger.post-batch',
      text: 'select ledger.post_batch($1, $2, $3, $4, $5, $6, $7, $8::text[]::ledger.posting_type[], $9, $10, $11) as id',
      values,
    });
    const [row] = rows;
    if (!row) throw new Error('the ledger gave no answer');
    return BigInt(row.id);
  } catch (error) {
    throw ledgerError(error);
  }
}
