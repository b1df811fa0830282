import { type Command, type CommandContext, type CommandInput, defineCommand } from '../commands/command.ts';
import { type Option, type Options, UsageError } from '../commands/option.ts';
import { missingOption, unknownOption } from '../commands/option-words.zh.ts';
import type { Sentence } from '../sentence.ts';
import type { NeededRoles, ProposalPorts, ProposedEvent, RefusalBeside, StaffPorts } from './authority.ts';
import {
  type ConsoleResult,
  echoOf,
  peopleOf,
  report,
  type StaffCommandDeclaration,
  type StaffInput,
  staffOptions,
} from './staff-command.ts';

/** How `approve --id N` runs an action that was proposed. */
export interface ProposalHandler {
  needed: NeededRoles;
  /** The action's own options: what a form asks for. */
  options: Options;
  /** What a second person would read, from options as the command line has them. Changes nothing; throws `UsageError`. */
  readonly describe: (texts: OptionTexts, context: CommandContext) => Promise<Described>;
  /** Stores the action until a second person approves it; throws `UsageError`. The roles have been checked. */
  readonly propose: (texts: OptionTexts, input: StaffInput, context: CommandContext) => Promise<Proposed>;
  /** `stored` is the proposal's input. It marks the proposal approved by its audit line. */
  readonly approve: (stored: unknown, input: StaffInput, context: CommandContext) => Promise<ConsoleResult>;
  /** What a stored proposal would do now, or why it would be refused. Changes nothing. */
  readonly describeStored: (stored: unknown, context: CommandContext) => Promise<Described>;
}

/** Options by name, as the command line has them. */
export type OptionTexts = Readonly<Record<string, string>>;

export type Proposed = { id: bigint; summary: Sentence } | { refused: Sentence };

/** A staff command that two people may also give one after the other. */
export type ProposableCommand = Command & { proposal: ProposalHandler };

export const isProposable = (command: Command): command is ProposableCommand => 'proposal' in command;

interface ProposableDeclaration<O extends Options> extends Omit<StaffCommandDeclaration<O>, 'effects' | 'run'> {
  effects: 'changes' | 'irreversible';
  readonly run: (options: CommandInput<O>, input: StaffInput, context: CommandContext) => Promise<ConsoleResult>;
  /**
   * What the second person will read before approving; or why the action would be refused now. Changes nothing.
   */
  readonly describe: (options: CommandInput<O>, context: CommandContext) => Promise<Described>;
  /** The option that names what it is about, where only one proposal of the action may wait for each. */
  oneOf?: keyof O & string;
}

export type Described =
  | {
      summary: Sentence;
      /** Every line of the effect, where the summary has only a part. */
      lines?: readonly Sentence[];
      /** Comes back to `run` when the proposal is approved. */
      bound?: Readonly<Record<string, string>>;
      /** What the customer hears as soon as it is proposed. */
      event?: ProposedEvent;
      /** What it must not wait beside. */
      readonly refusalBeside?: RefusalBeside;
    }
  | { refused: Sentence };

/**
 * A staff command that needs two people. With `--approved-by` it acts at once; without, it stores a proposal, and
 * `approve --id N` by another person acts. Its `run` must write its audit line in the transaction of the action.
 */
export function proposableCommand<const O extends Options>(
  action: string,
  ports: Pick<StaffPorts, 'authorise'> & ProposalPorts,
  needed: NeededRoles,
  { run, describe, fields, oneOf, ...declaration }: ProposableDeclaration<O>,
): ProposableCommand {
  const own = Object.keys(declaration.options);
  const command = defineCommand({
    ...(declaration as unknown as StaffCommandDeclaration<Options>),
    options: { ...declaration.options, ...staffOptions },
    people: `${peopleOf(needed)} Without --approved-by it is proposed, and another person approves it.`,
    fields: {
      ...Object.fromEntries(own.map((name) => [name, `--${name} as given`])),
      proposal: 'the id of the proposal, when it waits for approval',
      ...fields,
    },
    async run(input, context) {
      const { by, 'approved-by': approvedBy, reason: given } = input as Record<string, string>;
      const options = input as CommandInput<O>;
      const reason = (given ?? '').trim();
      const echo = echoOf(input, own);
      const roles = approvedBy === undefined ? { by: needed.by } : needed;
      const authority = await ports.authorise(roles, { by, approvedBy });
      if ('refusal' in authority) return report({ refused: authority.refusal }, echo, context);
      const now = context.clock.now();
      if (authority.approver !== null) {
        return report(await run(options, { authority, reason, now }, context), echo, context);
      }
      const proposed = await propose(options, { authority, reason, now }, context);
      if ('refused' in proposed) return report(proposed, echo, context);
      const { id, summary } = proposed;
      return report({ done: `proposed as ${id}: ${summary.en}` }, { ...echo, proposal: String(id) }, context);
    },
  });

  async function propose(
    options: CommandInput<O>,
    { authority, reason, now }: StaffInput,
    context: CommandContext,
  ): Promise<Proposed> {
    // As at a terminal: a reason that customers read is held to its rules before it is stored.
    const described = await describe({ ...options, reason }, context);
    if ('refused' in described) return described;
    const { summary, bound, event, refusalBeside } = described;
    const input = { ...storedOf(options as Record<string, unknown>, own), ...(bound && { [boundKey]: bound }) };
    const optional = { ...(event && { event }), ...(oneOf && { oneOf }), ...(refusalBeside && { refusalBeside }) };
    const proposed = await ports.propose({ action, input, summary, reason, authority, at: now, ...optional });
    return 'refused' in proposed ? proposed : { ...proposed, summary };
  }
  return {
    ...command,
    proposal: {
      needed,
      options: declaration.options,
      describe: (texts, context) => describe(readOptions<O>(declaration.options, texts), context),
      propose: (texts, input, context) => propose(readOptions<O>(declaration.options, texts), input, context),
      approve: (stored, input, context) =>
        run(readStored<O>(declaration.options, stored), { ...input, ...boundOf(stored) }, context),
      describeStored: (stored, context) => describe(readStored<O>(declaration.options, stored), context),
    },
  };
}

/** Beside the options in a stored proposal; no option is called so. */
const boundKey = '(bound)';

function boundOf(stored: unknown): Pick<StaffInput, 'bound'> {
  const bound = (stored as Record<string, StaffInput['bound']>)[boundKey];
  return bound === undefined ? {} : { bound };
}

/** Option values as the command line has them, so that they are read again by the same declarations. */
function storedOf(input: Record<string, unknown>, own: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input)
      .filter(([name, value]) => own.includes(name) && value !== undefined)
      .map(([name, value]) => [name, value instanceof Date ? value.toISOString() : String(value)]),
  );
}

/** Throws `UsageError` for an option that is not there, is missing, or is not what it has to be. */
function readOptions<O extends Options>(options: O, texts: OptionTexts): CommandInput<O> {
  const unknown = Object.keys(texts).find((name) => !Object.hasOwn(options, name));
  if (unknown !== undefined) throw new UsageError(unknownOption(unknown));
  const missing = Object.entries<Option>(options).find(
    ([name, { isRequired }]) => isRequired && texts[name] === undefined,
  );
  if (missing) throw new UsageError(missingOption(missing[0]));
  return readStored(options, texts);
}

function readStored<O extends Options>(options: O, stored: unknown): CommandInput<O> {
  const texts = stored as Record<string, string>;
  const read = Object.entries<Option>(options).map(([name, option]) => {
    const text = texts[name];
    return [name, text === undefined ? undefined : option.read(text, name)];
  });
  return Object.fromEntries(read) as CommandInput<O>;
}
