// The committed schema snapshot equals the migrated schema.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { projectFolder } from '../project-folder.ts';
import { schemaSnapshot } from './schema-snapshot.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('is what db/schema.sql shows; after a migration run npm run db:schema', async () => {
  await expect(await schemaSnapshot(test.owner)).toMatchFileSnapshot(join(projectFolder, 'db', 'schema.sql'));
});

it('changes with any column, check, index, function or grant (control)', async () => {
  const before = await schemaSnapshot(test.owner);
  const seen = new Set([before]);
  const changes = [
    'alter table site add column note text',
    'alter table site add check (note is null)',
    'create index on site (note)',
    `create function answer() returns int language sql as 'select 42'`,
    'grant delete on site to lode_public',
    'grant delete on site to lode_staff',
  ];
  for (const text of changes) {
    await test.owner.query({ text });
    seen.add(await schemaSnapshot(test.owner));
  }
  expect(seen.size).toBe(changes.length + 1);
});
