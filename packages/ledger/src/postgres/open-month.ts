import type { Queryable } from './queryable.ts';

const attempts = 20;

/**
 * Opens the month of a day, `YYYY-MM-DD`, unless it or a later one is open: what is posted from now on lies in partitions of its own. False
 * when open transactions were in the way each time; postings go on in the month before, and a later call opens it. Not inside a
 * transaction: it would hold every other posting until its end.
 */
export async function openMonth(queryable: Queryable, day: string): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { rows } = await queryable.query<{ opened: boolean }>({
      text: 'select ledger.open_month($1) as opened',
      values: [day],
    });
    if (rows[0]?.opened) return true;
  }
  return false;
}
