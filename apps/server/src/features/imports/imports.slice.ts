import { createHash } from 'node:crypto';
import type { ConsoleInput, importActions } from '@lode/contract/console';
import type { ConsoleImport, GivenFile } from '../../platform/console-import.ts';
import { type CsvBounds, type CsvFile, parseCsv } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import { rehearsal } from '../../platform/db/rehearsal.ts';
import { refusedWith } from '../../platform/http/console/answer.ts';
import type { ConsolePart, StaffContext } from '../../platform/http/console/console-context.ts';
import { createFileSlots } from '../../platform/http/file-slots.ts';
import { badInput, type Refusal, transportRefusal } from '../../platform/http/refusal.ts';
import type { ImportPreview, ImportResult, LineError } from '../../platform/imports.ts';
import { authorityOf, type NeededRoles, type StaffPorts } from '../../platform/staff/authority.ts';
import * as say from './sentences.zh.ts';

type Input = ConsoleInput<'previewImport'>;
type Kind = Input['kind'];

export interface Importer extends ConsoleImport {
  needed: NeededRoles;
}

export interface ImportsDeps extends Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  importers: Record<Kind, Importer>;
  /** Writes to the security log that a member asked for what its role does not have. */
  readonly recordRefusedRole: (staff: string) => Promise<void>;
}

/** Of what a browser sends: the command takes more. */
const bounds: CsvBounds = { bytes: 4_000_000, lines: 20_000, characters: 65_536 };
const shownErrors = 200;
/** Each holds a connection as long as it takes, of those that customers' calls have too. */
const mostFilesAtOnce = 2;
const actions: Record<Kind, (typeof importActions)[number]> = {
  CUSTOMERS: 'import:customers',
  MACHINES: 'import:machines',
  NETWORK_DAYS: 'import:network-days',
  PRICES: 'import:prices',
  RATES: 'import:rates',
  POOL_REPORT: 'import:pool-report',
  DENY_LIST: 'import:deny-list',
};

/** Imports in a browser: a file is tried in a transaction that is taken back, and then brought in with a reason. */
export function importsSlice(deps: ImportsDeps): { consoleHandlers: ConsolePart<'previewImport' | 'runImport'> } {
  const { database, importers, recordAudit } = deps;
  const slots = createFileSlots(mostFilesAtOnce);

  /** Few at once, and one for each member: what a file says of accounts is asked one file after the other. */
  const inTurn =
    <Given extends Input, Answer>(
      work: (context: StaffContext, input: Given, file: OpenedFile) => Promise<Answer | Refusal>,
    ) =>
    async (context: StaffContext, input: Given): Promise<Answer | Refusal> => {
      const refused = await refusedInput(deps, context, input);
      if (refused !== null) return refused;
      const leave = slots.take(context.session.staffId);
      if (leave === null) return refusedWith(say.busy);
      try {
        return await work(context, input, opened(importers[input.kind], input, context));
      } finally {
        leave();
      }
    };

  return {
    consoleHandlers: {
      previewImport: inTurn(async ({ session, now }, { kind }, { importer, file, given }) => {
        // What is wrong with a line says whether an account is there, and how it is named: who asked is known before.
        await recordAudit(database, {
          at: now,
          authority: authorityOf(session),
          action: 'import:preview',
          subject: actions[kind],
          reason: 'console',
          detail: {
            sha256: given.hash.toString('hex'),
            lines: file.outcome === 'read' ? file.lines.length : 0,
            ...(importer.hasCoin && { coin: given.coin }),
          },
        });
        if (file.outcome === 'refused') return { ...countsOf(file, 0, given.hash), ...shownOf(nothingToShow) };
        const { lines } = file;
        const result = await importer.run(rehearsal(database), lines, given);
        const preview =
          result.outcome === 'imported'
            ? await importer.preview(lines, result.newLines, given, database)
            : nothingToShow;
        return { ...countsOf(result, lines.length, given.hash), ...shownOf(preview) };
      }),
      runImport: inTurn(async ({ session, now }, input: ConsoleInput<'runImport'>, { importer, file, given }) => {
        if (given.hash.toString('hex') !== input.hash) return refusedWith(say.otherFile);
        if (file.outcome === 'refused') return wrongFile(file.errors);
        // Before it works, as the command: nothing is brought in without it.
        await recordAudit(database, {
          at: now,
          authority: authorityOf(session),
          action: actions[input.kind],
          subject: `file ${input.fileName}`,
          reason: input.reason.trim(),
          detail: { sha256: input.hash, ...(importer.hasCoin && { coin: given.coin }) },
        });
        const result = await importer.run(database, file.lines, {
          ...given,
          importer: { by: session.name, fileName: input.fileName },
        });
        if (result.outcome === 'refused') return wrongFile(result.errors);
        return { imported: result.imported, alreadyThere: result.alreadyThere };
      }),
    },
  };
}

interface OpenedFile {
  importer: Importer;
  file: CsvFile<string>;
  given: GivenFile;
}

const opened = (importer: Importer, { coin = 'BTC', text }: Input, { now }: StaffContext): OpenedFile => ({
  importer,
  file: parseCsv(text, importer.columns, bounds),
  given: { now, coin, hash: createHash('sha256').update(text).digest() },
});

/** Who may not bring it in, and a coin of a file whose lines have their own. */
async function refusedInput(
  { importers, recordRefusedRole }: ImportsDeps,
  { session }: StaffContext,
  { kind, coin }: Input,
): Promise<Refusal | null> {
  const { needed, hasCoin } = importers[kind];
  if (!needed.by.includes(session.role)) {
    await recordRefusedRole(session.name);
    return transportRefusal(403, { roles: needed.by });
  }
  return coin === undefined || hasCoin ? null : badInput('coin');
}

const nothingToShow: ImportPreview = { columns: [], rows: [], added: [], hasDatesAlone: false };
const addedAtMost = 50;

const shownOf = ({ added, ...preview }: ImportPreview) => ({
  ...preview,
  added: added.slice(0, addedAtMost),
  moreAdded: Math.max(0, added.length - addedAtMost),
});

function countsOf(result: ImportResult, lines: number, hash: Buffer) {
  const errors = result.outcome === 'refused' ? result.errors.toSorted((a, b) => a.line - b.line) : [];
  const counts = result.outcome === 'imported' ? result : { imported: 0, alreadyThere: 0 };
  return {
    lines,
    fresh: counts.imported,
    alreadyThere: counts.alreadyThere,
    errors: errors.slice(0, shownErrors).map(({ line, reason }) => ({ line, reason: reason.zh })),
    moreErrors: Math.max(0, errors.length - shownErrors),
    hash: hash.toString('hex'),
  };
}

function wrongFile(errors: readonly LineError[]): Refusal {
  const [first] = errors.toSorted((a, b) => a.line - b.line);
  return refusedWith(say.wrongLine(first?.line ?? 1, first?.reason.zh ?? '', errors.length));
}
