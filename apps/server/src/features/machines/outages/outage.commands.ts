import {
  type Command,
  type CommandContext,
  type CommandInput,
  type Confirmation,
  defineCommand,
} from '../../../platform/commands/command.ts';
import { choice, id, instant, type Option, optional, text, UsageError } from '../../../platform/commands/option.ts';
import { anyText, oneOfBoth } from '../../../platform/commands/option-words.zh.ts';
import type { Database } from '../../../platform/db/database.ts';
import { rowId } from '../../../platform/http/page.ts';
import { inClauses, type Sentence } from '../../../platform/sentence.ts';
import { type ProposalPorts, type StaffPorts, termsRoles } from '../../../platform/staff/authority.ts';
import { largestBy } from '../../../platform/staff/in-turns.ts';
import { proposableCommand } from '../../../platform/staff/proposable-command.ts';
import { wholeAndPart } from '../../../platform/staff/whole-effect.ts';
import { exampleReason } from '../texts.ts';
import { type CorrectionRow, datedBackStatuses, findSiteId, listedAtMost, readCorrections } from './outage.store.ts';
import { type OutageRequest, type OutageResult, previewOutage, recordOutage, secondsOf } from './record-outage.ts';
import * as say from './sentences.zh.ts';

const group = 'Customers and machines';
const siteName = text({
  placeholder: 'SITE',
  summary: 'every machine of the site, by its name',
  longest: 128,
  pattern: /^\P{Cc}+$/u,
  expected: anyText,
});

/** A time in the past, or `open`. */
const endOfOutage: Option<Date | 'open', true> = {
  ...instant(''),
  placeholder: 'TIME|open',
  summary: 'when it ended; open: it lasts',
  read: (given, name) => (given === 'open' ? 'open' : instant('').read(given, name)),
};

const scopeOptions = { site: optional(siteName), machine: optional(id('one machine instead')) };

export function outageCommands(
  database: Database,
  ports: StaffPorts & ProposalPorts,
): Record<'outage:record' | 'outage:list', Command> {
  return { 'outage:record': recordCommand(database, ports), 'outage:list': listCommand() };
}

function recordCommand(database: Database, ports: StaffPorts & ProposalPorts) {
  const options = {
    ...scopeOptions,
    from: instant('when it began, in an open mining day'),
    to: endOfOutage,
    status: choice(
      datedBackStatuses,
      'what the machines were instead of RUNNING; RUNNING: instead of stopped by staff',
    ),
  };
  const preview = async (given: CommandInput<typeof options>, { clock }: CommandContext) =>
    previewOutage(database, requestOf(given), clock.now());
  return proposableCommand('outage:record', ports, termsRoles, {
    group,
    summary: 'Dates a status back within open mining days, for a machine or a whole site',
    options,
    example: `--site Leshan --from 2026-12-01T02:00:00Z --to 2026-12-01T08:00:00Z --status REPAIR --reason "${exampleReason}" --by operations`,
    effects: 'irreversible',
    async confirm(given, context): Promise<Confirmation | null> {
      if (!('approved-by' in given) || given['approved-by'] === undefined) return null;
      const result = await preview(given, context);
      if (result.outcome === 'refused') return null;
      return {
        preview: describe(given, result, machinesInPreview).map(({ en }) => en),
        question: 'The status log changes at once. Type yes to continue: ',
        isConfirmedBy: (answer) => answer === 'yes',
      };
    },
    async describe(given, context) {
      const result = await preview(given, context);
      if (result.outcome === 'refused') return { refused: result.reason };
      return wholeAndPart(describe(given, result, machinesInSummary), describe(given, result, result.machines.length));
    },
    async run(given, input) {
      const result = await recordOutage(database, ports, requestOf(given), input);
      if (result.outcome === 'refused') return { refused: result.reason };
      const lines = [say.correction(result.correctionId), ...describe(given, result, machinesInSummary)];
      return { done: inClauses(lines) };
    },
  });
}

/** What a second person reads at once fits on a screen. */
const machinesInSummary = 20;
const machinesInPreview = 5000;

type Given = {
  site?: string | undefined;
  machine?: string | undefined;
  from: Date;
  to: Date | 'open';
  status: OutageRequest['status'];
};

function requestOf({ site, machine, from, to, status }: Given): OutageRequest {
  if ((site === undefined) === (machine === undefined)) throw new UsageError(oneOfBoth('site', 'machine'));
  const end = to === 'open' ? null : to;
  if (site !== undefined) return { scope: { site }, from, to: end, status };
  // A number that names no machine changes nothing, and says so.
  return { scope: { machineId: rowId(machine ?? '') ?? 0n }, from, to: end, status };
}

/** What changes, machine by machine, the largest change first. */
function describe(
  given: Given,
  { machines, machinesInScope }: Extract<OutageResult, { outcome: 'recorded' }>,
  atMost: number,
): Sentence[] {
  const hidden = machines.length - atMost;
  return [
    say.changed(given),
    say.inAll(machines.length, machinesInScope, secondsOf(machines)),
    ...largestBy(machines, ({ seconds }) => seconds)
      .slice(0, atMost)
      .map(({ machineNo, seconds }) => say.ofMachine(machineNo, seconds)),
    ...(hidden > 0 ? [say.moreMachines(hidden)] : []),
  ];
}

function listCommand(): Command {
  return defineCommand({
    group,
    summary: 'Lists statuses that were dated back, the newest first',
    options: scopeOptions,
    example: '--site Leshan',
    effects: 'reads',
    fields: {
      id: 'of the correction',
      site: 'whose machines',
      machine: 'the one machine',
      from: 'when it began',
      to: 'when it ended; null: open',
      status: 'instead of what the log said',
      machines: 'how many the log changed of',
      reason: 'why',
      recordedBy: 'who proposed it',
      approvedBy: 'the second person',
      recordedAt: 'when',
    },
    async run({ site, machine }, { database, print }) {
      const siteId = site === undefined ? null : ((await findSiteId(database, site)) ?? 0n);
      const machineId = machine === undefined ? null : (rowId(machine) ?? 0n);
      const rows = await readCorrections(database, { siteId, machineId });
      for (const row of rows) print(lineOf(row), fieldsOf(row));
      print(rows.length === listedAtMost ? `the newest ${listedAtMost}; there may be more` : `${rows.length} found`);
      return 0;
    },
  });
}

function fieldsOf({ id: correctionId, machineId: _machineId, machineNo, from, to, recordedAt, ...row }: CorrectionRow) {
  return {
    ...row,
    id: String(correctionId),
    machine: machineNo,
    from: from.toISOString(),
    to: to?.toISOString() ?? null,
    recordedAt: recordedAt.toISOString(),
  };
}

function lineOf(row: CorrectionRow): string {
  const {
    id: correctionId,
    site,
    machine,
    from,
    to,
    status,
    machines,
    reason,
    recordedBy,
    approvedBy,
    recordedAt,
  } = fieldsOf(row);
  const scope = site === null ? `machine ${machine}` : `site ${site}`;
  return `${correctionId} ${recordedAt} ${scope}: ${status} from ${from} to ${to ?? 'open'}, ${machines} machines, ${recordedBy} and ${approvedBy}: ${reason}`;
}
