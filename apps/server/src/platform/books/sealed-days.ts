import type { BookCheck, Difference, Month } from '@lode/ledger';
import { execute, many, one, type Queryable, type Transaction } from '../db/database.ts';
import { query } from '../db/query.ts';
import { limited } from './limited.ts';

const seal = query('sealed-days.seal', 'select seal_days($1, $2) as seal').as<{ seal: Buffer }>();
const detach = query('sealed-days.detach', 'select detach_days($1, $2)');
const attach = query('sealed-days.attach', 'select attach_days($1)');
const beforePostings = query('sealed-days.before-postings', 'select refuse_postings_before_days($1)');

/**
 * The steps of outputs, charges and interest of a month that is over, each as the owner of the tables. They throw, and change nothing, where
 * a step is not due or where the rows are not those that were sealed.
 */
export const sealedDays = {
  /** Hashes the month's rows, and binds them to the seal of the month before. Resolves with the seal. */
  async seal(dbTx: Transaction, month: Month, at: Date): Promise<Buffer> {
    return (await one(dbTx, seal, [month, at])).seal;
  },
  /** Moves the month's tables into the schema `archive`, and carries forward what they bring to sums since the beginning. */
  detach: (dbTx: Transaction, month: Month, at: Date) => execute(dbTx, detach, [month, at]),
  /** Moves them back. */
  attach: (dbTx: Transaction, month: Month) => execute(dbTx, attach, [month]),
  /** Throws where a month of the ledger has postings of days that are kept elsewhere. */
  comeBeforePostings: (dbTx: Transaction, month: Month) => execute(dbTx, beforePostings, [month]),
};

const elsewhere = query(
  'sealed-days.elsewhere',
  'select month from sealed_days where detached_at is not null order by month',
).as<{ month: Month }>();

/** Months whose outputs, charges and interest are kept elsewhere, oldest first. */
export async function readDaysElsewhere(db: Queryable): Promise<Month[]> {
  return (await many(db, elsewhere)).map(({ month }) => month);
}

const anyElsewhere = query(
  'sealed-days.any-elsewhere',
  `select min(month) as month from sealed_days
   where detached_at is not null and month between date_trunc('month', $1::date::timestamp) and $2::date`,
).as<{ month: Month | null }>();

/** The first month kept elsewhere that some of these dates are of; null: the rows of all of them are here. */
export async function findDaysElsewhere(db: Queryable, first: string, last: string): Promise<Month | null> {
  return (await one(db, anyElsewhere, [first, last])).month;
}

const differences = query(
  'sealed-days.check',
  limited('select check_name as "check", subject, expected, found from check_sealed_days()'),
).as<Difference>();

/** Seals, rows that are here, and what is carried forward for those that are not. */
export const checkSealedDays: BookCheck = (db) => many(db, differences);
