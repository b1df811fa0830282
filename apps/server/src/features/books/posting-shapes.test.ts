// What the database lets a bound login post, and what the check of the books expects, are the same list.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { transferRules } from './transfer-rules.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('the shapes are those by which books:check reads transfers', async () => {
  const shapes = await test.owner.query<{ shape: string }>({
    text: `select concat_ws(' ', type, gives, takes) as shape from ledger.posting_shape`,
  });
  const rules = new Set(transferRules.flatMap(({ lines }) => lines.map((line) => line.join(' '))));
  // Interest was paid out of the fund itself until 2026-11.
  rules.delete('INTEREST INTEREST_FUND INCOME_ACCOUNT');
  expect(shapes.rows.map(({ shape }) => shape).sort()).toEqual([...rules].sort());
});
