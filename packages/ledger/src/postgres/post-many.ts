import { MalformedPosting } from '../core/errors.ts';
import { inputHash } from '../core/input-hash.ts';
import { assertPostings } from '../core/posting.ts';
import { ledgerError } from './ledger-error.ts';
import type { Transfer } from './post-transfer.ts';
import type { Queryable } from './queryable.ts';

/** What became of one of many transfers. A refusal stops nobody else. */
export type Outcome =
  | { outcome: 'posted' | 'replayed'; transferId: bigint; answer: unknown }
  | { outcome: 'insufficient-funds' | 'key-reused' };

/** A row of `manyTransfersCall`; `request` counts from 1. */
export interface OutcomeRow {
  request: number;
  outcome: Outcome['outcome'];
  transfer_id: bigint | string | null;
  answer: unknown;
}

const manyParameters = 13;

/** The call to place in a statement of one's own; it answers rows `(request, outcome, transfer_id, answer)` in any order. */
export function manyTransfersCall(firstParameter = 1): string {
  const parameters = Array.from({ length: manyParameters }, (_, i) => `$${firstParameter + i}`);
  return `ledger.post_many(${parameters.join(', ')})`;
}

/** The values of `manyTransfersCall`. Each transfer has one line and corrects nothing; no key stands twice. */
export function manyTransfersValues(transfers: readonly Transfer[]): unknown[] {
  if (new Set(transfers.map(({ key }) => key)).size !== transfers.length) {
    throw new MalformedPosting('the same key twice in one call');
  }
  const lines = transfers.map(({ key, postings, corrects }) => {
    assertPostings(postings);
    const [line, ...more] = postings;
    if (!line || more.length > 0 || corrects) throw new MalformedPosting(`${key} is more than one plain line`);
    return line;
  });
  return [
    transfers.map(({ key }) => key),
    transfers.map(({ input }) => inputHash(input)),
    transfers.map(({ kind }) => kind),
    transfers.map(({ sourceId }) => sourceId ?? null),
    transfers.map(({ businessDate }) => businessDate),
    transfers.map(({ postedAt }) => postedAt),
    lines.map(({ from }) => from),
    lines.map(({ to }) => to),
    lines.map(({ type }) => type),
    lines.map(({ amount }) => amount),
    lines.map(({ date }) => date),
    lines.map(({ sourceId }) => sourceId ?? null),
    transfers.map(({ answer }) => (answer === undefined ? null : JSON.stringify(answer))),
  ];
}

/** Puts the rows of `manyTransfersCall` into the order of its transfers. */
export function outcomesInOrder(rows: readonly OutcomeRow[]): Outcome[] {
  const outcomes: Outcome[] = [];
  for (const { request, outcome, transfer_id, answer } of rows) {
    outcomes[request - 1] =
      outcome === 'posted' || outcome === 'replayed'
        ? { outcome, transferId: BigInt(transfer_id ?? 0), answer }
        : { outcome };
  }
  return outcomes;
}

/**
 * Judges and posts many transfers in their order, in one round trip. Throws PostgreSQL's `40001` when one of the keys
 * is being used by somebody else at this moment: nothing was written, call again.
 */
export async function postMany(dbTx: Queryable, transfers: readonly Transfer[]): Promise<Outcome[]> {
  try {
    const { rows } = await dbTx.query<OutcomeRow>({
      name: 'ledger.post-many',
      text: `select request, outcome, transfer_id, answer from ${manyTransfersCall()}`,
      values: manyTransfersValues(transfers),
    });
    return outcomesInOrder(rows);
  } catch (error) {
    throw ledgerError(error);
  }
}
