// Proves that arithmetic on the ledger's account ids is caught outside the ledger.
import { expect, it } from 'vitest';
import { ledgerEncodingRule } from './ledger-encoding.ts';
import { repoOf } from './rule.ts';

const count = (file: string, source: string) => ledgerEncodingRule.check(repoOf({ [file]: source })).length;
const store = 'apps/server/src/features/wallet/wallet.store.ts';

it.each([
  'select account / 100 as customer_id from ledger.balance',
  'where account % 100 in (31, 32)',
  'where abs(debit) % 10 = 1',
  'where account between $1 * 100 and $1 * 100 + 99',
  'where account = $1 * 100 + 22',
  'select id * 100 + 11 from customer',
  'values: [customerId * 100n + BigInt(code)]',
  'from ledger.balance where account = 1000122',
  'where debit between -114 and -111',
  'Number((account % 100n) / 10n)',
])('catches %s', (source) => expect(count(store, source)).toBeGreaterThan(0));

it.each([
  'select posted from ledger.customer_balance where customer = $1',
  'where debit = ledger.house_id($1, $2) and ledger.is_customer_account(credit, $3, $4)',
  'where account > 0 and debit <> credit',
  'const percent = Math.round(share * 100);',
  'const fee = (amount * 4n) / 100n; const rest = hundredths % 100;',
  'return values[Number(price.id) * 1000 + 1];',
])('accepts %s', (source) => expect(count(store, source)).toBe(0));

it('leaves the ledger its encoding', () => {
  const source = 'select account / 100, account % 100';
  expect(count('packages/ledger/src/core/accounts.ts', source)).toBe(0);
  expect(count('db/migrations/0002_ledger.sql', source)).toBe(0);
  expect(count('db/migrations/0016_more.sql', source)).toBeGreaterThan(0);
});
