// A day close that is under way while totals are introduced is in them: nothing falls between the first sum and the trigger.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { awaitLockWaiters } from '../../testing/lock-waiters.ts';
import { settleDay } from '../../testing/settled-days.ts';
import { projectFolder } from '../project-folder.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
});
afterAll(() => app.stop());

it('counts what is written while it runs', async () => {
  const { owner } = app;
  const { id: customerId } = await app.createCustomer();
  const text = await readFile(join(projectFolder, 'db', 'migrations', '0015_output_total.sql'), 'utf8');
  await owner.query({ text: 'drop trigger machine_output_adds_up on machine_output' });
  await owner.query({ text: 'drop function add_to_output_total()' });
  await owner.query({ text: 'drop table output_total' });
  let migrated: Promise<unknown> = Promise.resolve();
  await owner.transaction(async (dbTx) => {
    await settleDay(dbTx, '2026-03-07', { outputs: [{ machineId: 1n, customerId, net: 5n }] });
    migrated = owner.transaction((other) => other.query({ text }));
    await awaitLockWaiters(app.database, 1, 'relation');
  });
  await migrated;
  await settleDay(owner, '2026-03-08', { outputs: [{ machineId: 1n, customerId, net: 7n }] });
  const { rows } = await owner.query({ text: 'select net::text from output_total' });
  expect(rows).toEqual([{ net: '12' }]);
});
