import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { projectFolder } from '../platform/project-folder.ts';

/** A database of its own as it was before the migration whose file ends so, for tests of an upgrade. */
export async function startDatabaseBefore(
  migration: string,
): Promise<{ url: string; database: Database; drop: () => Promise<void> }> {
  const migrations = join(projectFolder, 'db', 'migrations');
  const files = (await readdir(migrations)).sort();
  const change = files.findIndex((file) => file.endsWith(migration));
  if (change < 0) throw new Error(`no migration ends with ${migration}`);
  const folder = await mkdtemp(join(tmpdir(), 'lode-migrations-'));
  for (const file of files.slice(0, change)) await cp(join(migrations, file), join(folder, file));

  const name = `before_${randomBytes(5).toString('hex')}`;
  const admin = openDatabase(inject('postgres').ownerUrl, { max: 1 });
  await admin.query({ text: `create database ${name}` });
  await admin.end();
  const own = new URL(inject('postgres').ownerUrl);
  own.pathname = `/${name}`;
  await migrate(own.href, folder);
  await rm(folder, { recursive: true });
  const database = openDatabase(own.href, { max: 4 });
  return {
    url: own.href,
    database,
    async drop() {
      await database.end();
      // The superuser's: at a busy moment the server's own cleaning is connected too.
      const superuser = openDatabase(inject('postgres').adminUrl, { max: 1 });
      await superuser.query({ text: `drop database ${name} with (force)` });
      await superuser.end();
    },
  };
}
