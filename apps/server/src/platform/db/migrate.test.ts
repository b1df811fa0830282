// Migrations run whole, once, in the order of their numbers, from several processes at once; a failed or unknown one is named.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { assertMigrated, migrate } from './migrate.ts';

const name = `migrated_${randomBytes(5).toString('hex')}`;
let url: string;
let folder: string;
let admin: Database;
let database: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lode-migrations-'));
  admin = openDatabase(inject('postgres').ownerUrl, { max: 1 });
  await admin.query({ text: `create database ${name}` });
  const own = new URL(inject('postgres').ownerUrl);
  own.pathname = `/${name}`;
  url = own.href;
  database = openDatabase(url, { max: 2 });
});
afterAll(async () => {
  await database.end();
  // Not by force: an owner may not end the vacuum that is at work in it; without force PostgreSQL ends it.
  await admin.query({ text: `drop database ${name}` });
  await admin.end();
  await rm(folder, { recursive: true });
});

const add = (file: string, text: string) => writeFile(join(folder, file), text);
const lines = async () => (await database.query<{ line: string }>({ text: 'select line from note' })).rows;

it('leaves temporary tables to the worker and the owner', async () => {
  const allowed = async () => {
    const { rows } = await database.query<{ role: string }>({
      text: `select role from unnest(array['lode_public', 'lode_staff', 'lode_worker', 'lode_app', current_user]) with ordinality one (role, place)
             where has_database_privilege(role, current_database(), 'temporary') order by place`,
    });
    return rows.map(({ role }) => role);
  };
  // As PostgreSQL makes a database (control).
  expect(await allowed()).toHaveLength(5);
  const empty = await mkdtemp(join(tmpdir(), 'lode-migrations-'));
  await migrate(url, empty);
  expect(await allowed()).toEqual(['lode_worker', 'lode_app', new URL(url).username]);
  await rm(empty, { recursive: true });
});

it('runs what is new in order, from three processes at once, each once', async () => {
  await add('0002_second.sql', `insert into note values ('second'); insert into note values ('and third');`);
  await add('0001_first.sql', 'create table note (line text);');
  await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)]);
  expect(await lines()).toEqual([{ line: 'second' }, { line: 'and third' }]);
});

it('names the one that failed and leaves nothing of it', async () => {
  await add('0003_wrong.sql', `insert into note values ('half'); insert into nothing values (1);`);
  await expect(migrate(url, folder)).rejects.toThrow('migration 0003_wrong failed');
  expect(await lines()).toHaveLength(2);
});

it('refuses a database with migrations that the program does not know, and changes nothing', async () => {
  const other = await mkdtemp(join(tmpdir(), 'lode-migrations-'));
  try {
    await writeFile(join(other, '0001_first.sql'), 'create table note (line text);');
    await writeFile(join(other, '0002_baseline.sql'), `insert into note values ('never');`);
    await expect(migrate(url, other)).rejects.toThrow(/does not know: 0002_second\..*npm run db:reset/);
    await expect(assertMigrated(url, other)).rejects.toThrow('does not know: 0002_second');
    expect(await lines()).toHaveLength(2);
  } finally {
    await rm(other, { recursive: true });
  }
});

it('opens the job queue to the worker, row security included', async () => {
  const { rows } = await database.query<{ hidden: string }>({
    text: `select c.relname as hidden from pg_class c
      where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
        and not exists (select from pg_policy p where p.polrelid = c.oid and 'lode_worker'::regrole = any (p.polroles))`,
  });
  expect(rows).toEqual([]);
});
