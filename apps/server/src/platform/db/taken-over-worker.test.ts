// A worker process that was taken over and makes more of what it may make than the product needs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { type Database, openDatabase } from './database.ts';

let test: TestDatabase;
let worker: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  worker = openDatabase(test.partUrls.worker, { max: 1 });
  await test.owner.query({
    text: `insert into installation (mode, pepper_fingerprint) values ('production', sha256('p'))`,
  });
});
afterAll(async () => {
  await worker.end();
  await test.drop();
});

describe('a worker process that makes tables of months without end', () => {
  const days = ['1990-01-15', '2190-01-15'];
  const months = async (database: Database, ask: (day: string) => string): Promise<string | undefined> => {
    const undone = new Error('undone');
    let made: string | undefined;
    await database
      .transaction(async (dbTx) => {
        for (const day of days) await dbTx.query({ text: ask(day) });
        const { rows } = await dbTx.query<{ made: string }>({
          text: `select string_agg(relname, ' ' order by relname) as made from pg_class where relname ~ '^machine_output_(1990|2190)_[0-9]+$'`,
        });
        made = rows[0]?.made;
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    return made;
  };
  const keep = (day: string) => `select keep_months('mining', '${day}')`;

  it('gets those of days that can be closed alone', async () => {
    expect(await months(worker, keep)).toBeNull();
    await worker.query({ text: 'select keep_months($1, current_date)', values: ['mining'] });
    const { rows } = await test.owner.query({
      text: `select from pg_class where relname = 'machine_output' || to_char(current_date, '_YYYY_MM')`,
    });
    expect(rows).toHaveLength(1);
  });

  it('would get them all (broken control)', async () => {
    const unbound = (day: string) =>
      `do $$ begin
        execute replace(pg_get_functiondef('keep_months'::regproc), 'is not true then', 'is null then');
        perform keep_months('mining', '${day}');
      end $$`;
    expect(await months(test.owner, unbound)).toBe(
      'machine_output_1990_01 machine_output_1990_02 machine_output_2190_01 machine_output_2190_02',
    );
  });
});
