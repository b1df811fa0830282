import type { Row } from './rows.ts';
import type { Tag } from './tags.ts';

/** Not of e2e: a journey may make a call with a client of its own. */
const clientTests = /^apps\/h5\//;

/** Calls that the client never makes: for integrators and the operator's tools. */
const callsOfOthers: ReadonlySet<string> = new Set([
  'call:POST /api/user/wallet/check-password',
  'call:GET /api/health',
  'call:GET /api/ready',
  'call:GET /api/openapi.json',
]);

/** What is wrong with the coverage, in words. Empty: every row has a test, and every tag a row. */
export function coverageFaults(rows: readonly Row[], tags: readonly Tag[]): string[] {
  const known = new Set(rows.map(({ id }) => id));
  const tested = new Set(tags.map(({ id }) => id));
  const made = new Set(tags.filter(({ file }) => clientTests.test(file)).map(({ id }) => id));
  const isUnmade = (id: string) => id.startsWith('call:') && tested.has(id) && !made.has(id) && !callsOfOthers.has(id);
  return [
    ...tags.filter(({ id }) => !known.has(id)).map(({ id, file }) => `${file}: [${id}] is no row of spec-rows.json`),
    ...[...known].filter((id) => !tested.has(id)).map((id) => `${id} has no test`),
    ...[...known].filter(isUnmade).map((id) => `${id} has no test of the client that makes it`),
  ];
}

/** The page a person reads: each row with the tests that prove it. */
export function coveragePage(rows: readonly Row[], tags: readonly Tag[]): string {
  const lines = [
    '# Coverage of the spec',
    '',
    'Made by `npm run spec-coverage` from the titles of the tests; do not edit. Rows: `docs/spec-rows.json`.',
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
  return own.length === 0 ? 'no test' : [...new Set(own)].join('<br>');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
