// Proves that a write to the ledger past the ledger, arithmetic on its account ids, a table without a grant and a gap in the migrations are caught.
import { describe, expect, it } from 'vitest';
import { grantsRule, ledgerEncodingRule, ledgerWritesRule, migrationOrderRule } from './database.ts';
import { type Rule, repoOf } from './rule.ts';

const count = (rule: Rule, contents: Record<string, string>) => rule.check(repoOf(contents)).length;

describe('ledger writes', () => {
  it.each([
    'insert into ledger.posting values (1)',
    'UPDATE ledger.balance SET posted = 0',
    'delete\n  from ledger.hold',
    'truncate table ledger.transfer',
    'copy ledger.posting from stdin',
  ])('catches %s in a slice', (sql) => {
    expect(
      count(ledgerWritesRule, { 'apps/server/src/features/wallet/wallet.store.ts': `const q = \`${sql}\`;` }),
    ).toBe(1);
  });
  it('lets the ledger itself write, and everybody read and call', () => {
    expect(count(ledgerWritesRule, { 'packages/ledger/src/a.ts': 'insert into ledger.posting' })).toBe(0);
    expect(count(ledgerWritesRule, { 'db/migrations/0001_ledger.sql': 'insert into ledger.posting' })).toBe(0);
    expect(
      count(ledgerWritesRule, { 'apps/server/src/a.ts': 'select * from ledger.balance; select ledger.post_batch()' }),
    ).toBe(0);
  });
});

describe('grants', () => {
  const table = 'create table machine (id bigint);\n';
  it('catches a table without a grant, also when a comment speaks of one', () => {
    expect(count(grantsRule, { 'db/migrations/0001_a.sql': `${table}-- grant select on machine to lode_app;` })).toBe(
      1,
    );
  });
  it('accepts a grant by name, in a list and on a whole schema', () => {
    expect(
      count(grantsRule, { 'db/migrations/0001_a.sql': `${table}grant select, insert on site, machine to lode_app;` }),
    ).toBe(0);
    const ledger = 'create table ledger.posting (id bigint);\ngrant select on all tables in schema ledger to lode_app;';
    expect(count(grantsRule, { 'db/migrations/0001_a.sql': ledger })).toBe(0);
  });
});

describe('migration order', () => {
  it('catches a gap and a number used twice', () => {
    expect(count(migrationOrderRule, { 'db/migrations/0001_a.sql': '', 'db/migrations/0003_b.sql': '' })).toBe(1);
    expect(count(migrationOrderRule, { 'db/migrations/0001_a.sql': '', 'db/migrations/0001_b.sql': '' })).toBe(1);
    expect(count(migrationOrderRule, { 'db/migrations/0001_a.sql': '', 'db/migrations/0002_b.sql': '' })).toBe(0);
  });
});

describe('ledger encoding', () => {
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
  ])('catches %s', (source) => expect(count(ledgerEncodingRule, { [store]: source })).toBeGreaterThan(0));

  it.each([
    'select posted from ledger.customer_balance where customer = $1',
    'where debit = ledger.house_id($1, $2) and ledger.is_customer_account(credit, $3, $4)',
    'where account > 0 and debit <> credit',
    'const percent = Math.round(share * 100);',
    'const fee = (amount * 4n) / 100n; const rest = hundredths % 100;',
    'return values[Number(price.id) * 1000 + 1];',
  ])('accepts %s', (source) => expect(count(ledgerEncodingRule, { [store]: source })).toBe(0));

  it('leaves the ledger its encoding', () => {
    const source = 'select account / 100, account % 100';
    expect(count(ledgerEncodingRule, { 'packages/ledger/src/core/accounts.ts': source })).toBe(0);
    expect(count(ledgerEncodingRule, { 'db/migrations/0002_ledger.sql': source })).toBe(0);
    expect(count(ledgerEncodingRule, { 'db/migrations/0016_more.sql': source })).toBeGreaterThan(0);
  });
});
