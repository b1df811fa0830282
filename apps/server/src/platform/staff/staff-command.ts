import { type Command, type CommandContext, readArguments, UsageError, wanted } from '../commands/command.ts';
import type { Authority, NeededRoles, StaffPorts } from './authority.ts';

/** What a deed is given besides its own options. */
export interface Deed {
  authority: Authority;
  /** Why, in the words of who does it. */
  reason: string;
  now: Date;
}

/** A line of what was done, or of why it was not; then nothing has changed. */
export type DeedResult = { done: string } | { refused: string };

const longestReason = 500;

/** Every option of a command in one line, and who may give it. */
function usageOf({ by, approvedBy }: NeededRoles, optionNames: readonly string[]): string {
  const options = ['by NAME', ...(approvedBy ? ['approved-by NAME'] : []), 'reason TEXT', ...optionNames];
  const people = approvedBy ? `${by.join(' or ')}, approved by ${approvedBy.join(' or ')}` : by.join(' or ');
  return `options: ${options.map((option) => `--${option}`).join(' ')}\nby ${people}`;
}

/**
 * A command that staff gives: `--by NAME`, `--approved-by NAME` where two people are needed, `--reason TEXT`, and the
 * options of the deed itself. Exit code 0 done, 1 refused.
 */
export function staffCommand<const Name extends string>(
  { authorise }: Pick<StaffPorts, 'authorise'>,
  needed: NeededRoles,
  optionNames: readonly Name[],
  run: (options: Partial<Record<Name, string>>, deed: Deed, context: CommandContext) => Promise<DeedResult>,
): Command {
  const options = Object.fromEntries(
    ['by', 'approved-by', 'reason', ...optionNames].map((name) => [name, { type: 'string' as const }]),
  );
  return async (context, args) => {
    if (args.includes('--help')) {
      context.print(usageOf(needed, optionNames));
      return 0;
    }
    const values = readArguments(args, options).values as Record<string, string | undefined>;
    const reason = wanted(values, 'reason').trim();
    if ([...reason].length > longestReason) throw new UsageError(`--reason is longer than ${longestReason} characters`);
    const authority = await authorise(needed, { by: values.by, approvedBy: values['approved-by'] });
    const result: DeedResult =
      'refusal' in authority
        ? { refused: authority.refusal }
        : await run(values as Partial<Record<Name, string>>, { authority, reason, now: context.clock.now() }, context);
    if ('done' in result) {
      context.print(result.done);
      return 0;
    }
    context.fail(`refused: ${result.refused}`);
    return 1;
  };
}
