import { type HashInput, inputHash } from '../core/input-hash.ts';
import { assertPostings, type Posting } from '../core/posting.ts';
import { ledgerError } from './ledger-error.ts';
import type { Queryable } from './queryable.ts';

export interface Transfer {
  /** Idempotency key, never deleted. */
  key: string;
  /** What the key stands for; the same key with other input is refused. */
  input: HashInput;
  /** The event, `'electricity-recharge'`. */
  kind: string;
  /** The event's own id: one business date, kind and source can be posted once only, under whatever key. */
  sourceId?: string | null;
  /** `YYYY-MM-DD`. */
  businessDate: string;
  /** The product's clock. */
  postedAt: Date;
  /** In order: each must leave its account at zero or more. */
  postings: readonly Posting[];
  /** The transfer that this one corrects. */
  corrects?: bigint | null;
  /** JSON that a replay returns. */
  answer?: unknown;
}

export interface Posted {
  transferId: bigint;
  /** True when the key was known: nothing was written now. */
  replayed: boolean;
  /** The stored answer, of the first time. */
  answer: unknown;
}

/** How many parameters `transferCall` takes. */
const transferParameters = 15;

/**
 * The call to place in a statement of one's own, so that a whole use case is one round trip; its values are
 * `transferValues(transfer)`. It answers one row `(transfer_id, replayed, answer)`.
 *
 *     with posted as materialized (select * from ${transferCall(3)})
 *     insert into … select … from posted where not replayed
 */
export function transferCall(firstParameter = 1): string {
  const parameters = Array.from({ length: transferParameters }, (_, i) => `$${firstParameter + i}`);
  return `ledger.post_transfer(${parameters.join(', ')})`;
}

/** Checks the transfer and gives the values of `transferCall`; throws `MalformedPosting`. */
export function transferValues(transfer: Transfer): unknown[] {
  const { postings } = transfer;
  assertPostings(postings);
  const [first, ...more] = postings as [Posting, ...Posting[]];
  return [
    transfer.key,
    inputHash(transfer.input),
    transfer.kind,
    transfer.sourceId ?? null,
    transfer.businessDate,
    // The driver would write a Date out in local time, piece by piece.
    transfer.postedAt.toISOString(),
    first.from,
    first.to,
    first.type,
    first.amount,
    first.date,
    first.sourceId ?? null,
    transfer.answer === undefined ? null : JSON.stringify(transfer.answer),
    more.length === 0 ? null : more.map(lineLiteral),
    transfer.corrects ?? null,
  ];
}

/** A value of the database's type `ledger.transfer_line`. */
function lineLiteral({ from, to, type, amount, date, sourceId }: Posting): string {
  return `(${from},${to},${type},${amount},${date},${sourceId ?? ''})`;
}

const postTransferText = `select transfer_id, replayed, answer from ${transferCall()}`;

/**
 * Posts one transfer in one round trip, or replays it. One query, so it is atomic on a connection without a transaction too; a
 * use case that also writes rows of its own passes its transaction, whose end releases the accounts' locks. Throws `InsufficientFunds`, `KeyReused`, `MalformedPosting`; after any of them the caller's
 * transaction can only be rolled back.
 */
export async function postTransfer(dbTx: Queryable, transfer: Transfer): Promise<Posted> {
  const values = transferValues(transfer);
  try {
    const { rows } = await dbTx.query<{ transfer_id: bigint | string; replayed: boolean; answer: unknown }>({
      name: 'ledger.post-transfer',
      text: postTransferText,
      values,
    });
    const [row] = rows;
    if (!row) throw new Error('the ledger gave no answer');
    return { transferId: BigInt(row.transfer_id), replayed: row.replayed, answer: row.answer };
  } catch (error) {
    throw ledgerError(error);
  }
}
