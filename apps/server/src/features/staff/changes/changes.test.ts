/**
 * Proves that the staff changes by two different people, in the program and in the database; that a first password does nothing but
 * choose another; that a disabled member does nothing more; and that a row which was changed otherwise is found.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingRoles } from '../../../platform/staff/authority.ts';
import { isProposable } from '../../../platform/staff/proposable-command.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { as } from '../../../testing/caller-role.ts';
import { addStaff, runCommand } from '../../../testing/commands.ts';
import { staffWith, typing } from '../testing/staff-with.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Commands of the demo, which takes names at their word. */
const ops = async (name: string, args: string) => {
  const commands: Record<string, Parameters<typeof runCommand>[1]> = app.slices.staff.opsCommands;
  const { exit, printed, failed } = await runCommand(app, commands[name], args);
  return { exit, text: [...printed, ...failed].join('\n') };
};
const approve = async (id: string, by: string) => {
  const proposals = app.slices.staff.proposalCommands((action) => {
    const command = (app.slices.staff.opsCommands as Record<string, Parameters<typeof isProposable>[0]>)[action];
    return command && isProposable(command) ? command.proposal : undefined;
  });
  const { exit, printed, failed } = await runCommand(app, proposals.approve, `--id ${id} --by ${by}`);
  return { exit, text: [...printed, ...failed].join('\n') };
};
const rows = async <R>(text: string) => (await app.owner.query<R>({ text })).rows;
const statusOf = async (name: string) =>
  (await rows<{ role: string; status: string }>(`select role, status from staff where name = '${name}'`))[0];
const idOf = async (name: string) => (await rows<{ id: bigint }>(`select id from staff where name = '${name}'`))[0]?.id;
const firstPasswordIn = (text: string) => /is ([A-Z2-7]{20}):/.exec(text)?.[1] ?? '';

describe('an empty staff', () => {
  const setUp = (args: string, ...typed: string[]) =>
    runCommand(app, staffWith(app, typing(...typed)).opsCommands['staff:set-up'], args);

  it('begins with two different ADMINs, each with a password, once', async () => {
    const [one, other] = ['Lode@First1', 'Lode@Second1'];
    expect((await setUp('--first alice --second alice', one, one)).exit).toBe(1);
    expect((await setUp('--first alice --second bob', 'short')).failed[0]).toContain('8 to 64');
    expect((await setUp('--first alice --second bob', 'Passw0rd')).failed[0]).toContain('100,000 most used');
    expect((await setUp('--first alice --second bob', one, other)).failed[0]).toContain('differ');
    expect(await rows('select from staff')).toEqual([]);
    expect((await setUp('--first alice --second bob', one, one, other, other)).exit).toBe(0);
    expect(await rows('select name, role from staff order by id')).toEqual([
      { name: 'alice', role: 'ADMIN' },
      { name: 'bob', role: 'ADMIN' },
    ]);
    expect((await setUp('--first carol --second dave', one, one, other, other)).failed[0]).toContain('already');
  });

  it('is begun by the database with two ADMINs only, and once', async () => {
    const found = (members: object[]) =>
      as('staff', () =>
        app.database.query({ text: 'select found_staff($1::jsonb, now())', values: [JSON.stringify(members)] }),
      );
    const member = (name: string, role = 'ADMIN') => ({ name, role, passwordHash: 'x' });
    await expect(found([member('carol'), member('dave')])).rejects.toThrow('begins with two ADMIN');
    for (const text of [
      `insert into staff (name, role, password_hash, created_at) values ('mallory', 'ADMIN', 'x', now())`,
      `update staff set role = 'APPROVER' where name = 'bob'`,
      `delete from staff_totp`,
      `insert into staff_passkey (staff_id, credential_id, public_key, counter, label, created_at) select id, 'x', 'x', 0, 'x', now() from staff`,
    ])
      for (const part of ['staff', 'worker', 'public', undefined] as const)
        await expect(
          as(part, () => app.database.query({ text })),
          `${part}: ${text}`,
        ).rejects.toThrow('permission denied');
    // What the owner may (broken control).
    await app.owner.query({ text: `update staff set role = role` });
  });
});

describe('a change of the staff', () => {
  beforeAll(() => addStaff(app));

  it('needs two different people with the roles, none of them the member', async () => {
    const add = (args: string) => ops('staff:add', `--name carol --role FINANCE --reason joined ${args}`);
    expect((await add('--by finance --approved-by approver')).text).toContain('asks for ADMIN');
    expect((await add('--by admin --approved-by finance')).text).toContain('asks for ADMIN or APPROVER');
    expect((await add('--by admin --approved-by admin')).text).toContain('same person');
    expect(
      (await ops('staff:role', '--name admin --role FINANCE --by admin --approved-by alice --reason x')).text,
    ).toContain('own account');
    expect(await statusOf('carol')).toBeUndefined();
    expect((await add('--by admin --approved-by approver')).exit).toBe(0);
    expect(await statusOf('carol')).toEqual({ role: 'FINANCE', status: 'ACTIVE' });
    expect((await add('--by admin --approved-by approver')).text).toContain('already');
  });

  it('is refused by the database to one person, to wrong roles, on oneself, and to the last who could change it', async () => {
    const change = (by: string, approver: string, member: string, role = 'AUDITOR') =>
      as('staff', () =>
        app.database.query({
          text: `select change_staff('staff:role', $3, $4, null, null, (select id from staff where name = $1),
            (select id from staff where name = $2), 'x', now())`,
          values: [by, approver, member, role],
        }),
      );
    await expect(change('admin', 'admin', 'carol')).rejects.toThrow('another ADMIN or APPROVER');
    await expect(change('finance', 'approver', 'carol')).rejects.toThrow('another ADMIN or APPROVER');
    await expect(change('admin', 'support', 'carol')).rejects.toThrow('another ADMIN or APPROVER');
    await expect(change('admin', 'carol', 'support')).rejects.toThrow('another ADMIN or APPROVER');
    await expect(change('admin', 'approver', 'approver')).rejects.toThrow('may not do');
    await expect(change('admin', 'approver', 'missing')).rejects.toThrow('may not do');
    await app.owner.query({
      text: `update staff set status = 'DISABLED' where name in ('alice', 'bob')`,
    });
    await expect(change('approver', 'admin', 'support')).rejects.toThrow('another ADMIN or APPROVER');
    await app.owner.query({ text: `update staff set status = 'ACTIVE' where name in ('alice', 'bob')` });
    await change('admin', 'approver', 'carol', 'AUDITOR');
    expect(await statusOf('carol')).toMatchObject({ role: 'AUDITOR' });
  });

  it('may be proposed by one and approved by the other, once', async () => {
    const proposed = await ops('staff:role', '--name carol --role SUPPORT --by admin --reason moved');
    const id = /as (\d+):/.exec(proposed.text)?.[1] ?? '';
    expect(await statusOf('carol')).toMatchObject({ role: 'AUDITOR' });
    expect((await approve(id, 'admin')).text).toContain('same person');
    expect((await approve(id, 'finance')).exit).toBe(1);
    expect((await approve(id, 'approver')).exit).toBe(0);
    expect(await statusOf('carol')).toMatchObject({ role: 'SUPPORT' });
    expect((await approve(id, 'approver')).exit).toBe(1);
    const lines = await rows(
      `select action, b.name as by, a.name as approver from audit_log l join staff b on b.id = staff_id
       join staff a on a.id = approved_by where subject = 'staff carol' order by l.id desc limit 1`,
    );
    expect(lines).toEqual([{ action: 'staff:role', by: 'admin', approver: 'approver' }]);
  });

  it('gives a first password, which does nothing but choose an own one, for 72 hours', async () => {
    const added = await ops('staff:add', '--name dora --role ADMIN --by admin --approved-by approver --reason joined');
    const first = firstPasswordIn(added.text);
    expect(await app.slices.staff.authorise(settingRoles, { by: 'dora', approvedBy: 'approver' })).toEqual({
      refusal: 'dora has a first password only: staff:password sets another',
    });
    const own = (...typed: string[]) =>
      runCommand(app, staffWith(app, typing(...typed)).opsCommands['staff:password'], '--name dora');
    expect((await own('Lode@Wrong1', 'Lode@Own1', 'Lode@Own1')).failed[0]).toContain('not the password');
    app.clock.advance({ hours: 73 });
    expect((await own(first, 'Lode@Own1', 'Lode@Own1')).failed[0]).toContain('not the password');
    const reset = await ops('staff:reset', '--name dora --by admin --approved-by approver --reason late');
    expect((await own(first, 'Lode@Own1', 'Lode@Own1')).failed[0]).toContain('not the password');
    expect((await own(firstPasswordIn(reset.text), 'Lode@Own1', 'Lode@Own1')).exit).toBe(0);
    expect(await app.slices.staff.authorise(settingRoles, { by: 'dora', approvedBy: 'approver' })).toMatchObject({
      by: { name: 'dora' },
    });
    expect((await own('Lode@Own1', 'Lode@Own2', 'Lode@Own2')).exit).toBe(0);
  });

  it('that disables a member ends what it may: commands, approvals, proposals that wait', async () => {
    const proposed = await ops('staff:role', '--name carol --role FINANCE --by dora --reason wait');
    const id = /as (\d+):/.exec(proposed.text)?.[1] ?? '';
    expect((await ops('staff:disable', '--name dora --by admin --approved-by approver --reason left')).exit).toBe(0);
    expect((await approve(id, 'approver')).text).toContain('REJECTED');
    expect((await ops('staff:role', '--name carol --role FINANCE --by dora --reason again')).text).toContain(
      'disabled',
    );
    const dora = await idOf('dora');
    for (const text of [
      `insert into audit_log (at, staff_id, action, subject, reason) values (now(), ${dora}, 'x', 'x', 'x')`,
      `insert into staff_proposal (action, input, summary, reason, proposed_by, proposed_at) values ('x', '{}', 'x', 'x', ${dora}, now())`,
    ])
      await expect(
        as('staff', () => app.database.query({ text })),
        text,
      ).rejects.toThrow('dora is disabled');
    expect((await ops('staff:enable', '--name dora --by admin --approved-by approver --reason back')).exit).toBe(0);
    expect((await ops('staff:role', '--name carol --role FINANCE --by dora --reason again')).exit).toBe(0);
  });

  it('never leaves fewer than two who may decide', async () => {
    for (const name of ['alice', 'bob', 'dora'])
      expect((await ops('staff:disable', `--name ${name} --by admin --approved-by approver --reason x`)).exit).toBe(0);
    expect((await ops('staff:enable', '--name bob --by admin --approved-by approver --reason x')).exit).toBe(0);
    expect((await ops('staff:disable', '--name approver --by admin --approved-by bob --reason x')).exit).toBe(0);
    expect((await ops('staff:disable', '--name admin --by bob --approved-by approver --reason x')).exit).toBe(1);
    expect((await ops('staff:enable', '--name approver --by admin --approved-by bob --reason x')).exit).toBe(0);
  });
});

describe('the daily check', () => {
  const altered = () => as('worker', () => app.slices.staff.findAlteredStaff());
  const nightly = () => as('worker', () => app.slices.security.checkLog(app.clock.now()));
  const alerts = () =>
    rows<{ message: string }>(`select message from alert where kind = 'staff-altered' and resolved_at is null`);

  it('finds nothing after any number of honest changes', async () => {
    expect(await altered()).toEqual([]);
  });

  it.each([
    [`update staff set role = 'APPROVER' where name = 'support'`, 'support is APPROVER, the audit log says SUPPORT'],
    [`update staff set status = 'DISABLED' where name = 'support'`, 'support is DISABLED, the audit log says ACTIVE'],
    [`update staff set password_hash = 'y' where name = 'support'`, 'support has a password, app, passkey or key'],
    [`update staff set name = 'supporter' where name = 'support'`, 'supporter is support in the audit log'],
    [
      `insert into staff_passkey (staff_id, credential_id, public_key, counter, label, created_at)
       select id, 'x', decode(repeat('00', 40), 'hex'), 0, 'x', now() from staff where name = 'support'`,
      'support has a password, app, passkey or key',
    ],
    [
      `insert into staff (name, role, password_hash, created_at) values ('mallory', 'ADMIN', 'x', now())`,
      'mallory stands in no line of the audit log',
    ],
  ])('finds what a superuser did: %s', async (text, fault) => {
    const found = await app.owner.transaction(async (dbTx) => {
      await dbTx.query({ text });
      const { rows: faults } = await dbTx.query<{ name: string; fault: string }>({
        text: 'select * from altered_staff()',
      });
      await dbTx.query({ text: 'rollback' });
      return faults.map(({ name, fault: said }) => `${name} ${said}`);
    });
    expect(found).toEqual([expect.stringContaining(fault)]);
  });

  it('raises one alert, and resolves it when the row is as it was', async () => {
    await app.owner.query({ text: `update staff set role = 'APPROVER' where name = 'auditor'` });
    app.clock.advance({ days: 1 });
    await nightly();
    expect(await alerts()).toEqual([{ message: 'staff: auditor is APPROVER, the audit log says AUDITOR' }]);
    await app.owner.query({ text: `update staff set role = 'AUDITOR' where name = 'auditor'` });
    app.clock.advance({ days: 1 });
    await nightly();
    expect(await alerts()).toEqual([]);
  });

  it('is not deceived by a line that a staff process writes', async () => {
    const forge = `insert into audit_log (at, staff_id, action, subject, reason) select now(), id, 'staff:role', 'x', 'x' from staff limit 1`;
    await expect(as('staff', () => app.database.query({ text: forge }))).rejects.toThrow(
      'permission denied for audit lines',
    );
  });
});
