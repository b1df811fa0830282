import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, defineCommand } from '../../../platform/commands/command.ts';
import {
  type CustomerName,
  customerOptions,
  nameOf,
  noSuchCustomer,
} from '../../../platform/commands/customer-options.ts';
import { choice, date, file, optional, UsageError } from '../../../platform/commands/option.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { csvOf } from './csv.ts';
import { openStatement } from './open-statement.ts';
import { xlsxOf } from './xlsx.ts';

export interface StatementPorts {
  /** Null where there is no such customer. */
  readonly findNamedCustomer: (db: Queryable, name: CustomerName) => Promise<{ id: bigint } | null>;
}

/** The account statement that the customer gets on the phone; a customer who has left is named by id. */
export function statementCommand(database: Database, { findNamedCustomer }: StatementPorts): Command {
  return defineCommand({
    group: 'Customers and machines',
    summary: 'Writes the account statement of a customer, also of one who has left, to a file',
    options: {
      ...customerOptions,
      from: date('the first business date'),
      to: date('the last business date'),
      format: optional(choice(['csv', 'xlsx'], 'of the file'), 'csv'),
      out: file('the file, which must not exist yet'),
    },
    example: '--id 10001 --from 2026-01-01 --to 2026-12-31 --out statement.csv',
    effects: 'reads',
    fields: { customer: 'its id', lines: 'movements in the file', out: 'the file' },
    async run({ from, to, format = 'csv', out, ...options }, { print, fail }) {
      if (to < from) throw new UsageError('--to is before --from');
      const name = nameOf(options);
      const customer = await findNamedCustomer(database, name);
      if (customer === null) {
        fail(`refused: ${noSuchCustomer(name).en}`);
        return 1;
      }
      const statement = await openStatement(database, { customerId: customer.id, from, to });
      try {
        const stream = format === 'csv' ? Readable.from(csvOf(statement)) : xlsxOf(statement);
        await pipeline(stream, createWriteStream(out, { flags: 'wx', mode: 0o600 }));
      } catch (error) {
        const { code } = error as { code?: string };
        if (code !== 'EEXIST' && code !== 'ENOENT' && code !== 'EACCES') throw error;
        fail(`refused: ${out} cannot be written (${code})`);
        return 1;
      } finally {
        statement.close();
      }
      const { lines } = statement;
      print(`${lines} movements of customer ${customer.id} in ${out}`, { customer: String(customer.id), lines, out });
      return 0;
    },
  });
}
