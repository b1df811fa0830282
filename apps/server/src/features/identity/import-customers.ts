import { maskAccount } from '@lode/contract';
import type { Database, Queryable } from '../../platform/db/database.ts';
import {
  type ImportPreview,
  type ImportResult,
  importFacts,
  type LineError,
  previewedRows,
  type RawLine,
  readFacts,
} from '../../platform/imports.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { createCustomer, type NewCustomer, readNewCustomer } from './create-customer.ts';
import { findCustomers } from './customer.store.ts';
import { accountOf, thereOtherwise } from './sentences.zh.ts';

export const customerColumns = { required: ['account', 'nickname', 'tags'] } as const;
export type CustomerColumn = (typeof customerColumns.required)[number];

type CustomerLine = NewCustomer & { line: number };

/** Creates the customers of a file, whole or not at all. One who is there already must be written down the same way. */
export function importCustomers(
  database: Database,
  rawLines: readonly RawLine<CustomerColumn>[],
  now: Date,
): Promise<ImportResult<Sentence>> {
  return importFacts<CustomerLine, Sentence>(database, readFacts(rawLines, readLine), {
    async insert(dbTx, customers) {
      let created = 0;
      for (const customer of customers) if ((await createCustomer(dbTx, customer, now)) !== null) created++;
      return created;
    },
    contradictions,
  });
}

/** What a file that was found right would bring in. */
export async function previewCustomers(
  db: Queryable,
  rawLines: readonly RawLine<CustomerColumn>[],
): Promise<ImportPreview> {
  const { facts } = readFacts(rawLines, readLine);
  const accounts = facts.map(({ account }) => account);
  const there = new Set((await findCustomers(db, accounts)).map(({ account }) => account));
  const fresh = facts.filter(({ account }) => !there.has(account));
  return {
    columns: [...customerColumns.required],
    rows: previewedRows(fresh, ({ account, nickname, tags }) => [maskAccount(account), nickname, tags.join('、')]),
    added: [],
    hasDatesAlone: false,
  };
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

async function contradictions(db: Queryable, customers: readonly CustomerLine[]): Promise<LineError<Sentence>[]> {
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
