import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { businessDate } from '../../platform/clock/clock.ts';
import { type Command, defineCommand } from '../../platform/commands/command.ts';
import { file, text } from '../../platform/commands/option.ts';
import type { Database } from '../../platform/db/database.ts';
import { periodOf } from './console/month-figures.ts';
import { monthlyPackage } from './console/monthly-package.ts';

const month = text({
  placeholder: 'YYYY-MM',
  summary: 'the month, by business dates',
  longest: 7,
  pattern: /^\d{4}-(0[1-9]|1[0-2])$/,
  expected: 'a month, YYYY-MM',
});

/** The accountant's files, byte by byte those that the console saves. */
export function packageCommand(database: Database): Command {
  return defineCommand({
    group: 'Money',
    summary: 'Writes the monthly package for the accountant (CSV, JSON, XLSX) into a new folder',
    options: { month, out: file('the folder, which must not exist yet') },
    example: '--month 2026-02 --out february',
    effects: 'reads',
    fields: {
      month: 'of the package',
      out: 'the folder',
      files: 'how many stand there',
      isOver: 'the month has ended',
    },
    async run({ month: given, out }, { print, fail, clock }) {
      const made = await monthlyPackage(database, periodOf(given, businessDate(clock.now())));
      try {
        await mkdir(out, { mode: 0o700 });
      } catch (error) {
        const { code } = error as { code?: string };
        if (code !== 'EEXIST' && code !== 'ENOENT' && code !== 'EACCES') throw error;
        fail(`refused: ${out} cannot be made (${code})`);
        return 1;
      }
      for (const { name, encoding, content } of made.files)
        await writeFile(join(out, name), Buffer.from(content, encoding), { flag: 'wx', mode: 0o600 });
      const { isOver, files } = made;
      const goesOn = isOver ? '' : '; the month goes on, a later package differs';
      print(`${files.length} files of ${given} in ${out}${goesOn}`, { month: given, out, files: files.length, isOver });
      return 0;
    },
  });
}
