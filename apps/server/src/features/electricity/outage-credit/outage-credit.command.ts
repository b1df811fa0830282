import { type Coin, formatAmount } from '@lode/money';
import { addDays, isCalendarDate, startOfMiningDay } from '../../../platform/clock/clock.ts';
import type { CommandContext, CommandInput, Confirmation } from '../../../platform/commands/command.ts';
import { flag, id, instant, type Option, optional, text, UsageError } from '../../../platform/commands/option.ts';
import { anyText, oneOfBoth } from '../../../platform/commands/option-words.zh.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { rowId } from '../../../platform/http/page.ts';
import { inClauses, type Sentence, sentence } from '../../../platform/sentence.ts';
import { moneyRoles, type ProposalPorts, type StaffPorts } from '../../../platform/staff/authority.ts';
import { type ProposableCommand, proposableCommand } from '../../../platform/staff/proposable-command.ts';
import { noMachine, unknownSite } from '../../../platform/staff/refusals.zh.ts';
import type { ConsoleResult } from '../../../platform/staff/staff-command.ts';
import { wholeAndPart } from '../../../platform/staff/whole-effect.ts';
import { countBatches, findSameCredit, findSiteId, isMachine, readTotals } from './credit.store.ts';
import { beginCredit, CannotCredit, type CreditDeps, carryOutCredit } from './credit-outage.ts';
import type { OutageWindow } from './due.store.ts';
import { readOmittedTotal } from './omissions.store.ts';
import { exampleReason } from './outage-notice.zh.ts';
import { describeCredit, previewCredit } from './preview-credit.ts';
import * as say from './sentences.zh.ts';

/** A closed mining day, or a time within one. A day counts whole: as a beginning from its start, as an end to its end. */
function moment(summary: string, dayOf: (date: string) => Date): Option<Date, true> {
  return {
    placeholder: 'YYYY-MM-DD|TIME',
    summary,
    isRequired: true,
    read: (given, name) => (isCalendarDate(given) ? dayOf(given) : instant(summary).read(given, name)),
  };
}

const customersInSummary = 20;
const customersInPreview = 5000;
const longestReason = 100;

export function outageCreditCommand(deps: CreditDeps, staff: StaffPorts & ProposalPorts): ProposableCommand {
  const { database } = deps;
  const options = {
    site: optional(
      text({
        placeholder: 'SITE',
        summary: 'every machine of the site, by its name',
        longest: 128,
        pattern: /^\P{Cc}+$/u,
        expected: anyText,
      }),
    ),
    machine: optional(id('one machine instead')),
    from: moment('the first closed mining day, or a time in it', startOfMiningDay),
    to: moment('the last closed mining day, or a time in it', (date) => startOfMiningDay(addDays(date, 1))),
    'keep-output': flag('outputs of the time stay with the customers, at the expense of the house'),
  };
  type Given = CommandInput<typeof options>;
  const preview = async (given: Given, { clock }: Pick<CommandContext, 'clock'>) => {
    // A proposal is looked at before its reason is typed, and after it was stored.
    const { reason } = given as { reason?: string };
    const wrong = reason === undefined ? null : reasonAgainstText(reason);
    if (wrong !== null) return { refused: wrong };
    const window = await windowOf(database, given);
    if ('refused' in window) return window;
    const same = await findSameCredit(database, window);
    if (same) return { refused: say.creditedAlready(same.id) };
    return previewCredit(database, window, { keepsOutput: given['keep-output'] ?? false, now: clock.now() });
  };
  return proposableCommand('outage:credit', staff, moneyRoles, {
    group: 'Money',
    summary: 'Puts closed days right in which machines stood, for a machine or a site',
    options,
    example: `--site Leshan --from 2026-11-20T02:00:00Z --to 2026-11-20T08:00:00Z --reason "${exampleReason}" --by finance --approved-by approver`,
    effects: 'irreversible',
    async confirm(given, context): Promise<Confirmation | null> {
      if ((given as { 'approved-by'?: string })['approved-by'] === undefined) return null;
      const found = await preview(given as Given, context);
      if ('refused' in found) return null;
      return {
        preview: describeCredit(found, customersInPreview).map(({ en }) => en),
        question: 'Money moves and customers get notices at once. Type yes to continue: ',
        isConfirmedBy: (answer) => answer === 'yes',
      };
    },
    async describe(given, context) {
      const found = await preview(given, context);
      if ('refused' in found) return found;
      return wholeAndPart(describeCredit(found, customersInSummary), describeCredit(found, found.customers.length));
    },
    async run(given, { authority, reason, now }, context): Promise<ConsoleResult> {
      const wrong = reasonAgainstText(reason);
      if (wrong !== null) return { refused: wrong };
      const window = await windowOf(database, given);
      if ('refused' in window) return window;
      const keepsOutput = given['keep-output'] ?? false;
      const known = await findSameCredit(database, window);
      if (known && known.keepsOutput !== keepsOutput) {
        return { refused: say.creditedOtherwise(known.id, known.keepsOutput) };
      }
      if (!known) {
        const found = await previewCredit(database, window, { keepsOutput, now });
        if ('refused' in found) return found;
      }
      const begun = known ? null : await beginCredit(deps, { ...window, keepsOutput, reason, authority, now });
      const creditId = begun ?? (await findSameCredit(database, window))?.id;
      if (creditId === undefined) throw new Error('the credit is not there');
      try {
        await carryOutCredit(deps, creditId, () => context.clock.now());
      } catch (error) {
        if (!(error instanceof CannotCredit)) throw error;
        const { left, batches } = await countBatches(database, creditId);
        return { refused: say.waits(creditId, { left, batches }, error.reason) };
      }
      const totals = await readTotals(database, creditId);
      const omitted = await readOmittedTotal(database, creditId);
      const done = inClauses([
        begun === null ? say.creditedAlready(creditId) : say.credit(creditId),
        ...totals.map(({ coin, amount, ...total }) =>
          say.total({ ...total, amount: `${formatAmount(amount, coin as Coin)} ${coin}` }),
        ),
      ]);
      const left = say.left(omitted);
      return { done: sentence(`${done.en}${left.en}`, `${done.zh}${left.zh}`) };
    },
  });
}

function reasonAgainstText(reason: string | undefined): Sentence | null {
  const given = (reason ?? '').trim();
  return /\p{Script=Han}/u.test(given) && [...given].length <= longestReason ? null : say.chineseReason(longestReason);
}

async function windowOf(
  db: Queryable,
  { site, machine, from, to }: { site?: string | undefined; machine?: string | undefined; from: Date; to: Date },
): Promise<OutageWindow | { refused: Sentence }> {
  if ((site === undefined) === (machine === undefined)) throw new UsageError(oneOfBoth('site', 'machine'));
  if (site !== undefined) {
    const siteId = await findSiteId(db, site);
    return siteId === null ? { refused: unknownSite(site) } : { siteId, machineId: null, from, to };
  }
  const machineId = rowId(machine ?? '');
  return machineId === null || !(await isMachine(db, machineId))
    ? { refused: noMachine(machine ?? '') }
    : { siteId: null, machineId, from, to };
}
