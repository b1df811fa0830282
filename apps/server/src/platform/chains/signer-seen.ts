import { maybeOne, type Queryable } from '../db/database.ts';
import { query } from '../db/query.ts';

export interface SignerSeen {
  /** Of the signer's journal. */
  line: number;
  at: Date;
}

const newest = query(
  'signer-journal.newest',
  'select line, seen_at as at from signer_journal order by line desc limit 1',
).as<SignerSeen>();

/** The newest line that a response of the signer has shown, and when; null before the first. */
export const readSignerSeen = (db: Queryable): Promise<SignerSeen | null> => maybeOne(db, newest);
