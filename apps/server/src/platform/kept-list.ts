import type { BookCheck } from '@lode/ledger';
import type { Queryable } from './db/database.ts';

/** What triggers keep for a list of the console, beside the rows that it follows from. */
export interface KeptList {
  name: string;
  /** Brings together what writers left one by one; the list is exact before it and after it. */
  readonly fold: (db: Queryable) => Promise<void>;
  /** Counts again. */
  readonly check: BookCheck;
}
