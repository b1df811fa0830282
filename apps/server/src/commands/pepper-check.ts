import { type Command, defineCommand } from '../platform/commands/command.ts';
import { readUnderPreviousPepper } from '../platform/installation/replaced-pepper.ts';

/** Whether PASSWORD_PEPPER_PREVIOUS can be taken away. Exit code 0: nothing needs it; 1: what does is named. */
export function pepperCheck(): Command {
  return defineCommand({
    group: 'Settings and staff',
    summary: 'Says what still needs the pepper before the present one (exit 1)',
    options: {},
    example: '',
    effects: 'reads',
    fields: { kind: 'what is hashed', rows: 'how many' },
    async run(_options, { database, print, fail }) {
      const kinds = await readUnderPreviousPepper(database);
      const left = kinds.filter(({ rows }) => rows > 0n);
      for (const { kind, rows } of left) {
        fail(`${rows} ${kind} are under the previous pepper`, { kind, rows: Number(rows) });
      }
      if (left.length > 0) return 1;
      print(kinds.length === 0 ? 'the pepper was never replaced' : 'nothing needs the previous pepper any more');
      return 0;
    },
  });
}
