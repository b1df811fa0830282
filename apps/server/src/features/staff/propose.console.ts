import { type ConsoleData, type ConsoleInput, formActions } from '@lode/contract/console';
import type { CommandContext } from '../../platform/commands/command.ts';
import { type Option, UsageError } from '../../platform/commands/option.ts';
import { refusedWith } from '../../platform/http/console/answer.ts';
import type { ConsolePart, StaffContext } from '../../platform/http/console/console-context.ts';
import { inputOf, readRecorder } from '../../platform/http/console/staff-call.ts';
import { type Refusal, transportRefusal } from '../../platform/http/refusal.ts';
import type { Sentence } from '../../platform/sentence.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import { maskAccounts, maskSentence } from '../../platform/staff/mask-accounts.ts';
import type { ProposalHandler } from '../../platform/staff/proposable-command.ts';

export interface ProposingDeps {
  /** How an action is described and carried out, by the name of its command. */
  readonly findHandler: (action: string) => ProposalHandler | undefined;
  /** What the commands work with; their output goes nowhere. */
  context: CommandContext;
  readonly recordRefusedRole: (staff: string) => Promise<void>;
  readonly recordAudit: StaffPorts['recordAudit'];
}

/** Proposes by the commands' own declarations: an action has one description and one set of rules wherever it is given. */
export function proposingConsole(deps: ProposingDeps): ConsolePart<'proposalForms' | 'previewProposal' | 'propose'> {
  return {
    proposalForms: async ({ session: { role } }) =>
      formActions.flatMap((action) => {
        const handler = deps.findHandler(action);
        if (handler === undefined || !handler.needed.by.includes(role)) return [];
        return [{ action, fields: Object.entries(handler.options).flatMap(fieldOf) }];
      }),
    previewProposal: (context, input) =>
      asked(deps, context, input, async (handler) => {
        await recordPreview(deps, context, input);
        const described = await handler.describe(input.options, deps.context);
        return 'refused' in described ? masked(described.refused) : { summary: maskAccounts(described.summary.zh) };
      }),
    propose: (context, input) =>
      asked(deps, context, input, async (handler) => {
        const given = inputOf(context, input.reason);
        const proposed = await handler.propose(input.options, given, deps.context);
        if (!('refused' in proposed)) return { id: String(proposed.id), summary: maskAccounts(proposed.summary.zh) };
        // What it says is what a preview says.
        await recordPreview(deps, context, input);
        return masked(proposed.refused);
      }),
  };
}

type Field = ConsoleData<'proposalForms'>[number]['fields'][number];

/** The key is left to the command, which makes one of what is given. */
function fieldOf([name, { isRequired, choices = [], placeholder, isHidden }]: [string, Option]): Field[] {
  if (name === 'key' || isHidden) return [];
  const format = choices.length > 0 ? 'CHOICE' : placeholder === 'YYYY-MM-DD' ? 'DATE' : 'TEXT';
  return [{ name, isRequired, format, choices: [...choices] }];
}

/** A preview may show a customer's balances, or why it is frozen: who looked stands in the audit log. */
function recordPreview(
  { recordAudit, context: { database } }: ProposingDeps,
  staff: StaffContext,
  { action, options }: ConsoleInput<'previewProposal'>,
): Promise<void> {
  const detail = { options: JSON.stringify(options).slice(0, longestOptions) };
  return readRecorder({ database, recordAudit })(staff, 'proposal:preview', action, detail);
}

/** Lines of a file are among them. */
const longestOptions = 1000;

/** Who previews reads of no account in full. */
const masked = (sentence: Sentence): { refused: Sentence } => ({ refused: maskSentence(sentence) });

async function asked<Data extends object>(
  { findHandler, recordRefusedRole }: ProposingDeps,
  { session }: StaffContext,
  { action }: ConsoleInput<'previewProposal'>,
  work: (handler: ProposalHandler) => Promise<Data | { refused: Sentence }>,
): Promise<Data | Refusal> {
  const handler = findHandler(action);
  if (handler === undefined) throw new Error(`this program has no action ${action}`);
  if (!handler.needed.by.includes(session.role)) {
    await recordRefusedRole(session.name);
    return transportRefusal(403, { roles: handler.needed.by });
  }
  try {
    const result = await work(handler);
    return 'refused' in result ? refusedWith(result.refused) : result;
  } catch (error) {
    if (error instanceof UsageError) return refusedWith(error.sentence);
    throw error;
  }
}
