import type { Row } from './rows.ts';
import type { Tag } from './tags.ts';

export interface CoverageInput {
  rows: readonly Row[];
  tags: readonly Tag[];
  notBuilt: readonly string[];
  /** The list as committed before; null where there is no history to compare with. */
  notBuiltBefore: readonly string[] | null;
  /** Rows that the committed spec-rows.json had; a row that is new may enter the list. */
  rowsBefore: readonly string[] | null;
}

/** What is wrong with the coverage, in words. Empty: every row has a test or stands in the list. */
export function coverageFaults(input: CoverageInput): string[] {
  const known = new Set(input.rows.map(({ id }) => id));
  const tested = new Set(input.tags.map(({ id }) => id));
  const listed = new Set(input.notBuilt);
  const before = input.notBuiltBefore && new Set(input.notBuiltBefore);
  const rowsBefore = input.rowsBefore && new Set(input.rowsBefore);
  const faults: string[] = [];

  for (const { id, file } of input.tags)
    if (!known.has(id)) faults.push(`${file}: [${id}] is no row of spec-rows.json`);
  for (const id of listed) {
    if (!known.has(id)) faults.push(`${id} stands in spec-not-built.json but is no row`);
    else if (tested.has(id)) faults.push(`${id} has a test but still stands in spec-not-built.json`);
    if (before && !before.has(id) && (!rowsBefore || rowsBefore.has(id))) {
      faults.push(`${id} was added to spec-not-built.json: the list only shrinks`);
    }
  }
  for (const id of known) {
    if (!tested.has(id) && !listed.has(id)) faults.push(`${id} has no test and does not stand in spec-not-built.json`);
  }
  return faults;
}

/** The page a person reads: each row with the tests that prove it. */
export function coveragePage(rows: readonly Row[], tags: readonly Tag[]): string {
  const lines = [
    '# Coverage of the spec',
    '',
    'Made by `npx tsx scripts/spec-coverage.ts` from the titles of the tests; do not edit. Rows: `docs/spec-rows.json`.',
    '',
    `${rows.filter(({ id }) => tags.some((tag) => tag.id === id)).length} of ${rows.length} rows have a test.`,
  ];
  for (const section of new Set(rows.map((row) => row.section))) {
    lines.push('', `## ${section}`, '', '| row | what | proved by |', '|---|---|---|');
    for (const row of rows.filter((each) => each.section === section)) {
      lines.push(`| \`${row.id}\` | ${cell(row.text)} | ${proofs(row, tags)} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function proofs(row: Row, tags: readonly Tag[]): string {
  const own = tags
    .filter(({ id }) => id === row.id)
    .map(({ file, title }) => `\`${file}\` ${cell(title)}`)
    .sort();
  return own.length === 0 ? 'not built yet' : [...new Set(own)].join('<br>');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
