/** Proves that PostgreSQL accepts every query of the server on the migrated schema, on each version that the tests run on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeQueries, describeServerQueries } from '../../testing/describe-queries.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('describes every query', async () => {
  const { rows, faults } = await describeServerQueries(test);
  expect(faults).toEqual([]);
  expect(rows.length).toBeGreaterThan(300);
});

describe('a control', () => {
  it.each([
    ['an unknown column', 'select nothing from customer', 'column "nothing" does not exist'],
    ['an unknown table', 'select id from customers', 'relation "customers" does not exist'],
    ['a value of the wrong type', `select id from customer where id = 'x'`, 'invalid input syntax for type bigint'],
  ])('reports %s', async (_, text, message) => {
    const { faults } = await describeQueries(test.ownerUrl, [['control', text]]);
    expect(faults).toEqual([expect.stringContaining(message)]);
  });
});
