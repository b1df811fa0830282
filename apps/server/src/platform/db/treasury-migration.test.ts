// TREASURY becomes a stored balance in a database that has postings: with their sum, or not at all when it is below zero.
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertBooksBalance, houseAccount, readBalances } from '@lode/ledger';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { projectFolder } from '../project-folder.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const migrations = join(projectFolder, 'db', 'migrations');
const name = `treasury_${randomBytes(5).toString('hex')}`;
let url: string;
let before: string;
let admin: Database;
let database: Database;

beforeAll(async () => {
  admin = openDatabase(inject('postgres').ownerUrl, { max: 1 });
  await admin.query({ text: `create database ${name}` });
  const own = new URL(inject('postgres').ownerUrl);
  own.pathname = `/${name}`;
  url = own.href;
  before = await mkdtemp(join(tmpdir(), 'lode-migrations-'));
  const earlier = (await readdir(migrations)).filter((file) => file < '0024');
  for (const file of earlier) await cp(join(migrations, file), join(before, file));
  await migrate(url, before);
  database = openDatabase(url, { max: 2 });
});
afterAll(async () => {
  await database.end();
  await admin.end();
  // The superuser's: at a busy moment the server's own cleaning is connected too.
  const superuser = openDatabase(inject('postgres').adminUrl, { max: 1 });
  await superuser.query({ text: `drop database ${name} with (force)` });
  await superuser.end();
  await rm(before, { recursive: true });
});

const move = (key: string, from: bigint, to: bigint, amount: number) =>
  database.query({
    text: `select from ledger.post_transfer($1, sha256('x'), 'test', null, '2026-03-10', now(), $2, $3, 'TREASURY_MOVE', $4, '2026-03-10', null)`,
    values: [key, from, to, amount],
  });

it('is refused while the operator owes, and otherwise takes the sum of the postings over', async () => {
  const [custody, treasury, fund] = (['CUSTODY', 'TREASURY', 'INTEREST_FUND'] as const).map((account) =>
    houseAccount(account, 'BTC'),
  ) as [bigint, bigint, bigint];
  await move('spends before it has', treasury, fund, 40);
  await expect(migrate(url)).rejects.toThrow('migration 0024_ledger_treasury failed');
  await move('puts in', custody, treasury, 100);
  await migrate(url);
  expect((await readBalances(database, [treasury])).get(treasury)).toMatchObject({ posted: 60n, held: 0n });
  expect((await readBalances(database, [houseAccount('TREASURY', 'USDT')])).size).toBe(0);
  await assertBooksBalance(database);
  await expect(move('too much', treasury, custody, 61)).rejects.toMatchObject({ code: 'LD001' });
});
