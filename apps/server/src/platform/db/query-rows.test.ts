/** Proves that `query-rows.ts` has the types of every query's rows as PostgreSQL describes them; `npm run db:types` writes it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeServerQueries } from '../../testing/describe-queries.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('the types of rows are current; after a change run npm run db:types', async () => {
  const { rows } = await describeServerQueries(test);
  const lines = [
    '// Written by `npm run db:types`: the rows of each query as PostgreSQL describes them. `undefined` marks an expression, of which',
    '// PostgreSQL does not say whether it can be null.',
    'export interface QueryRows {',
    ...rows,
    '}',
    '',
  ];
  await expect(lines.join('\n')).toMatchFileSnapshot('./query-rows.ts');
});
