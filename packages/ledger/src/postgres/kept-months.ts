import type { Queryable, Transaction } from './queryable.ts';

/** A month by its first day, `YYYY-MM-DD`; what was posted before any month was opened is `-infinity`. */
export type Month = string;

/** Months whose rows are kept elsewhere, oldest first: what they moved is carried forward. */
export async function readKeptMonths(queryable: Queryable): Promise<Month[]> {
  const { rows } = await queryable.query<{ month: Month }>({
    text: 'select month from ledger.month_seal where detached_at is not null order by month',
  });
  return rows.map(({ month }) => month);
}

/**
 * The steps of a month that is over, each as the owner of the tables. They throw, and change nothing, where a step is not due or where the
 * rows are not those that were sealed.
 */
export const keptMonths = {
  /** Sums what the month moved, hashes its rows, and binds both to the seal of the month before. Resolves with the seal. */
  async seal(dbTx: Transaction, month: Month, at: Date): Promise<Buffer> {
    const { rows } = await dbTx.query<{ seal: Buffer }>({
      text: 'select ledger.seal_month($1, $2) as seal',
      values: [month, at.toISOString()],
    });
    return rows[0]?.seal as Buffer;
  },
  /** Moves the month's tables into the schema `archive`. */
  async detach(dbTx: Transaction, month: Month, at: Date): Promise<void> {
    await dbTx.query({ text: 'select ledger.detach_month($1, $2)', values: [month, at.toISOString()] });
  },
  /** Moves them back. */
  async attach(dbTx: Transaction, month: Month): Promise<void> {
    await dbTx.query({ text: 'select ledger.attach_month($1)', values: [month] });
  },
};
