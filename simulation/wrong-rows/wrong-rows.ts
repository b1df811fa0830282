/** Rows that a bug or an intruder left behind, one kind after the other: books:check must name each of them, and nothing where nothing is wrong. */
import assert from 'node:assert/strict';
import { type BookCheck, checkBooks, describeDifference } from '@lode/ledger';
import { bookChecksOf } from '../../apps/server/src/composition/book-checks.ts';
import type { TestApp } from '../../apps/server/src/testing/app.ts';
import type { Simulation } from '../product/proofs.ts';
import { findWrongRows, type Outcome } from './find.ts';
import { wrongRows } from './kinds.ts';
import { startBooksWorld } from './world.ts';

export const simulateWrongRows: Simulation = async ({ seed, sizes: { wrongRowSeeds } }, { prove, onEnd }) => {
  const app = await startBooksWorld();
  onEnd(() => app.stop());
  await prove('control: nothing is found where nothing is wrong', async () => assertNothingIsFound(app));
  for (let choice = seed; choice < seed + wrongRowSeeds; choice += 1)
    await prove(`${wrongRows.length} kinds of wrong rows are named, chosen by the seed ${choice}`, async () => {
      const outcomes = await findWrongRows(app.databaseUrl, allChecks(app), wrongRows, choice);
      for (const { table, name, foundBy } of outcomes)
        console.log(`| ${table} | ${name} | ${foundBy?.check ?? '**not found**'} |`);
      assert.deepEqual(notFound(outcomes), []);
    });
};

export async function assertNothingIsFound(app: TestApp): Promise<void> {
  assert.deepEqual((await checkBooks(app.database, allChecks(app))).map(describeDifference), []);
}

/** The kinds that no check named, each with its row. */
export function notFound(outcomes: readonly Outcome[]): string[] {
  return outcomes.filter(({ foundBy }) => foundBy === null).map(({ table, name, row }) => `${table}: ${name}: ${row}`);
}

/** All that books:check does; days are computed again last, because that takes longest. */
export function allChecks({ slices: { dayClose, ...others } }: TestApp): BookCheck[] {
  return bookChecksOf({ ...others, dayClose });
}
