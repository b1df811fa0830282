/**
 * Proves that a contact changes only for who received a code at the new one, and at the old one or with two people; that a lost
 * one ends all sessions and holds withdrawals for 72 hours; and that the database itself keeps to that.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../../platform/commands/command.ts';
import { isProposable } from '../../../platform/staff/proposable-command.ts';
import { startTestApp, type TestApp, type TestCustomer, testPassword } from '../../../testing/app.ts';
import { addStaff, runCommand, runCommandWith } from '../../../testing/commands.ts';
import { awaitWaitingConnections } from '../../../testing/lock-waiters.ts';

let app: TestApp;
let customer: TestCustomer;
let contacts = 0;
let to: string;

beforeAll(async () => {
  app = await startTestApp();
  await addStaff(app);
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.advance({ minutes: 2 });
  customer = await app.createMoneyCustomer();
  to = `new${(contacts += 1)}@example.com`;
});

const commands = (): Record<string, Command> => {
  const ops: Record<string, Command> = app.slices.identity.opsCommands;
  const handlerOf = (command: Command | undefined) => (command && isProposable(command) ? command.proposal : undefined);
  return { ...ops, ...app.slices.staff.proposalCommands((action) => handlerOf(ops[action])) };
};
async function ops(name: string, args: string) {
  const { exit, printed, failed } = await runCommand(app, commands()[name], args);
  return { exit, text: [...printed, ...failed].join('\n') };
}
const of = (more = '') => `--account ${customer.account} --to ${to} --by support --reason asked ${more}`;
const send = (more = '') => ops('customer:contact-code', of(more));
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const contactNow = async () => {
  const { rows } = await app.owner.query<{ account: string; held: Date | null }>({
    text: 'select account, contact_held_until as held from customer where id = $1',
    values: [customer.id],
  });
  return rows[0];
};
const isIn = async () => (await app.call('userInfo', {}, customer.caller)).code === 200;
const canLogIn = async (account: string) => (await app.call('login', { account, password: testPassword })).code === 200;

describe('a contact that is still there', () => {
  it('changes by the codes of both, once; the customer stays logged in and can withdraw', async () => {
    expect(await send()).toMatchObject({ exit: 0 });
    const codes = `--code ${await app.lastCode(to)} --old-code ${await app.lastCode(customer.account)}`;
    expect(await ops('customer:contact-change', of(codes))).toMatchObject({ exit: 0 });
    expect(await contactNow()).toEqual({ account: to, held: null });
    expect([await isIn(), await canLogIn(to), await canLogIn(customer.account)]).toEqual([true, true, false]);
    expect(await app.data('withdrawCheckDevice', {}, customer.caller)).toMatchObject({ allowed: true });
    const sent = (await app.notices()).filter(({ text }) => text.includes('已由'));
    expect(
      sent
        .slice(0, 2)
        .map(({ to: receiver }) => receiver)
        .sort(),
    ).toEqual([customer.account, to].sort());
    expect((await ops('customer:contact-change', of(codes))).exit).toBe(1);
  });

  it('stays with one wrong code of two; five wrong guesses end a code', async () => {
    await send();
    const [code, oldCode] = [await app.lastCode(to), await app.lastCode(customer.account)];
    const change = (given: string, old: string) =>
      ops('customer:contact-change', of(`--code ${given} --old-code ${old}`));
    expect((await change(code, wrong(oldCode))).exit).toBe(1);
    for (let guess = 0; guess < 5; guess += 1) expect((await change(wrong(code), oldCode)).exit).toBe(1);
    expect((await change(code, oldCode)).exit).toBe(1);
    expect(await contactNow()).toMatchObject({ account: customer.account });
    app.clock.advance({ minutes: 2 });
    await send();
    expect((await change(await app.lastCode(to), await app.lastCode(customer.account))).exit).toBe(0);
  });

  it('is good for this customer and this contact alone, for ten minutes', async () => {
    const other = await app.createCustomer();
    await send();
    const [code, oldCode] = [await app.lastCode(to), await app.lastCode(customer.account)];
    const codes = `--code ${code} --old-code ${oldCode} --by support --reason asked`;
    const elsewhere = [
      `--account ${other.account} --to ${to} ${codes}`,
      `--account ${customer.account} --to other@example.com ${codes}`,
    ];
    for (const args of elsewhere) expect((await ops('customer:contact-change', args)).exit).toBe(1);
    app.clock.advance({ minutes: 11 });
    expect((await ops('customer:contact-change', of(`--code ${code} --old-code ${oldCode}`))).exit).toBe(1);
    expect(await contactNow()).toMatchObject({ account: customer.account });
  });

  it('is asked for under the caps of codes, and never for a contact of another customer', async () => {
    expect((await send()).exit).toBe(0);
    expect((await send()).text).toContain('too many codes');
    const taken = await app.createCustomer();
    const args = `--account ${customer.account} --to ${taken.account} --by support --reason asked`;
    expect(await ops('customer:contact-code', args)).toMatchObject({
      exit: 1,
      text: expect.stringContaining('another'),
    });
    for (const by of ['operations', 'auditor', 'unknown']) {
      expect((await ops('customer:contact-code', of().replace('support', by))).exit).toBe(1);
    }
    expect((await ops('customer:contact-code', of().replace(to, 'stranger'))).exit).toBe(1);
  });
});

describe('a contact that is lost', () => {
  const prove = async () => {
    expect((await send('--lost')).exit).toBe(0);
    return ops('customer:contact-prove', of(`--code ${await app.lastCode(to)}`));
  };
  const propose = async () => {
    const { exit, text } = await ops('customer:contact-replace', of());
    return { exit, id: /proposed as (\d+)/.exec(text)?.[1], text };
  };

  it('is replaced by two people: sessions end, withdrawals are held for 72 hours, both contacts learn of it', async () => {
    const { account } = customer;
    expect(await propose()).toMatchObject({ exit: 1, text: expect.stringContaining('not proved') });
    expect((await prove()).exit).toBe(0);
    const says = /如非本人操作，请立即联系客服。客服：http:\/\/127\.0\.0\.1:\d+\/support$/;
    expect(await app.notices()).toContainEqual({ to: account, text: expect.stringMatching(says) });
    const [warning] = await app.securityNotices();
    expect(warning).toMatchObject({ to: account, text: expect.stringContaining('由客服登记联系方式丢失') });
    const { exit, id } = await propose();
    expect([exit, await contactNow()]).toEqual([0, { account, held: null }]);
    expect((await ops('approve', `--id ${id} --by finance`)).exit).toBe(1);
    expect((await ops('approve', `--id ${id} --by approver`)).exit).toBe(0);
    const until = new Date(app.clock.now().getTime() + 72 * 3_600_000);
    expect(await contactNow()).toEqual({ account: to, held: until });
    expect([await isIn(), await canLogIn(account)]).toEqual([false, false]);
    const notices = (await app.notices()).filter(({ text }) => text.includes('不能提现'));
    expect(
      notices
        .slice(0, 2)
        .map(({ to: receiver }) => receiver)
        .sort(),
    ).toEqual([account, to].sort());

    const { deviceId } = customer.caller;
    const again = await app.data('login', { account: to, password: testPassword }, { deviceId });
    const device = () => app.data('withdrawCheckDevice', {}, { accessToken: again.accessToken, deviceId });
    expect(await device()).toEqual({ allowed: false, reason: 'PASSWORD_CHANGED', until: until.toISOString() });
    app.clock.advance({ hours: 71, minutes: 59 });
    expect(await device()).toMatchObject({ allowed: false });
    app.clock.advance({ minutes: 1 });
    expect(await device()).toMatchObject({ allowed: true });
    expect((await ops('approve', `--id ${id} --by approver`)).exit).toBe(1);
  });

  it('keeps its proof for a day and for one change', async () => {
    await prove();
    const { id } = await propose();
    app.clock.advance({ hours: 24 });
    expect((await ops('approve', `--id ${id} --by approver`)).text).toContain('not proved');
    expect(await contactNow()).toMatchObject({ account: customer.account });
    await prove();
    const both = await ops('customer:contact-replace', of('--approved-by approver'));
    expect(both.exit).toBe(0);
    const back = `--account ${to} --to ${customer.account} --by support --reason asked`;
    expect((await ops('customer:contact-replace', `${back} --approved-by approver`)).text).toContain('not proved');
    const lost = to;
    to = `away-${lost}`;
    app.clock.advance({ minutes: 2 });
    expect((await ops('customer:contact-code', `--account ${lost} --to ${to} --by support --reason asked`)).exit).toBe(
      0,
    );
    const codes = `--code ${await app.lastCode(to)} --old-code ${await app.lastCode(lost)}`;
    const away = `--account ${lost} --to ${to} --by support --reason asked ${codes}`;
    expect((await ops('customer:contact-change', away)).exit).toBe(0);
    const again = `--account ${to} --to ${lost} --by support --reason asked --approved-by approver`;
    expect((await ops('customer:contact-replace', again)).text).toContain('not proved');
  });

  it('is not replaced by a contact that another customer has got meanwhile', async () => {
    await prove();
    const { id } = await propose();
    await app.slices.identity.createCustomer(app.database, { account: to, nickname: '', tags: [] });
    expect((await ops('approve', `--id ${id} --by approver`)).text).toContain('another customer has');
    expect(await contactNow()).toEqual({ account: customer.account, held: null });
  });

  it('is not replaced by a contact that another customer takes at the same moment', async () => {
    await prove();
    let replaced: ReturnType<typeof ops> | undefined;
    await app.owner.transaction(async (dbTx) => {
      await dbTx.query({ text: `insert into customer (account, created_at) values ($1, now())`, values: [to] });
      replaced = ops('customer:contact-replace', of('--approved-by approver'));
      await awaitWaitingConnections(app.database, 1);
    });
    expect(await replaced).toMatchObject({ exit: 1, text: expect.stringContaining('another customer has') });
    expect(await contactNow()).toEqual({ account: customer.account, held: null });
  });

  it('is replaced in the database by no shortcut', async () => {
    await prove();
    const forged = (columns: string, values: string, { id, account } = customer, by = 'support') =>
      app.database.query({
        text: `insert into customer_contact_change
            (customer_id, old_contact, new_contact, staff_id, changed_at, ${columns})
          select ${id}, '${account}', '${to}', (select id from staff where name = '${by}'),
            '${app.clock.now().toISOString()}', ${values} from one_time_code code where account = '${to}' order by code.id desc limit 1`,
      });
    const approver = `(select id from staff where name = 'approver')`;
    const [at, finance] = [
      `'${app.clock.now().toISOString()}'::timestamptz`,
      `(select id from staff where name = 'finance')`,
    ];
    const cases: [columns: string, values: string, message: RegExp][] = [
      ['new_code_id', 'code.id', /held_when_lost|two_people_when_lost/],
      ['new_code_id, approved_by', `code.id, ${approver}`, /held_when_lost/],
      ['new_code_id, approved_by, held_until', `code.id, ${approver}, ${at} + interval '71 hours'`, /check constraint/],
      ['new_code_id, approved_by, held_until', `code.id, ${finance}, ${at} + interval '72 hours'`, /may not approve/],
      [
        'new_code_id, approved_by, held_until',
        `code.id + 1000, ${approver}, ${at} + interval '72 hours'`,
        /no used code/,
      ],
      ['new_code_id, old_code_id', 'code.id, code.id', /no used code/],
    ];
    for (const [columns, values, message] of cases) await expect(forged(columns, values)).rejects.toThrow(message);
    const lost = 'new_code_id, approved_by, held_until';
    const held = `${at} + interval '72 hours'`;
    await expect(forged('new_code_id, held_until', `code.id, ${held}`)).rejects.toThrow('two_people_when_lost');
    await expect(forged(lost, `code.id, ${approver}, ${held}`, customer, 'approver')).rejects.toThrow(
      'two_people_when_lost',
    );
    const other = await app.createCustomer();
    await expect(forged(lost, `code.id, ${approver}, ${held}`, other)).rejects.toThrow('no used code');
    const mistaken = { ...customer, account: other.account };
    await expect(forged(lost, `code.id, ${approver}, ${held}`, mistaken)).rejects.toThrow('does not have the contact');
    await app.owner.query({ text: `update staff set status = 'DISABLED' where name = 'approver'` });
    await expect(forged(lost, `code.id, ${approver}, ${held}`)).rejects.toThrow('may not approve');
    await app.owner.query({ text: `update staff set status = 'ACTIVE' where name = 'approver'` });
    await expect(
      app.database.query({ text: `update customer set account = '${to}' where id = ${customer.id}` }),
    ).rejects.toThrow('permission denied');
    expect(await contactNow()).toMatchObject({ account: customer.account });
  });
});

describe('name and tags', () => {
  const change = (args: string) => ops('customer:change', `--id ${customer.id} --reason asked ${args}`);
  const details = async () => {
    const { rows } = await app.owner.query({
      text: 'select nickname, tags from customer where id = $1',
      values: [customer.id],
    });
    return rows[0];
  };

  it('change with what they were and are in the audit log; twice is once', async () => {
    expect((await change('--name Alice --add-tag vip,old --by support')).exit).toBe(0);
    expect(await details()).toEqual({ nickname: 'Alice', tags: ['vip', 'old'] });
    expect((await change('--remove-tag old,none --add-tag vip --by support')).exit).toBe(0);
    expect((await change('--remove-tag old --by support')).text).toContain('nothing changed');
    expect(await details()).toEqual({ nickname: 'Alice', tags: ['vip'] });
    const { rows } = await app.owner.query<{ detail: unknown }>({
      text: `select detail from audit_log where action = 'customer:change' and subject = $1 order by id`,
      values: [`customer ${customer.id}`],
    });
    expect(rows.map(({ detail }) => detail)).toEqual([
      { before: '"" with no tags', after: '"Alice" with the tags vip, old' },
      { before: '"Alice" with the tags vip, old', after: '"Alice" with the tags vip' },
    ]);
  });

  it('are bounded, and change by the right roles only', async () => {
    const tags = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `t${from + index}`).join(',');
    const refused = [`--add-tag ${'x'.repeat(33)}`, '--add-tag a;b', `--name ${'\u202e'}`];
    for (const args of refused) expect((await change(`${args} --by support`)).exit).toBe(1);
    const unclear = [`--name ${'x'.repeat(65)}`, `--add-tag ${tags(21)}`, '--add-tag a --remove-tag a', ''];
    for (const args of unclear) expect((await change(`${args} --by support`)).exit).toBe(2);
    for (const by of ['operations', 'auditor']) expect((await change(`--name A --by ${by}`)).exit).toBe(1);
    expect(await details()).toEqual({ nickname: '', tags: [] });
    expect((await change(`--add-tag ${tags(20)} --by support`)).exit).toBe(0);
    expect((await change('--add-tag more --by support')).exit).toBe(1);
  });

  it('are joined by the order of the accounts that pay electricity', async () => {
    const set = (mode: string, by = 'finance') => {
      const args = ['--id', String(customer.id), '--mode', mode, '--by', by, '--reason', 'asked'];
      return runCommandWith(app, app.slices.electricity.opsCommands['customer:pay-mode'], args);
    };
    expect(await set('OUTPUT_FIRST', 'support')).toMatchObject({ exit: 1 });
    expect(await set('OUTPUT_FIRST')).toMatchObject({ exit: 0 });
    expect(await set('OUTPUT_FIRST')).toMatchObject({ printed: [expect.stringContaining('nothing changed')] });
    expect(await app.data('wallet', {}, customer.caller)).toMatchObject({ electricityPayMode: 'OUTPUT_FIRST' });
    expect(await app.notices()).toContainEqual({ to: customer.account, text: expect.stringContaining('产出优先') });
  });
});
