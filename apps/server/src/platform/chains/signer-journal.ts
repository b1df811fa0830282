import { emptyJournal, type JournalPosition, type JournalWatch } from '@lode/signing';
import type { Clock } from '../clock/clock.ts';
import { type Database, execute, maybeOne, one, type Queryable } from '../db/database.ts';
import { query } from '../db/query.ts';
import type { AlertPorts } from '../log/alerts.ts';

/** While an alert of this kind is open, no payment of any coin leaves. */
export const journalAlert = 'signer-journal';

const highest = query('signer-journal.highest', 'select line, head from signer_journal order by line desc limit 1').as<{
  line: number;
  head: string;
}>();

const keep = query(
  'signer-journal.keep',
  'insert into signer_journal (line, head, seen_at) values ($1, $2, $3) on conflict (line) do nothing',
);

const headOf = query('signer-journal.head', 'select head from signer_journal where line = $1').as<{ head: string }>();

/** The highest position that a response of the signer has shown; the empty one before the first. */
export async function readJournalPosition(db: Queryable): Promise<JournalPosition> {
  return (await maybeOne(db, highest)) ?? emptyJournal;
}

export interface SignerJournalDeps extends Pick<AlertPorts, 'raiseAlert' | 'announceAlert'> {
  database: Database;
  clock: Clock;
}

/**
 * Remembers where the signer's journal was, and raises an alert when the signer answers out of an older or another one: what is
 * missing there could be signed a second time.
 */
export function signerJournal({ database, clock, raiseAlert, announceAlert }: SignerJournalDeps): JournalWatch {
  const conflict = async (known: JournalPosition, found: JournalPosition): Promise<void> => {
    const message =
      `the signer answers out of a journal of ${found.line} lines that does not hold line ${known.line} as it was: ` +
      'nothing is paid (docs/runbooks/signer.md, "The journal was rolled back")';
    const alert = { kind: journalAlert, subject: 'signer', message };
    if (await raiseAlert(database, alert, clock.now())) announceAlert(alert);
  };
  return {
    known: () => readJournalPosition(database),
    async seen(position) {
      if (position.line === 0) return;
      const { line, head } = position;
      // Two journals that were extended at the same time, each from what was known.
      await execute(database, keep, [line, head, clock.now()]);
      const { head: kept } = await one(database, headOf, [line]);
      if (kept !== head) await conflict({ line, head: kept }, position);
    },
    conflict,
  };
}
