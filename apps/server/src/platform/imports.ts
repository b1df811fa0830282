import { sameAsLine } from './csv-words.zh.ts';
import type { Database, Queryable, Transaction } from './db/database.ts';
import { type Sentence, sentence } from './sentence.ts';

/** One line of a CSV file, by its number in the file (the header is line 1) and the names of its columns. */
export interface RawLine<Column extends string = string> {
  line: number;
  values: Partial<Record<Column, string>>;
  /** Why its cells cannot be separated; then `values` is empty. */
  wrong?: Sentence;
}

/** What is wrong with a line, in words for the person who wrote the file. */
export interface LineError {
  line: number;
  reason: Sentence;
}

/** A file comes in whole or not at all; a line that is there already with the same values is fine. */
export type ImportResult =
  | {
      outcome: 'imported';
      imported: number;
      alreadyThere: number;
      /** The lines of those that were new. */
      newLines: readonly number[];
    }
  | { outcome: 'refused'; errors: LineError[] };

/** What a file would bring in, as a person reads it before it comes in. */
export interface ImportPreview {
  /** As the file calls them. */
  columns: string[];
  /** The first that are new, a cell for each column. */
  rows: { line: number; cells: string[] }[];
  /** What is created along with the rows because its name is new, with the line that names it first and how many rows do. */
  added: { kind: 'SITE' | 'MODEL'; name: string; line: number; count: number; facts: string }[];
  /** Times are written as dates, which have no zone. */
  hasDatesAlone: boolean;
}

const rowsAtMost = 20;

/** The first of `facts` that are new, cell by cell as they are stored. */
export function previewOf<Column extends string, Fact extends { line: number }>(
  columns: readonly Column[],
  facts: readonly Fact[],
  newLines: readonly number[],
  cellsOf: (fact: Fact) => Record<Column, string>,
): ImportPreview {
  const isNew = new Set(newLines);
  const rows = facts.filter(({ line }) => isNew.has(line)).slice(0, rowsAtMost);
  return {
    columns: [...columns],
    rows: rows.map((fact) => {
      const cells = cellsOf(fact);
      return { line: fact.line, cells: columns.map((column) => cells[column]) };
    }),
    added: [],
    hasDatesAlone: false,
  };
}

/**
 * Brings in facts that never change once they are there. They are inserted first and compared afterwards, so that what
 * another import added at the same moment is compared too; any reason against any line takes the whole file back.
 */
export async function importFacts<Fact extends { line: number }>(
  database: Database,
  { facts, errors }: { facts: readonly Fact[]; errors: readonly LineError[] },
  importer: {
    /** Answers those that were new. */
    readonly insert: (dbTx: Transaction, facts: readonly Fact[]) => Promise<readonly Fact[]>;
    readonly contradictions: (db: Queryable, facts: readonly Fact[]) => Promise<LineError[]>;
  },
): Promise<ImportResult> {
  let refused: LineError[] = [];
  try {
    return await database.transaction(async (dbTx) => {
      const fresh = await importer.insert(dbTx, facts);
      const reasons = [...errors, ...(await importer.contradictions(dbTx, facts))];
      if (reasons.length > 0) {
        refused = reasons;
        throw new RefusedImport();
      }
      const imported = fresh.length;
      const newLines = fresh.map(({ line }) => line);
      return { outcome: 'imported', imported, alreadyThere: facts.length - imported, newLines };
    });
  } catch (error) {
    if (!(error instanceof RefusedImport)) throw error;
    return { outcome: 'refused', errors: refused.toSorted((a, b) => a.line - b.line) };
  }
}

class RefusedImport extends Error {
  override readonly name = 'RefusedImport';
}

/** Reads each line with `read`, drops those with reasons against them, and names lines that repeat an earlier one's key. */
export function readFacts<Column extends string, Fact>(
  rawLines: readonly RawLine<Column>[],
  read: (line: RawLine<Column>) => {
    fact: Fact;
    key: string;
    /** For the person who wrote the file, where the key alone does not say what it is. */
    keyName?: Sentence;
    reasons: readonly Sentence[];
  },
): { facts: (Fact & { line: number })[]; errors: LineError[] } {
  const facts: (Fact & { line: number })[] = [];
  const errors: LineError[] = [];
  const firstLine = new Map<string, number>();
  for (const raw of rawLines) {
    if (raw.wrong !== undefined) {
      errors.push({ line: raw.line, reason: raw.wrong });
      continue;
    }
    const { fact, key, keyName = sentence(key, key), reasons } = read(raw);
    const first = firstLine.get(key);
    if (first === undefined) firstLine.set(key, raw.line);
    const all = first === undefined ? reasons : [...reasons, sameAsLine(keyName, first)];
    if (all.length === 0) facts.push({ ...fact, line: raw.line });
    errors.push(...all.map((reason) => ({ line: raw.line, reason })));
  }
  return { facts, errors };
}
