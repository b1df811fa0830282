// Files in the console are read few at a time, and what is asked about accounts by them is on record before it is answered.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff } from '../../testing/commands.ts';
import { consoleOrigin, type StaffClients, staffClients } from '../../testing/console-client.ts';
import { awaitLockWaiters } from '../../testing/lock-waiters.ts';

let app: TestApp;
let by: StaffClients;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00Z', env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  by = await staffClients(app.console, ['support', 'operations', 'approver']);
});
afterAll(() => app.stop());

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const files = {
  CUSTOMERS: 'account,nickname,tags\n13900000042,,',
  PRICES: 'date,coin,usdt\n2026-03-01,BTC,65000',
  DENY_LIST: `network,address,note\nERC20,0x${'a1'.repeat(20)},x`,
} as const;
const recorded = async () =>
  (
    await app.owner.query<{ subject: string }>({
      text: `select subject from audit_log where action = 'import:preview' order by id`,
    })
  ).rows.map(({ subject }) => subject);

it('reads two files at once and one of each member; who asks stands in the audit log before the answer', async () => {
  const preview = (name: string, kind: keyof typeof files) =>
    by(name).call('previewImport', { kind, text: files[kind] });
  const refusal = { code: 40008, data: { reason: expect.stringContaining('请等前一份完成后再试') } };
  const held = await app.owner.transaction(async (dbTx) => {
    // Reads pass; what writes a customer or a price waits.
    await dbTx.query({ text: 'lock table customer, reference_price in share mode' });
    const waiting = [preview('support', 'CUSTOMERS')];
    await awaitLockWaiters(app.owner, 1, 'relation');
    expect(await preview('support', 'CUSTOMERS')).toMatchObject(refusal);
    const text = files.CUSTOMERS;
    const sent = { kind: 'CUSTOMERS', text, hash: hashOf(text), fileName: 'a.csv', reason: 'x' } as const;
    expect(await by('support').call('runImport', sent)).toMatchObject(refusal);
    waiting.push(preview('operations', 'PRICES'));
    await awaitLockWaiters(app.owner, 2, 'relation');
    expect(await preview('approver', 'DENY_LIST')).toMatchObject(refusal);
    expect(await recorded()).toEqual(['import:customers', 'import:prices']);
    return waiting;
  });
  for (const { code } of await Promise.all(held)) expect(code).toBe(200);
  for (let n = 0; n < 2; n += 1) expect((await preview('support', 'CUSTOMERS')).code).toBe(200);
});

it('takes a file name in one line, without marks that show another one', async () => {
  const text = files.CUSTOMERS;
  const sent = { kind: 'CUSTOMERS', text, hash: hashOf(text), reason: 'x' } as const;
  for (const fileName of ['a\nb.csv', 'a\u001b[2K.csv', 'a\u202evsc.exe', ' '])
    expect((await by('support').call('runImport', { ...sent, fileName })).code, JSON.stringify(fileName)).toBe(400);
  expect((await by('support').call('runImport', { ...sent, fileName: '客户 (1).csv' })).code).toBe(200);
});
