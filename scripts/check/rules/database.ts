import { fileRule, isTest, type Rule } from './rule.ts';

const writesLedger =
  /\b(insert\s+into|update|delete\s+from|truncate(\s+table)?|merge\s+into|copy)\s+(only\s+)?ledger\./i;
const mayWriteLedger =
  /^packages\/ledger\/|^db\/migrations\/[0-9]{4}_ledger[a-z_]*\.sql$|^db\/schema\.sql$|^bench\/[a-z-]+\/history\.ts$/;

/**
 * Only the ledger's own functions write its tables. The database's grants say the same; this says it before a test runs. A bench
 * puts years of rows into a database of its own, past every guard.
 */
export const ledgerWritesRule = fileRule(
  'ledger writes',
  (file) =>
    /\.(tsx?|sql)$/.test(file) && !mayWriteLedger.test(file) && !isTest(file) && !file.startsWith('scripts/check/'),
  (_file, source) =>
    [...source.matchAll(new RegExp(writesLedger, 'gi'))].map((match) => ({
      line: source.slice(0, match.index).split('\n').length,
      problem: `${match[0]}… writes a ledger table: post through @lode/ledger`,
    })),
);

const isMigration = (file: string): boolean => /^db\/migrations\/.*\.sql$/.test(file);

/** A table without a grant in its own migration would be found missing in production first. */
export const grantsRule = fileRule('grants', isMigration, (_file, source) => {
  const code = source.replace(/--.*$/gm, '');
  const tables = [...code.matchAll(/create\s+table\s+(?:if\s+not\s+exists\s+)?([a-z_.]+)/gi)].map(
    ([, name = '']) => name,
  );
  const granted = [...code.matchAll(/grant\s+[a-z, ()_]+?\s+on\s+(?:table\s+)?([^;]+?)\s+to\s+lode_/gi)].flatMap(
    ([, names = '']) => names.split(',').map((name) => name.trim()),
  );
  const whole = [
    ...code.matchAll(/grant\s+[a-z, ]+?\s+on\s+all\s+tables\s+in\s+schema\s+([a-z_]+)\s+to\s+lode_/gi),
  ].map(([, schema = '']) => schema);
  return tables
    .filter(
      (table) =>
        !granted.includes(table) && !whole.includes(table.includes('.') ? (table.split('.')[0] ?? '') : 'public'),
    )
    .map((table) => ({ problem: `table ${table} has no grant to a role of the server` }));
});

/** Migrations run in the order of their numbers: no gap, no number twice. */
export const migrationOrderRule: Rule = {
  name: 'migration order',
  check: (repo) =>
    repo.files
      .filter(isMigration)
      .map((file, index) => ({ file, expected: `db/migrations/${String(index + 1).padStart(4, '0')}_` }))
      .filter(({ file, expected }) => !file.startsWith(expected))
      .map(({ file, expected }) => ({ file, problem: `expected the number ${expected.slice(-5, -1)}` })),
};

/** The ledger's own files, and these rules with their test. */
const knowsTheEncoding =
  /^packages\/ledger\/|^db\/migrations\/[0-9]{4}_ledger[a-z_]*\.sql$|^db\/schema\.sql$|^scripts\/check\/rules\/database/;

const account = String.raw`\b(?:\w+_)?(?:account|debit|credit)(?:_id|Id)?\b(?:::bigint)?\)?`;
const customer = String.raw`(?:\bcustomer\w*(?:\.\w+)?|\$\d+(?:::bigint)?|\$\{[^{}]*\}|\bid)`;

const encodings: readonly RegExp[] = [
  // account / 100, debit % 100, abs(credit) % 10
  new RegExp(String.raw`${account}\s*[/%]\s*\(?100?n?\b`, 'g'),
  // customer * 100, $1 * 100 + 22
  new RegExp(String.raw`\bcustomer\w*(?:\.\w+)?\s*\*\s*100n?\b`, 'g'),
  new RegExp(String.raw`${customer}\s*\*\s*100n?\s*\+\s*\S`, 'g'),
  // account = 1000122, debit in (11, 22), credit between -114 and -111
  new RegExp(String.raw`${account}\s*(?:=|<>|in\s*\(|between)\s*-?\d{2,}`, 'g'),
];

/** How an account id is composed is known to the ledger alone: others ask its views and functions. */
export const ledgerEncodingRule = fileRule(
  'ledger encoding',
  (file) => /\.(tsx?|mjs|sql)$/.test(file) && !knowsTheEncoding.test(file) && !/^apps\/h5\/|^packages\/ui\//.test(file),
  (_file, source) =>
    encodings.flatMap((encoding) =>
      [...source.matchAll(encoding)].map((match) => ({
        line: source.slice(0, match.index).split('\n').length,
        problem: `${match[0]} computes with account ids: use ledger.customer_balance, ledger.account_id, ledger.customer_of or @lode/ledger`,
      })),
    ),
);
