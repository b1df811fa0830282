import type { Database } from '../../platform/db/database.ts';
import { type Batch, CannotClose, type CloseKind, differing, type Run, type TieOutLine } from './close-kind.ts';
import {
  type BatchRow,
  type CloseStage,
  countUnfinished,
  finishBatch,
  readResult,
  takeBatch,
} from './day-close.store.ts';

export interface CloseDeps {
  database: Database;
  /** How many batches this process works on at once, each on a connection of its own. */
  concurrency: number;
  /** Named places at which a test ends the process; does nothing otherwise. */
  readonly failpoint: (point: string) => void;
}

/**
 * Runs the batches of a stage until none is left, concurrently with other processes. Each batch is one transaction: its rows, its
 * postings and the mark that it is finished stand together or not at all.
 */
export async function runBatches(deps: CloseDeps, kind: CloseKind, run: Run, stage: CloseStage): Promise<void> {
  const reasons: string[] = [];
  const worker = async () => {
    while (reasons.length === 0 && (await workOnOne(deps, kind, run, stage, reasons)));
  };
  await Promise.all(Array.from({ length: deps.concurrency }, worker));
  if (reasons.length > 0) throw new CannotClose([...new Set(reasons)]);
}

const mostAttempts = 5;

/** False when the stage is done or cannot go on; then the reasons say why. */
async function workOnOne(
  deps: CloseDeps,
  kind: CloseKind,
  run: Run,
  stage: CloseStage,
  reasons: string[],
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      const isMore = await deps.database.transaction((dbTx) => workInTransaction(deps, kind, run, stage, dbTx));
      deps.failpoint(`${stage}:committed`);
      return isMore;
    } catch (error) {
      if (error instanceof CannotClose) {
        reasons.push(...error.reasons);
        return false;
      }
      if (!isCollision(error) || attempt === mostAttempts) throw error;
    }
  }
}

async function workInTransaction(
  { failpoint }: CloseDeps,
  kind: CloseKind,
  run: Run,
  stage: CloseStage,
  dbTx: Parameters<CloseKind['postBatch']>[0],
): Promise<boolean> {
  const { date, now } = run;
  const row = await takeBatch(dbTx, kind.name, date, stage);
  if (!row) return (await countUnfinished(dbTx, kind.name, date, stage)) > 0;
  failpoint(`${stage}:taken`);
  const batch = batchOf(kind, date, row);
  const result =
    stage === 'post'
      ? await kind.postBatch(dbTx, run, batch)
      : await tieOut(kind, run, batch, await readResult(dbTx, kind.name, date, 'post', row.number), dbTx);
  await finishBatch(dbTx, kind.name, { date, stage, number: row.number, at: now, result });
  failpoint(`${stage}:before-commit`);
  return true;
}

/** A batch's share of the tie-out, as it is kept: amounts as decimal text, which JSON holds exactly. */
export interface TiedOut {
  lines: (Omit<TieOutLine, 'expected' | 'posted'> & { expected: string; posted: string })[];
  digest: string;
}

async function tieOut(
  kind: CloseKind,
  run: Run,
  batch: Batch,
  posted: unknown,
  dbTx: Parameters<CloseKind['tieOut']>[0],
): Promise<TiedOut> {
  const { lines, differences, digest } = await kind.tieOut(dbTx, run, batch, posted);
  if (differences.length > 0) throw differing(differences);
  return {
    lines: lines.map((line) => ({ ...line, expected: String(line.expected), posted: String(line.posted) })),
    digest,
  };
}

function batchOf(kind: CloseKind, date: string, { number, first, last }: BatchRow): Batch {
  return { number, range: { first, last }, key: `day-close:${kind.name}:${date}:${number}` };
}

/** Deadlock or serialization failure: PostgreSQL undid the transaction, and asks for another try. */
function isCollision(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '40P01' || code === '40001';
}
