import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Command, type CommandContext, defineCommand } from '../commands/command.ts';
import { optional } from '../commands/option.ts';
import type { NeededRoles, StaffPorts } from './authority.ts';
import { peopleOf, staffOptions } from './staff-command.ts';

const needless = 'required outside the demo';

export interface AttributionDeps extends StaffPorts {
  /** The demo's imports and reads run unattended: no name is needed, and one that is given is checked. */
  isDemo: boolean;
}

/**
 * An import, or a read of personal data, that one member of the staff gives and answers for. Outside the demo `--by` and `--reason`
 * are needed. The audit line is written before the command works: nothing is read or brought in without it. An import's line has the
 * SHA-256 of its file, and stands too where the file is refused afterwards.
 */
export function attributedCommand(
  name: string,
  command: Command,
  needed: NeededRoles,
  { authorise, recordAudit, isDemo }: AttributionDeps,
): Command {
  const { by, reason } = staffOptions;
  return defineCommand({
    ...command,
    options: { ...command.options, by: optional(by, needless), reason: optional(reason, needless) },
    people: `${peopleOf(needed)} The demo asks for no name.`,
    example: `${command.example} --by ${needed.by[0]?.toLowerCase()} --reason "as ordered"`.trimStart(),
    async run(input, context) {
      const given = input as { by?: string; reason?: string; argument?: string };
      if (!isDemo || given.by !== undefined) {
        if (given.by !== undefined && given.reason === undefined) return refused(context, 'say why: --reason');
        const authority = await authorise(needed, { by: given.by });
        if ('refusal' in authority) return refused(context, authority.refusal);
        const detail = command.argument === undefined ? readOptions(input) : await fileDetail(given.argument ?? '');
        await recordAudit(context.database, {
          at: context.clock.now(),
          authority,
          action: name,
          subject: command.argument === undefined ? name : `file ${basename(given.argument ?? '')}`,
          reason: given.reason?.trim() ?? '',
          detail,
        });
      }
      return command.run(input, context);
    },
  });
}

function refused({ fail }: Pick<CommandContext, 'fail'>, why: string): number {
  fail(`refused: ${why}`);
  return 1;
}

/** Empty for a file that cannot be read, which the command reports. */
async function fileDetail(path: string): Promise<Record<string, string>> {
  const bytes = await readFile(path).catch(() => null);
  return bytes === null ? {} : { sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Whose data was read. */
function readOptions(input: object): Record<string, string> {
  const own = Object.entries(input).filter(
    ([option, value]) => option !== 'by' && option !== 'reason' && value !== undefined,
  );
  return Object.fromEntries(own.map(([option, value]) => [option, String(value)]));
}
