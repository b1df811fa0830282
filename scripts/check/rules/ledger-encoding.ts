import { fileRule } from './rule.ts';

/** The ledger's own files, and this rule with its test. */
const knowsTheEncoding =
  /^packages\/ledger\/|^db\/migrations\/[0-9]{4}_ledger[a-z_]*\.sql$|^db\/schema\.sql$|^scripts\/check\/rules\/ledger-encoding/;

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
