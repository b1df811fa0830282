// The runbook's way: months are written to a file by pg_dump, dropped, restored and attached, as they were. Runs where pg_dump is of the
// server's version, on PostgreSQL 15.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkSealedDays } from './sealed-days.ts';
import {
  attachBoth,
  detachBoth,
  outputs,
  runAll,
  type SealedMonths,
  sealMonths,
  shapesOf,
} from './testing/sealed-months.ts';

const programs = '/usr/lib/postgresql/15/bin';
const call = promisify(execFile);
let months: SealedMonths;
let folder: string;

beforeAll(async () => {
  months = await sealMonths();
  folder = await mkdtemp(join(tmpdir(), 'lode-months-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await months.stop();
});

it('gives back what was written to a file, and nothing that was changed there', async () => {
  const { owner, ownerUrl } = months.test;
  const rows = async () => {
    const { rows: found } = await owner.query({
      text: `select (select json_agg(o order by date, machine_id) from machine_output o) as outputs,
        (select json_agg(c order by date, machine_id) from electricity_charge c) as charges,
        (select json_agg(i order by date, customer_id) from coin_up_interest i) as interest,
        (select json_agg(t order by id) from ledger.transfer t) as transfers,
        (select json_agg(p order by transfer_id, line) from ledger.posting p) as postings`,
    });
    return found;
  };
  const shapes = await shapesOf(owner);
  const before = await rows();
  await owner.transaction(detachBoth);
  const file = join(folder, 'months.dump');
  const drop = `drop table archive.${outputs}, archive.electricity_charge_2020_03, archive.coin_up_interest_2020_03,
    archive.posting_first, archive.transfer_first`;
  const restore = () => call(join(programs, 'pg_restore'), ['--exit-on-error', '--dbname', ownerUrl, file]);
  const tables = ['--table', 'archive.*_2020_03', '--table', 'archive.*_first'];
  await call(join(programs, 'pg_dump'), ['--format', 'custom', ...tables, '--file', file, ownerUrl]);
  await runAll(owner, [drop]);

  await restore();
  await runAll(owner, [
    `alter table archive.${outputs} disable trigger user`,
    `update archive.${outputs} set net = net + 1, gross = gross + 1 where machine_id = 1 and date = '2020-03-31'`,
  ]);
  await expect(owner.transaction(attachBoth)).rejects.toThrow('not as they were sealed');
  await runAll(owner, [drop]);

  await restore();
  const indexes = async () => {
    const { rows: found } = await owner.query({
      text: `select array_agg(indexrelid order by indexrelid) from pg_index join pg_class c on c.oid = indrelid
             where relname = any($1) and relnamespace::regnamespace::text in ('archive', 'public', 'ledger')`,
      values: [Object.keys(shapes)],
    });
    return found;
  };
  const restored = await indexes();
  await owner.transaction(attachBoth);
  // None is made while others wait.
  expect(await indexes()).toEqual(restored);
  expect(await rows()).toEqual(before);
  expect(await shapesOf(owner)).toEqual(shapes);
  expect(await checkSealedDays(owner)).toEqual([]);
  await assertBooksBalance(owner);
});
