// However much is wrong, no check of the books reads more than a few lines of each kind.
import { expect, it } from 'vitest';
import '../../app.ts';
import { declaredQueries } from '../db/query.ts';

it('every query for differences is cut in SQL', () => {
  const checks = [...declaredQueries].filter(
    ([, text]) => /\bas "?check"?, /.test(text) || /select "check"/.test(text),
  );
  expect(checks.length).toBeGreaterThan(30);
  expect(checks.filter(([, text]) => !text.includes('window of_check')).map(([name]) => name)).toEqual([]);
});
