import { MalformedPosting } from '../core/errors.ts';
import { postingTypes } from '../core/posting.ts';
import { ledgerError } from './ledger-error.ts';
import { type Posted, type Transfer, transferValues } from './post-transfer.ts';
import type { Queryable } from './queryable.ts';

/** What became of one transfer of a group: what `postTransfer` returns or what it throws. */
export type Outcome = Posted | Error;

/** What `ledger.post_group` says of a transfer that was not posted with the others. */
type Reported =
  | { place: number; transferId: string; replayed: boolean; answer: unknown }
  | { place: number; code: string; message: string; detail: string; constraint: string; schema: string };

/** Arrays of what `ledger.post_transfer` takes for a transfer of one posting. */
const columns = 13;
const text = `select ids, others from ledger.post_group(${Array.from({ length: columns }, (_, i) => `$${i + 1}`).join(', ')})`;
const knownTypes = new Set<string>(postingTypes);

/**
 * Posts transfers of one posting each as if one came after the other in their order, in one round trip. A refusal is an outcome: it changes
 * nothing, and nothing for the others. Throws what is no refusal, such as a lost connection; then none is posted.
 */
export async function postGroup(db: Queryable, transfers: readonly Transfer[]): Promise<Outcome[]> {
  if (transfers.some(({ postings, corrects }) => postings.length > 1 || corrects != null))
    throw new RangeError('only transfers of one posting that correct none are posted in groups');
  const outcomes: Outcome[] = [];
  const rows: unknown[][] = [];
  const places: number[] = [];
  for (const [i, transfer] of transfers.entries()) {
    try {
      rows.push(groupValues(transfer));
      places.push(i);
    } catch (error) {
      outcomes[i] = error as Error;
    }
  }
  if (rows.length === 0) return outcomes;
  const { rows: found } = await db.query<{ ids: (bigint | string | null)[]; others: readonly Reported[] | null }>({
    name: 'ledger.post-group',
    text,
    values: Array.from({ length: columns }, (_, column) => rows.map((row) => row[column])),
  });
  const [{ ids, others } = { ids: [], others: null }] = found;
  const reported = new Map(others?.map((one) => [one.place, one]));
  for (const [n, i] of places.entries()) {
    const id = ids[n];
    const other = reported.get(n + 1);
    if (id != null)
      outcomes[i] = { transferId: BigInt(id), replayed: false, answer: storedAnswer(rows[n] as unknown[]) };
    else if (other === undefined) throw new Error('the ledger gave no answer');
    else outcomes[i] = outcomeOf(other);
  }
  return outcomes;
}

/** All are posted, or the first refusal is thrown: the caller's transaction has to be rolled back then. */
export async function postTransfers(db: Queryable, transfers: readonly Transfer[]): Promise<Posted[]> {
  const outcomes = await postGroup(db, transfers);
  return outcomes.map((outcome) => {
    if (outcome instanceof Error) throw outcome;
    return outcome;
  });
}

function groupValues(transfer: Transfer): unknown[] {
  const values = transferValues(transfer);
  const type = transfer.postings[0]?.type ?? '';
  // One value that the database cannot read would fail all.
  if (!knownTypes.has(type)) throw new MalformedPosting(`there is no type ${type}`);
  return values.slice(0, columns);
}

/** As a replay returns it. */
function storedAnswer(values: readonly unknown[]): unknown {
  const answer = values[columns - 1];
  return typeof answer === 'string' ? JSON.parse(answer) : null;
}

function outcomeOf(reported: Reported): Outcome {
  if ('transferId' in reported) {
    const { transferId, replayed, answer } = reported;
    return { transferId: BigInt(transferId), replayed, answer };
  }
  const { code, message, detail, constraint, schema } = reported;
  return ledgerError(Object.assign(new Error(message), { code, detail, constraint, schema })) as Error;
}
