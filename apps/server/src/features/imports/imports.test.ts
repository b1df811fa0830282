// Files of customers and machines in the console: tried without a trace, refused line by line, brought in once and only as previewed.
import { createHash } from 'node:crypto';
import { maskAccount } from '@lode/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';

let app: TestApp;
const clients = new Map<string, ReturnType<typeof consoleClient>>();
const by = (name: string) => clients.get(name) as ReturnType<typeof consoleClient>;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00Z', env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  for (const [n, name] of ['support', 'operations', 'auditor'].entries()) {
    const client = consoleClient(app.console, { ip: `203.0.113.${n + 1}` });
    await client.call('loginByPassword', { name, password: 'Lode@Console1' });
    clients.set(name, client);
  }
});
afterAll(() => app.stop());

const count = async (table: 'customer' | 'machine' | 'audit_log') =>
  Number((await app.owner.query<{ count: bigint }>({ text: `select count(*) from ${table}` })).rows[0]?.count);
const customers = (...lines: string[]) => ['account,nickname,tags', ...lines].join('\n');
const machines = (...lines: string[]) =>
  [
    'machineNo,account,model,coin,hashrate,hashrateUnit,powerWatts,purchaseKind,site,electricityPrice,poolFeeRate,startTime,endTime',
    ...lines,
  ].join('\n');
const run = (name: string, kind: 'CUSTOMERS' | 'MACHINES', text: string, hash = hashOf(text)) =>
  by(name).call('runImport', { kind, text, hash, fileName: 'new.csv', reason: 'contract 7' });
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

it('says what a file would bring in, and nothing has changed', async () => {
  const before = [await count('customer'), await count('audit_log')];
  const text = customers('13900000001,阿明,vip;north', '13900000002,,');
  expect((await by('support').call('previewImport', { kind: 'CUSTOMERS', text })).data).toEqual({
    lines: 2,
    fresh: 2,
    alreadyThere: 0,
    errors: [],
    moreErrors: 0,
    hash: hashOf(text),
  });
  expect([await count('customer'), await count('audit_log')]).toEqual(before);
});

it('names what is wrong by line, in Chinese, and brings nothing in', async () => {
  const text = customers('13900000001,阿明,vip', 'x,x,', '13900000003,x,bad tag');
  const { data } = await by('support').call('previewImport', { kind: 'CUSTOMERS', text });
  expect(data).toMatchObject({ lines: 3, fresh: 0 });
  expect(data.errors.map(({ line }) => line)).toEqual([3, 4]);
  for (const { reason } of data.errors) expect(reason).toMatch(/[\u4e00-\u9fff]/);
  expect(await run('support', 'CUSTOMERS', text)).toMatchObject({ code: 40008 });
  expect(await count('customer')).toBe(0);
  const header = (await by('support').call('previewImport', { kind: 'CUSTOMERS', text: 'account,colour\n1,2' })).data;
  expect(header.errors.every(({ line }) => line === 1)).toBe(true);
  const many = customers(...Array.from({ length: 201 }, () => 'x,x,'));
  expect(
    (await by('support').call('previewImport', { kind: 'CUSTOMERS', text: many })).data.moreErrors,
  ).toBeGreaterThan(0);
});

it('brings in what was previewed, once, with a line in the audit log', async () => {
  const text = customers('13900000001,阿明,vip', '13900000002,,');
  expect((await run('support', 'CUSTOMERS', text, hashOf('other'))).code).toBe(40008);
  expect((await run('support', 'CUSTOMERS', text)).data).toEqual({ imported: 2, alreadyThere: 0 });
  expect((await run('support', 'CUSTOMERS', text)).data).toEqual({ imported: 0, alreadyThere: 2 });
  const { rows } = await app.owner.query<{ subject: string; reason: string; sha256: string }>({
    text: `select subject, reason, detail->>'sha256' as sha256 from audit_log where action = 'import:customers' order by id`,
  });
  expect(rows.at(-1)).toEqual({ subject: 'file new.csv', reason: 'contract 7', sha256: hashOf(text) });
});

it('brings in machines of those customers', async () => {
  const line = 'A-1,13900000001,S21,BTC,200,TH/s,3500,SUBSCRIBE,乐山,0.045,,2026-03-11T00:00:00Z,';
  const { data } = await by('operations').call('previewImport', { kind: 'MACHINES', text: machines(line) });
  expect(data).toMatchObject({ fresh: 1, errors: [] });
  expect(await count('machine')).toBe(0);
  expect((await run('operations', 'MACHINES', machines(line))).data).toEqual({ imported: 1, alreadyThere: 0 });
  const { records } = (await by('operations').call('machineList')).data;
  expect(records).toMatchObject([{ machineNo: 'A-1', account: maskAccount('13900000001') }]);
});

it('asks for the role of the command, for each kind', async () => {
  const text = customers('13900000009,,');
  for (const [name, kind] of [
    ['support', 'MACHINES'],
    ['operations', 'CUSTOMERS'],
    ['auditor', 'CUSTOMERS'],
  ] as const) {
    expect((await by(name).call('previewImport', { kind, text })).code, name).toBe(403);
    expect((await run(name, kind, text)).code, name).toBe(403);
  }
});
