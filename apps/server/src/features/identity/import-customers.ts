import { maskAccount } from '@lode/contract';
import { importColumns } from '@lode/contract/import-columns';
import type { Database, Queryable } from '../../platform/db/database.ts';
import {
  type ImportPreview,
  type ImportResult,
  importFacts,
  type LineError,
  previewOf,
  type RawLine,
  readFacts,
} from '../../platform/imports.ts';
import { createCustomer, type NewCustomer, readNewCustomer } from './create-customer.ts';
import { findCustomers } from './customer.store.ts';
import { accountOf, thereOtherwise } from './sentences.zh.ts';

export const customerColumns = importColumns.CUSTOMERS;
export type CustomerColumn = (typeof customerColumns.required)[number];

type CustomerLine = NewCustomer & { line: number };

/** Creates the customers of a file, whole or not at all. One who is there already must be written down the same way. */
export function importCustomers(
  database: Database,
  rawLines: readonly RawLine<CustomerColumn>[],
  now: Date,
): Promise<ImportResult> {
  return importFacts(database, readFacts(rawLines, readLine), {
    async insert(dbTx, customers) {
      const created: CustomerLine[] = [];
      for (const customer of customers)
        if ((await createCustomer(dbTx, customer, now)) !== null) created.push(customer);
      return created;
    },
    contradictions,
  });
}

/** What is new of a file that was found right. */
export function previewCustomers(
  rawLines: readonly RawLine<CustomerColumn>[],
  newLines: readonly number[],
): ImportPreview {
  const { facts } = readFacts(rawLines, readLine);
  return previewOf(customerColumns.required, facts, newLines, ({ account, nickname, tags }) => ({
    account: maskAccount(account),
    nickname,
    tags: tags.join('、'),
  }));
}

function readLine({ values }: RawLine<CustomerColumn>) {
  const { account = '', nickname = '', tags = '' } = values;
  const typed = {
    account,
    nickname,
    tags: tags
      .split(';')
      .map((tag) => tag.trim())
      .filter(Boolean),
  };
  const customer = readNewCustomer(typed);
  if ('refused' in customer)
    return { fact: typed, key: account, keyName: accountOf(account), reasons: [customer.refused] };
  return { fact: customer, key: customer.account, keyName: accountOf(customer.account), reasons: [] };
}

async function contradictions(db: Queryable, customers: readonly CustomerLine[]): Promise<LineError[]> {
  const stored = new Map(
    (
      await findCustomers(
        db,
        customers.map(({ account }) => account),
      )
    ).map((customer) => [customer.account, customer]),
  );
  return customers.flatMap(({ line, account, nickname, tags }) => {
    const there = stored.get(account);
    const isSame = there?.nickname === nickname && there.tags.join(';') === tags.join(';');
    return isSame ? [] : [{ line, reason: thereOtherwise(account) }];
  });
}
