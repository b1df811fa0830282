import { createHash } from 'node:crypto';
import type { ConsoleInput, importActions } from '@lode/contract/console';
import { type CsvBounds, type CsvColumns, parseCsv } from '../../platform/csv.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { rehearsal } from '../../platform/db/rehearsal.ts';
import { refusedWith } from '../../platform/http/console/answer.ts';
import type { ConsolePart, StaffContext } from '../../platform/http/console/console-context.ts';
import { type Refusal, transportRefusal } from '../../platform/http/refusal.ts';
import type { ImportPreview, ImportResult, LineError, RawLine } from '../../platform/imports.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { authorityOf, type NeededRoles, type StaffPorts } from '../../platform/staff/authority.ts';
import * as say from './sentences.zh.ts';

type Kind = ConsoleInput<'previewImport'>['kind'];

/** What is wrong is said in both languages. */
type Result = ImportResult<Sentence>;

/** How a kind of file is brought in, as its command does it. */
export interface Importer {
  columns: CsvColumns<string>;
  needed: NeededRoles;
  /** Of lines that `run` found right. */
  readonly preview: (db: Queryable, lines: RawLine[]) => Promise<ImportPreview>;
  readonly run: (
    database: Database,
    lines: RawLine[],
    now: Date,
    hash: Buffer,
    importedBy?: { by: string; fileName: string },
  ) => Promise<Result>;
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
const actions: Record<Kind, (typeof importActions)[number]> = {
  CUSTOMERS: 'import:customers',
  MACHINES: 'import:machines',
};

/** Imports in a browser: a file is tried in a transaction that is taken back, and then brought in with a reason. */
export function importsSlice(deps: ImportsDeps): { consoleHandlers: ConsolePart<'previewImport' | 'runImport'> } {
  const { database, importers, recordAudit } = deps;
  const read = ({ kind, text }: ConsoleInput<'previewImport'>) => ({
    file: parseCsv(text, importers[kind].columns, bounds),
    hash: createHash('sha256').update(text).digest(),
  });
  return {
    consoleHandlers: {
      async previewImport(context, input) {
        const refused = await refusedRole(deps, context, input.kind);
        if (refused !== null) return refused;
        const { file, hash } = read(input);
        const result =
          file.outcome === 'refused'
            ? file
            : await importers[input.kind].run(rehearsal(database), file.lines, context.now, hash);
        const lines = file.outcome === 'read' ? file.lines : [];
        const preview =
          result.outcome === 'imported' ? await importers[input.kind].preview(database, lines) : nothingToShow;
        return { ...countsOf(result, lines.length, hash), ...shownOf(preview) };
      },
      async runImport(context, input) {
        const refused = await refusedRole(deps, context, input.kind);
        if (refused !== null) return refused;
        const { file, hash } = read(input);
        if (hash.toString('hex') !== input.hash) return refusedWith(say.otherFile);
        if (file.outcome === 'refused') return wrongFile(file.errors);
        const { session, now } = context;
        // Before it works, as the command: nothing is brought in without it.
        await recordAudit(database, {
          at: now,
          authority: authorityOf(session),
          action: actions[input.kind],
          subject: `file ${input.fileName}`,
          reason: input.reason.trim(),
          detail: { sha256: input.hash },
        });
        const result = await importers[input.kind].run(database, file.lines, now, hash, {
          by: session.name,
          fileName: input.fileName,
        });
        if (result.outcome === 'refused') return wrongFile(result.errors);
        return { imported: result.imported, alreadyThere: result.alreadyThere };
      },
    },
  };
}

async function refusedRole(
  { importers, recordRefusedRole }: ImportsDeps,
  { session }: StaffContext,
  kind: Kind,
): Promise<Refusal | null> {
  const { by } = importers[kind].needed;
  if (by.includes(session.role)) return null;
  await recordRefusedRole(session.name);
  return transportRefusal(403, { roles: by });
}

const nothingToShow: ImportPreview = { columns: [], rows: [], added: [], hasDatesAlone: false };
const addedAtMost = 50;

const shownOf = ({ added, ...preview }: ImportPreview) => ({
  ...preview,
  added: added.slice(0, addedAtMost),
  moreAdded: Math.max(0, added.length - addedAtMost),
});

function countsOf(result: Result, lines: number, hash: Buffer) {
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

function wrongFile(errors: readonly LineError<Sentence>[]): Refusal {
  const [first] = errors.toSorted((a, b) => a.line - b.line);
  return refusedWith(say.wrongLine(first?.line ?? 1, first?.reason.zh ?? '', errors.length));
}
