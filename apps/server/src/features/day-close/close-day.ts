import { openMonth } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { addDays, businessDate } from '../../platform/clock/clock.ts';
import { CannotClose, type CloseKind, type Run, type TieOutLine } from './close-kind.ts';
import { keepMonths, lockCloses, openDay, readBatches, readDay, readProgress, sealDay } from './day-close.store.ts';
import { decideClose } from './day-order.ts';
import { keepRefusal } from './orders.store.ts';
import { type CloseDeps, runBatches, type TiedOut } from './run-batches.ts';
import { sealOf } from './seal.ts';

export type CloseResult =
  | { outcome: 'closed'; lines: string[] }
  | { outcome: 'already-closed'; warnings: string[] }
  | { outcome: 'refused'; reasons: readonly string[] };

/**
 * Closes one date, resumes an interrupted close, or shares one that another process runs. Every batch is posted once, also
 * after a kill and with several workers.
 */
export async function closeDay(deps: CloseDeps, kind: CloseKind, date: string, now: Date): Promise<CloseResult> {
  const progress = await readProgress(deps.database, kind.name);
  const decision = decideClose(date, progress, { now, end: kind.endOf(date) });
  if (decision.outcome === 'already-closed') {
    const batches = await readBatches(deps.database, kind.name, date, 'post');
    return { ...decision, warnings: kind.warnings(batches.map(({ result }) => result)) };
  }
  if (decision.outcome === 'refused') return { outcome: 'refused', reasons: [decision.reason.en] };
  // The first close in a month begins it; where that has to wait, the close does not.
  await openMonth(deps.database, businessDate(now));
  try {
    const run = await open(deps, kind, date, now);
    await runBatches(deps, kind, run, 'post');
    await kind.afterBatches?.(run);
    await runBatches(deps, kind, run, 'tie-out');
    return { outcome: 'closed', lines: await seal(deps, kind, run) };
  } catch (error) {
    if (error instanceof CannotClose) {
      const { reasons } = error;
      await keepRefusal(deps.database, { kind: kind.name, date, at: now, reasons });
      return { outcome: 'refused', reasons };
    }
    throw error;
  }
}

/** Stores the inputs and plans the batches once; later processes use the stored inputs. */
async function open({ database, failpoint }: CloseDeps, kind: CloseKind, date: string, now: Date): Promise<Run> {
  const due = kind.dueAt(date);
  const nominalOf = (begun: Date) => (begun < due ? begun : due);
  let day = await readDay(database, kind.name, date);
  if (!day) {
    await kind.beforeBatches({ date, now, nominal: nominalOf(now), inputs: null });
    await keepMonths(database, kind.name, date);
    failpoint('open:before');
    day = await database.transaction(async (dbTx) => {
      await lockCloses(dbTx, kind.name);
      const openedMeanwhile = await readDay(dbTx, kind.name, date);
      if (openedMeanwhile) return openedMeanwhile;
      const inputs = await kind.readInputs(dbTx, date);
      await openDay(dbTx, kind.name, { date, at: now, inputs, plan: (opened) => kind.planBatches(opened, date) });
      return readDay(dbTx, kind.name, date);
    });
    failpoint('open:committed');
  }
  return { date, now, nominal: nominalOf(day?.startedAt ?? now), inputs: day?.inputs };
}

/** Seals the date when every batch ties out; returns the report, a line per stage. */
async function seal({ database, failpoint }: CloseDeps, kind: CloseKind, run: Run): Promise<string[]> {
  const { date, now, inputs } = run;
  return database.transaction(async (dbTx) => {
    await lockCloses(dbTx, kind.name);
    const posted = (await readBatches(dbTx, kind.name, date, 'post')).map(({ result }) => result);
    const tiedOut = (await readBatches(dbTx, kind.name, date, 'tie-out')).map(({ result }) => result as TiedOut);
    const tieOut = addUp(tiedOut);
    const previous = (await readDay(dbTx, kind.name, addDays(date, -1)))?.seal ?? null;
    const digests = tiedOut.map(({ digest }) => digest);
    const sealed = sealOf({ kind: kind.name, date, inputs, digests, previous });
    const day = await readDay(dbTx, kind.name, date);
    // Another worker may have sealed the date first.
    if (!day?.closedAt) await sealDay(dbTx, kind.name, { date, at: now, seal: sealed, tieOut: tieOut.map(inWords) });
    failpoint('seal:before-commit');
    return [
      ...kind.describe(run, posted),
      ...kind.warnings(posted),
      ...tieOut.map((line) => `tie-out      ${inWords(line)}`),
      `closed       ${kind.name} ${date}, seal ${sealed.toString('hex')}`,
    ];
  });
}

function addUp(batches: readonly TiedOut[]): TieOutLine[] {
  const sums = new Map<string, TieOutLine>();
  for (const { name, coin, expected, posted } of batches.flatMap(({ lines }) => lines)) {
    const sum = sums.get(`${name} ${coin}`) ?? { name, coin, expected: 0n, posted: 0n };
    sums.set(`${name} ${coin}`, {
      ...sum,
      expected: sum.expected + BigInt(expected),
      posted: sum.posted + BigInt(posted),
    });
  }
  return [...sums.values()];
}

function inWords({ name, coin, expected, posted }: TieOutLine): string {
  const [wanted, found, difference] = [expected, posted, posted - expected].map((amount) => formatAmount(amount, coin));
  return `${name} ${coin}: expected ${wanted}, posted ${found}, difference ${difference}`;
}
