import { writePosition } from '@lode/signing';
import { type Command, defineCommand } from '../commands/command.ts';
import type { Database } from '../db/database.ts';
import { readJournalPosition } from './signer-journal.ts';

/** For the person who starts the signer: what its journal must still hold. */
export function signerJournalCommand(database: Database): Command {
  return defineCommand({
    group: 'Withdrawals',
    summary: "Prints where the signer's journal was last, as SIGNER_JOURNAL_AT_LEAST takes it",
    options: {},
    example: '',
    effects: 'reads',
    fields: { position: 'LINE:HEAD' },
    async run(_input, { print }) {
      const position = writePosition(await readJournalPosition(database));
      print(`SIGNER_JOURNAL_AT_LEAST=${position}`, { position });
      return 0;
    },
  });
}
