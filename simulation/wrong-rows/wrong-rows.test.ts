// Every kind of wrong row is found by books:check, and named; without one there is no difference.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../../apps/server/src/testing/app.ts';
import { findWrongRows } from './find.ts';
import { wrongRows } from './kinds.ts';
import { startBooksWorld } from './world.ts';
import { allChecks, assertNothingIsFound, notFound } from './wrong-rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startBooksWorld();
});
afterAll(() => app.stop());

it('finds nothing where nothing is wrong', () => assertNothingIsFound(app));

it('names every kind of wrong row', { timeout: 600_000 }, async () => {
  expect(notFound(await findWrongRows(app.databaseUrl, allChecks(app), wrongRows, 1))).toEqual([]);
});

it('names the correction of an outage whose amount is altered, with the seed that once showed a gap', async () => {
  const kinds = wrongRows.filter(({ table }) => table === 'charge_adjustment');
  expect(notFound(await findWrongRows(app.databaseUrl, allChecks(app), kinds, 2))).toEqual([]);
});

it('chooses the same row with the same seed', async () => {
  const kinds = wrongRows.filter(({ table }) => table === 'withdrawal_step');
  const rowsOf = async (seed: number) => (await findWrongRows(app.databaseUrl, [], kinds, seed)).map(({ row }) => row);
  expect(await rowsOf(7)).toEqual(await rowsOf(7));
  expect(new Set((await Promise.all([1, 2, 3, 4, 5, 6].map(rowsOf))).map(String)).size).toBeGreaterThan(1);
});

it('has a control: without the checks that compute again, wrong inputs are not named', async () => {
  const inputs = wrongRows.filter(({ table }) => ['network_day', 'tariff', 'machine_terms'].includes(table));
  expect(notFound(await findWrongRows(app.databaseUrl, [], inputs, 1))).toHaveLength(inputs.length);
});
