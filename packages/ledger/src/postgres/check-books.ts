import type { Coin } from '@lode/money';
import type { Queryable } from './queryable.ts';

/** One place where the books are not what they must be. */
export interface Difference {
  check: string;
  subject: string;
  expected: string;
  found: string;
  /** Whose books are wrong; null: it is not known, any may be. */
  coin: Coin | null;
}

/** A further law that a slice adds, such as "what is charged is what was paid and what is owed". */
export type BookCheck = (queryable: Queryable) => Promise<Difference[]>;

/** Every difference in the books: none when they balance. Reads everything; it locks nothing and may run at any time. */
export async function checkBooks(
  queryable: Queryable,
  furtherChecks: readonly BookCheck[] = [],
): Promise<Difference[]> {
  const { rows } = await queryable.query<{ check_name: string } & Omit<Difference, 'check'>>({
    text: `select check_name, subject, expected, found, coin from ledger.check_books()
      union all select check_name, subject, expected, found, coin from ledger.check_months()
      union all select check_name, subject, expected, found, coin from ledger.check_day_totals()`,
  });
  const differences = rows.map(({ check_name, ...rest }) => ({ check: check_name, ...rest }));
  for (const check of furtherChecks) differences.push(...(await check(queryable)));
  return differences;
}

/** For tests: throws with every difference unless the books balance. */
export async function assertBooksBalance(
  queryable: Queryable,
  furtherChecks: readonly BookCheck[] = [],
): Promise<void> {
  const differences = await checkBooks(queryable, furtherChecks);
  if (differences.length > 0)
    throw new Error(`the books do not balance:\n${differences.map(describeDifference).join('\n')}`);
}

/** One line for a person: `held is the sum of the open holds: 1000122 should be 5, is 7`. */
export function describeDifference({ check, subject, expected, found }: Difference): string {
  return `${check}: ${subject} should be ${expected}, is ${found}`;
}
