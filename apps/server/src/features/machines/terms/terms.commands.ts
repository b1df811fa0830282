import { formatAmount } from '@lode/money';
import {
  type Command,
  type CommandContext,
  type CommandInput,
  type Confirmation,
  defineCommand,
} from '../../../platform/commands/command.ts';
import { readGivenFile, reportLineErrors } from '../../../platform/commands/import-command.ts';
import { date, flag, id, type Option, optional, text, UsageError } from '../../../platform/commands/option.ts';
import { anyText } from '../../../platform/commands/option-words.zh.ts';
import { readCsv } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/db/database.ts';
import { rowId } from '../../../platform/http/page.ts';
import type { LineError } from '../../../platform/imports.ts';
import { inClauses, type Sentence } from '../../../platform/sentence.ts';
import { type ProposalPorts, type StaffPorts, termsRoles } from '../../../platform/staff/authority.ts';
import {
  type Described,
  type ProposableCommand,
  proposableCommand,
} from '../../../platform/staff/proposable-command.ts';
import { noMachine } from '../../../platform/staff/refusals.zh.ts';
import { type ConsoleResult, type StaffInput, staffOptions } from '../../../platform/staff/staff-command.ts';
import { wholeAndPart } from '../../../platform/staff/whole-effect.ts';
import { changeTerms, describeTerms, previewTerms, type TermsPorts, type TermsResult } from './change-terms.ts';
import { longestFile, moreLines, ofLine, onlyCancel, sameTerms } from './refusals.zh.ts';
import { countOf, samePrice } from './sentences.zh.ts';
import { previewTariff, setTariff, type TariffResult } from './set-tariff.ts';
import { tariffOf } from './tariff-options.ts';
import { findMachineNo, readTariffHistory, readVersions } from './terms.store.ts';
import {
  defaultTariff,
  noEnd,
  readTermsLines,
  type TermsChange,
  type TermsColumn,
  termsColumns,
} from './terms-file.ts';
import { linesAtMost, rawLinesOf } from './terms-lines.ts';

export type TermsCommandDeps = { database: Database } & TermsPorts & StaffPorts & ProposalPorts;

const group = 'Customers and machines';
/** What a second person reads at once fits on a screen; `--preview` and the list of the proposal show all. */
const inSummary = { machinesAtMost: 10, customersAtMost: 15 };
const inPreview = { machinesAtMost: 5000, customersAtMost: 5000 };

export function termsCommands(deps: TermsCommandDeps): Record<string, Command> {
  return {
    'tariff:set': tariffSetCommand(deps),
    'tariff:history': tariffHistoryCommand(),
    'terms:set': termsSetCommand(deps),
    'terms:history': termsHistoryCommand(),
  };
}

const siteOption = cell('SITE', 'the site by its name');
const tariffName = optional(cell('NAME', 'the tariff of the site'), 'the one without a name');
const from = date('the first mining day, an open one; what costs a customer more is announced 3 full days before');

/** A cell of a file as an option: what it must be is said by the reader of files. */
function cell(placeholder: string, summary: string): Option<string, true> {
  return text({ placeholder, summary, longest: 128, pattern: /^\P{Cc}+$/u, expected: anyText });
}

function tariffSetCommand(deps: TermsCommandDeps): ProposableCommand {
  const options = {
    site: siteOption,
    name: tariffName,
    price: cell('PRICE', 'USDT per kWh'),
    from,
    'new-site': flag('adds the site'),
  };
  const describe = async (given: CommandInput<typeof options>, { clock }: CommandContext) =>
    describedTariff(await previewTariff(deps.database, tariffOf(given), clock.now()));
  return proposableCommand('tariff:set', deps, termsRoles, {
    group,
    summary: 'Sets the electricity price of a site from a mining day on, with a notice to customers',
    options,
    example:
      '--site Leshan --price 0.05 --from 2026-12-01 --reason "dry season" --by operations --approved-by approver',
    effects: 'irreversible',
    confirm: (given, context) => confirmation(given, () => describe(given, context)),
    describe,
    async run(given, input) {
      const result = await setTariff(deps.database, deps, tariffOf(given), input);
      if ('refused' in result) return result;
      return { done: result.outcome === 'unchanged' ? samePrice : inClauses(result.lines) };
    },
  });
}

function describedTariff(result: TariffResult): Described {
  if ('refused' in result) return result;
  if (result.outcome === 'unchanged') return { refused: samePrice };
  return wholeAndPart(result.lines, result.lines);
}

/** Shown at the terminal before two people act at once; a proposal is confirmed by `approve`. */
async function confirmation(given: object, describe: () => Promise<Described>): Promise<Confirmation | null> {
  if (!('approved-by' in given) || given['approved-by'] === undefined) return null;
  const described = await describe();
  if ('refused' in described) return null;
  return {
    preview: described.summary.en.split('; '),
    question: 'Customers get notices at once. Type yes to continue: ',
    isConfirmedBy: (answer) => answer === 'yes',
  };
}

const termOptions = {
  owner: optional(cell('ACCOUNT', 'the new owner'), 'as before'),
  site: optional(cell('SITE', 'the site by its name'), 'as before'),
  tariff: optional(cell('NAME', `a tariff of the site; ${defaultTariff}: the one without a name`), 'as before'),
  hashrate: optional(cell('HASHRATE', 'in the unit of the machine'), 'as before'),
  power: optional(cell('WATTS', 'power'), 'as before'),
  'pool-fee': optional(cell('RATE', 'the share of the pool, a fraction'), 'as before'),
  'hosting-fee': optional(cell('USDT', 'hosting of a month, THIRD machines only'), 'as before'),
  end: optional(cell('TIME', `end of the contract; ${noEnd}: it has none`), 'as before'),
  'on-site-from': optional(
    cell('DATE', `first day of hosting, THIRD machines only; ${noEnd}: the first day that the machine is ready to run`),
    'as before',
  ),
};

const columnOf: Record<keyof typeof termOptions, TermsColumn> = {
  owner: 'owner',
  site: 'site',
  tariff: 'tariff',
  hashrate: 'hashrate',
  power: 'powerWatts',
  'pool-fee': 'poolFeeRate',
  'hosting-fee': 'hostingFeeMonthly',
  end: 'endTime',
  'on-site-from': 'onSiteFrom',
};

function termsSetCommand(deps: TermsCommandDeps): ProposableCommand {
  const options = {
    id: id('the machine'),
    from,
    ...termOptions,
    cancel: flag('takes back the terms that begin on that day'),
  };
  const describe = async (given: CommandInput<typeof options>, { clock }: CommandContext) => {
    const change = await readChange(deps.database, given);
    if ('refused' in change) return change;
    return describedTerms(await previewTerms(deps.database, [change], clock.now()));
  };
  return proposableCommand('terms:set', deps, termsRoles, {
    group,
    summary: 'Changes the terms of a machine from a mining day on, with a notice to customers',
    options,
    example: '--id 7 --from 2026-12-01 --end 2027-12-01 --reason "renewed" --by operations --approved-by approver',
    effects: 'irreversible',
    confirm: (given, context) => confirmation(given, () => describe(given, context)),
    describe,
    async run(given, input) {
      const change = await readChange(deps.database, given);
      return 'refused' in change ? change : doneOrRefused(await changeTerms(deps.database, deps, [change], input));
    },
  });
}

type GivenTerms = { id: string; from: string; cancel?: boolean | undefined } & {
  [Name in keyof typeof termOptions]?: string | undefined;
};

async function readChange(database: Database, given: GivenTerms): Promise<TermsChange | { refused: Sentence }> {
  const machineId = rowId(given.id);
  const machineNo = machineId === null ? null : await findMachineNo(database, machineId);
  if (machineNo === null) return { refused: noMachine(given.id) };
  const terms = Object.entries(columnOf).map(([name, column]) => [column, given[name as keyof typeof termOptions]]);
  const values = Object.fromEntries(terms.filter(([, value]) => value !== undefined));
  if (given.cancel) {
    if (Object.keys(values).length > 0) throw new UsageError(onlyCancel);
    return { line: 1, machineNo, from: given.from, patch: null };
  }
  const { changes, errors } = readTermsLines([{ line: 1, values: { machineNo, from: given.from, ...values } }]);
  const [change] = changes;
  return change ?? { refused: inClauses(errors.map(({ reason }) => reason)) };
}

function describedTerms(result: TermsResult): Described {
  if (result.outcome === 'changed')
    return wholeAndPart(describeTerms(result, inSummary), describeTerms(result, inPreview));
  return { refused: result.outcome === 'unchanged' ? sameTerms : inOneLine(result.errors) };
}

function doneOrRefused(result: TermsResult): ConsoleResult {
  if (result.outcome === 'unchanged') return { done: sameTerms };
  const described = describedTerms(result);
  return 'refused' in described ? described : { done: described.summary };
}

const errorsInOneLine = 20;
function inOneLine(errors: readonly LineError[]): Sentence {
  const [first] = errors;
  if (errors.length === 1 && first) return first.reason;
  const shown = errors.slice(0, errorsInOneLine).map(({ line, reason }) => ofLine(line, reason));
  return inClauses([...shown, ...(errors.length > shown.length ? [moreLines(errors.length - shown.length)] : [])]);
}

/** Of `staff_proposal.input`, with room for what stands around the lines. */
const longestInput = 450_000;
const tooLong = {
  errors: [{ line: linesAtMost + 1, reason: longestFile(linesAtMost) }],
  changes: [],
};

/**
 * `import:terms FILE`. What a second person approves are the lines as they were read, not the file: that may have changed
 * meanwhile.
 */
export function importTermsCommand(deps: TermsCommandDeps): ProposableCommand {
  const read = (lines: string): { changes: TermsChange[] } | { refused: Sentence } => {
    const { changes, errors } = readTermsLines(rawLinesOf(lines));
    return errors.length > 0 ? { refused: inOneLine(errors) } : { changes };
  };
  const describe = async ({ lines }: { lines: string }, { clock }: CommandContext): Promise<Described> => {
    const file = read(lines);
    return 'refused' in file ? file : describedTerms(await previewTerms(deps.database, file.changes, clock.now()));
  };
  const proposable = proposableCommand('import:terms', deps, termsRoles, {
    group: 'Imports',
    summary: 'Changes the terms of many machines, all or none',
    options: {
      lines: text({
        placeholder: 'LINES',
        summary: 'as read',
        longest: longestInput,
        pattern: /^\[/,
        expected: 'lines',
      }),
    },
    example: '',
    effects: 'irreversible',
    describe,
    async run({ lines }, input: StaffInput) {
      const file = read(lines);
      return 'refused' in file ? file : doneOrRefused(await changeTerms(deps.database, deps, file.changes, input));
    },
  });
  const columns = [...termsColumns.required, ...termsColumns.optional.map((name) => `[${name}]`)].join(',');
  const command = defineCommand({
    group: 'Imports',
    summary: 'Changes terms of machines from mining days on, with a notice to customers',
    argument: { placeholder: 'FILE', summary: `CSV, UTF-8, with the header ${columns}; an empty cell changes nothing` },
    options: {
      preview: flag('shows what changes in money for each customer, and changes nothing'),
      ...staffOptions,
      reason: optional(staffOptions.reason, 'refused without it, except with --preview'),
    },
    people: proposable.people ?? '',
    example: 'terms.csv --reason "new site" --by operations',
    effects: 'irreversible',
    fields: {
      proposal: 'the id of the proposal, when it waits for approval',
      line: 'of a wrong line: its number, the header is 1',
      reason: 'of a wrong line: what is wrong with it',
    },
    confirm: async (given, context) => {
      const file = await readFile(given.argument ?? '');
      if (given.preview || 'errors' in file) return null;
      return confirmation(given, () => describe({ lines: file.lines }, context));
    },
    async run(given, context) {
      const file = await readFile(given.argument ?? '');
      if ('errors' in file) {
        const others = await previewTerms(deps.database, file.changes, context.clock.now());
        const errors = [...file.errors, ...(others.outcome === 'refused' ? others.errors : [])];
        return reportLineErrors(context, errors, 'nothing was changed');
      }
      const preview = await previewTerms(deps.database, file.changes, context.clock.now());
      if (preview.outcome === 'refused') return reportLineErrors(context, preview.errors, 'nothing was changed');
      if (given.preview) {
        if (preview.outcome === 'unchanged') context.print('each machine has these terms already');
        else for (const line of describeTerms(preview, inPreview)) context.print(line.en);
        return 0;
      }
      if (given.reason === undefined) throw new UsageError('--reason is missing');
      return proposable.run({ ...given, lines: file.lines } as never, withoutLines(context));
    },
  });
  return { ...command, proposal: proposable.proposal };
}

/** The lines of a file as JSON, without empty cells; or what is wrong with some, and the changes of the others. */
async function readFile(
  path: string,
): Promise<{ lines: string; changes: TermsChange[] } | { errors: LineError[]; changes: TermsChange[] }> {
  const file = await readGivenFile(path, () => readCsv(path, termsColumns));
  if (file.outcome === 'refused') return { errors: file.errors, changes: [] };
  if (file.lines.length > linesAtMost) return tooLong;
  const { errors, changes } = readTermsLines(file.lines);
  if (errors.length > 0) return { errors, changes };
  const lines = JSON.stringify(
    file.lines.map(({ line, values }) => ({
      line,
      values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
    })),
  );
  return lines.length > longestInput ? tooLong : { lines, changes };
}

/** The lines are no field of what the command prints. */
function withoutLines(context: CommandContext): CommandContext {
  const silent =
    (write: CommandContext['print']): CommandContext['print'] =>
    (line, { lines: _, ...fields } = {}) =>
      write(line, fields);
  return { ...context, print: silent(context.print), fail: silent(context.fail) };
}

function tariffHistoryCommand(): Command {
  return defineCommand({
    group,
    summary: 'Lists the prices of a site, past and announced',
    options: { site: siteOption },
    example: '--site Leshan',
    effects: 'reads',
    fields: { name: 'of the tariff', from: 'its first mining day', price: 'USDT per kWh' },
    async run({ site }, { database, print }) {
      const rows = await readTariffHistory(database, site);
      for (const { tariff, from: first, price } of rows)
        print(`${tariff || defaultTariff} from ${first}: ${price} USDT per kWh`, { name: tariff, from: first, price });
      print(countOf(rows.length, 'price'));
      return 0;
    },
  });
}

function termsHistoryCommand(): Command {
  return defineCommand({
    group,
    summary: 'Lists the terms of a machine, past and announced',
    options: { id: id('the machine') },
    example: '--id 7',
    effects: 'reads',
    fields: {
      from: 'the first mining day of a version',
      until: 'its last one; null: it has no end',
      owner: 'the account',
      site: 'by its name',
      tariff: 'of the site',
      hashrate: 'in the unit of the machine',
      powerWatts: 'watts',
      poolFeeRate: 'a fraction',
      hostingFeeMonthly: 'USDT',
      endTime: 'end of the contract',
      onSiteFrom: 'first day of hosting; null: the first day that the machine is ready to run',
      recordedAt: 'when it was changed',
      recordedBy: 'by whom',
    },
    async run({ id: given }, { database, print }) {
      const machineId = rowId(given);
      const rows = machineId === null ? [] : await readVersions(database, machineId);
      for (const row of rows) {
        const { account: owner, hostingFeeMonthly, endTime, recordedAt, ...same } = row;
        const fields = {
          ...same,
          owner,
          hostingFeeMonthly: hostingFeeMonthly === null ? null : formatAmount(hostingFeeMonthly, 'USDT'),
          endTime: endTime?.toISOString() ?? null,
          recordedAt: recordedAt.toISOString(),
        };
        print(
          `${row.from} to ${row.until ?? 'no end'}: ${owner}, site ${row.site}, tariff ${row.tariff || defaultTariff}, ${row.hashrate} at ${row.powerWatts} W, pool fee ${row.poolFeeRate}, hosting ${fields.hostingFeeMonthly ?? 'none'}, end ${fields.endTime ?? noEnd}${row.onSiteFrom === null ? '' : `, on site from ${row.onSiteFrom}`}, by ${row.recordedBy}`,
          fields,
        );
      }
      print(countOf(rows.length, 'version'));
      return 0;
    },
  });
}
