// Staff commands on customers: a file is imported whole or not at all, a command needs a name with the role and is audited.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../platform/commands/command.ts';
import { startTestApp, type TestApp, testPassword } from '../../testing/app.ts';
import { runCommandWith } from '../../testing/commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'lode-customers-'));
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  for (const [name, role] of [
    ['support', 'SUPPORT'],
    ['admin', 'ADMIN'],
  ] as const) {
    await app.slices.staff.seedStaff(app.database, [{ name, role, password: 'Lode@Console1' }], app.clock.now());
  }
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

const run = (command: Command, args: string[]) => runCommandWith(app, command, args);

const stored = async () => {
  const { rows } = await app.database.query({ text: 'select account, nickname, tags from customer order by id' });
  return rows;
};

describe('import:customers', () => {
  let files = 0;
  const importFile = (text: string) => {
    const file = join(folder, `${++files}.csv`);
    writeFileSync(file, text);
    return run(app.slices.identity.commands['import:customers'], [file]);
  };

  it('creates each customer, in its one spelling and without a password', async () => {
    const file = '\ufeffaccount,nickname,tags\r\nAlice@Example.com,"艾, 丽丝",VIP;老客户\n13800000001,,\n';
    expect(await importFile(file)).toEqual({ exit: 0, printed: ['2 imported'], failed: [] });
    expect(await stored()).toEqual([
      { account: 'alice@example.com', nickname: '艾, 丽丝', tags: ['VIP', '老客户'] },
      { account: '13800000001', nickname: '', tags: [] },
    ]);
    const reply = await app.call('login', { account: 'alice@example.com', password: 'Lode@Test1' });
    expect(reply.code).toBe(20001);
  });

  it('may be repeated, and grown', async () => {
    const file = 'account,nickname,tags\n13800000001,,\n13800000002,Bob,\n';
    expect(await importFile(file)).toMatchObject({ exit: 0, printed: ['1 imported, 1 already there'] });
    expect(await importFile(file)).toMatchObject({ exit: 0, printed: ['0 imported, 2 already there'] });
  });

  it('names each wrong line with its reason and imports nothing', async () => {
    const before = await stored();
    const lines = [
      'account,nickname,tags',
      '13800000003,Carol,',
      '12345,Dave,',
      'eve@nowhere,Eve,',
      `13800000004,${'x'.repeat(65)},`,
      '13800000005,Frank,a b',
      '13800000003,Carol again,',
      '13800000002,Robert,',
      '13800000006,too,many,cells',
      '13800000007,Gr\u202eace,',
    ];
    const { exit, failed } = await importFile(lines.join('\n'));
    expect(exit).toBe(1);
    expect(failed).toEqual([
      expect.stringMatching(/^line 3: .*neither a mainland phone number nor an e-mail/),
      expect.stringMatching(/^line 4: .*neither/),
      expect.stringMatching(/^line 5: nickname is longer/),
      expect.stringMatching(/^line 6: tag "a b"/),
      expect.stringMatching(/^line 7: 13800000003 stands on line 2 already/),
      expect.stringMatching(/^line 8: 13800000002 is there already with another nickname/),
      'line 9: 4 cells where the header names 3',
      'line 10: nickname has a control character or a mark of direction in it',
      'nothing was imported',
    ]);
    expect((await importFile('account,nickname\n13800000003,x\n')).exit).toBe(1);
    expect(await stored()).toEqual(before);
  });
});

describe('ops customer:disable and customer:enable', () => {
  const disable = (args: string[]) => run(app.slices.identity.opsCommands['customer:disable'], args);
  const enable = (args: string[]) => run(app.slices.identity.opsCommands['customer:enable'], args);
  const codeOf = async (caller: object) => (await app.call('userInfo', {}, caller)).code;
  const audit = async () => {
    const { rows } = await app.database.query({
      text: `select name, action, subject, reason from audit_log join staff on staff.id = staff_id where action in ('customer:disable', 'customer:enable') and reason <> 'stolen' order by audit_log.id`,
    });
    return rows;
  };

  it('shut a customer out and let it in again, each with its trace', async () => {
    const { account, caller, id } = await app.createCustomer();
    expect(await disable(['--account', account, '--by', 'admin', '--reason', 'lost phone'])).toMatchObject({ exit: 0 });
    expect(await codeOf(caller)).toBe(1001);
    const again = await disable(['--account', account, '--by', 'admin', '--reason', 'lost phone']);
    expect(again).toEqual({ exit: 0, printed: [`${account} is disabled already: nothing changed`], failed: [] });
    expect(await enable(['--id', id.toString(), '--by', 'admin', '--reason', 'found it'])).toMatchObject({ exit: 0 });
    // A thief's session stays ended: who is let back in logs in again.
    expect(await codeOf(caller)).toBe(10111);
    const { accessToken } = await app.data('login', { account, password: testPassword });
    expect(await codeOf({ accessToken })).toBe(200);
    expect(await audit()).toEqual([
      { name: 'admin', action: 'customer:disable', subject: `customer ${id}`, reason: 'lost phone' },
      { name: 'admin', action: 'customer:enable', subject: `customer ${id}`, reason: 'found it' },
    ]);
  });

  it('refuse a wrong role, an unknown name and missing options, and change nothing', async () => {
    const { account, caller } = await app.createCustomer();
    const before = await audit();
    for (const by of ['support', 'unknown', '']) {
      expect((await disable(['--account', account, '--by', by, '--reason', 'r'])).exit).toBe(1);
    }
    expect((await disable(['--account', account, '--reason', 'r'])).exit).toBe(1);
    expect((await disable(['--account', '13711111111', '--by', 'admin', '--reason', 'r'])).exit).toBe(1);
    expect((await disable(['--id', '999999', '--by', 'admin', '--reason', 'r'])).exit).toBe(1);
    const unclear = [
      ['--id', '1; drop', '--by', 'admin', '--reason', 'r'],
      ['--account', account, '--by', 'admin'],
      ['--by', 'admin', '--reason', 'r'],
      ['--account', account, '--id', '1', '--by', 'admin', '--reason', 'r'],
      ['--acount', account, '--by', 'admin', '--reason', 'r'],
    ];
    for (const args of unclear) expect((await disable(args)).exit).toBe(2);
    expect(await codeOf(caller)).toBe(200);
    expect(await audit()).toEqual(before);
  });
});

describe('ops customer:end-sessions', () => {
  const end = (args: string) => run(app.slices.identity.opsCommands['customer:end-sessions'], args.split(' '));
  const codeOf = async (caller: object) => (await app.call('userInfo', {}, caller)).code;

  it('ends every session of this customer, none of another, and is audited', async () => {
    const [{ id, account, caller }, other] = [await app.createCustomer(), await app.createCustomer()];
    await app.data('login', { account, password: testPassword });
    expect(await end(`--id ${id} --by support --reason stolen`)).toMatchObject({
      exit: 0,
      printed: [`customer ${id}: 2 sessions ended`],
    });
    expect([await codeOf(caller), await codeOf(other.caller)]).toEqual([10111, 200]);
    const { rows } = await app.database.query({
      text: `select subject, reason, detail from audit_log where action = 'customer:end-sessions'`,
    });
    expect(rows).toEqual([{ subject: `customer ${id}`, reason: 'stolen', detail: { sessions: 2 } }]);
    expect(await end('--id 999999 --by support --reason r')).toMatchObject({ exit: 1 });
  });
});
