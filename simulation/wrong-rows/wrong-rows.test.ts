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

it('has a control: without the checks that compute again, wrong inputs are not named', async () => {
  const inputs = wrongRows.filter(({ table }) => ['network_day', 'tariff', 'machine_terms'].includes(table));
  expect(notFound(await findWrongRows(app.databaseUrl, [], inputs, 1))).toHaveLength(inputs.length);
});
