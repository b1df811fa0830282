import {
  type Command,
  type CommandContext,
  type CommandDeclaration,
  type CommandInput,
  defineCommand,
  type Fields,
} from '../commands/command.ts';
import { type Option, type Options, optional, text } from '../commands/option.ts';
import { englishOf, type Sentence, type Wording } from '../sentence.ts';
import type { Authority, NeededRoles, StaffPorts } from './authority.ts';

/** What a staff command is given besides its own options. */
export interface StaffInput {
  authority: Authority;
  /** Why, as the person wrote it. */
  reason: string;
  now: Date;
  /** What the proposal fixed when it was made; absent where two people act at once. */
  bound?: Readonly<Record<string, string>>;
  /** Given in a browser: this process serves requests and signs nothing, even where it could reach a key. */
  signsElsewhere?: true;
}

/** A line that says what was done, or why it was refused; then nothing has changed. */
export type StaffResult<Line extends Wording = Wording> = { done: Line } | { refused: Line };

/** Of an action that the console gives too. */
export type ConsoleResult = StaffResult<Sentence>;

const staffName = { placeholder: 'NAME', longest: 64, pattern: /^\P{Cc}+$/u, expected: 'a name of the staff' };

export const staffOptions = {
  // A missing name is a refusal, not wrong usage: the roles of the person decide.
  by: optional(text({ ...staffName, summary: 'who does it' }), 'required'),
  'approved-by': optional(text({ ...staffName, summary: 'the second person, another one' })),
  reason: text({
    placeholder: 'TEXT',
    summary: 'why, for the audit log',
    longest: 500,
    pattern: /\S/,
    expected: 'a text',
  }),
};

export interface StaffCommandDeclaration<O extends Options>
  extends Omit<CommandDeclaration<O>, 'run' | 'people' | 'canCreateDatabase' | 'argument'> {
  readonly run: (options: CommandInput<O>, input: StaffInput, context: CommandContext) => Promise<StaffResult>;
}

/** A command that staff gives: its own options and `--by NAME`, `--approved-by NAME`, `--reason TEXT`. */
export function staffCommand<const O extends Options>(
  { authorise }: Pick<StaffPorts, 'authorise'>,
  needed: NeededRoles,
  { run, fields, ...declaration }: StaffCommandDeclaration<O>,
): Command {
  const own = Object.keys(declaration.options);
  return defineCommand({
    ...(declaration as unknown as StaffCommandDeclaration<Options>),
    options: { ...declaration.options, ...staffOptions, 'approved-by': secondPerson(needed) },
    people: peopleOf(needed),
    fields: { ...Object.fromEntries(own.map((name) => [name, `--${name} as given`])), ...fields },
    async run(input, context) {
      const {
        by,
        'approved-by': approvedBy,
        reason,
      } = input as { by?: string; 'approved-by'?: string; reason: string };
      const authority = await authorise(needed, { by, approvedBy });
      const result: StaffResult =
        'refusal' in authority
          ? { refused: authority.refusal }
          : await run(
              input as CommandInput<O>,
              { authority, reason: reason.trim(), now: context.clock.now() },
              context,
            );
      return report(result, echoOf(input, own), context);
    },
  });
}

/** One who is named without need is a witness, whom the help does not ask for. */
function secondPerson({ approvedBy }: NeededRoles): Option<string, false> {
  const option = staffOptions['approved-by'];
  return approvedBy ? { ...option, otherwise: 'required' } : { ...option, isHidden: true };
}

/** The own options of a command as its JSON objects repeat them. */
export function echoOf(input: CommandInput, own: readonly string[]): Fields {
  return Object.fromEntries(
    Object.entries(input as Record<string, unknown>)
      .filter(([name]) => own.includes(name))
      .map(([name, value]) => [
        name,
        value instanceof Date ? value.toISOString() : (value as string | number | boolean),
      ]),
  );
}

/** Prints the result; the exit code. */
export function report(result: StaffResult, fields: Fields, { print, fail }: CommandContext): number {
  if ('done' in result) {
    print(englishOf(result.done), fields);
    return 0;
  }
  fail(`refused: ${englishOf(result.refused)}`, fields);
  return 1;
}

export function peopleOf({ by, approvedBy }: NeededRoles): string {
  const second = approvedBy ? `, approved by ${approvedBy.join(' or ')}` : '';
  return `By ${by.join(' or ')}${second}.`;
}
