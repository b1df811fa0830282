/**
 * Proves who may do what, that outside demo mode a name counts only with its password, that one person can never stand in
 * both places, and how the first and every further member of the staff comes in.
 */
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  moneyRoles,
  type NeededRoles,
  type StaffRole,
  settingRoles,
  stoppingRoles,
} from '../../platform/staff/authority.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { askPassword } from './ask-password.ts';
import { authorise } from './authorise.ts';
import { refusalOfStaff } from './staff-roles.ts';
import { staffWith } from './testing/staff-with.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe('roles', () => {
  const member = (role: StaffRole, id = 1n, status: 'ACTIVE' | 'DISABLED' = 'ACTIVE') => ({
    id,
    name: `n${id}`,
    role,
    status,
  });
  const all: StaffRole[] = ['SUPPORT', 'FINANCE', 'APPROVER', 'ADMIN'];
  const pairs = (needed: NeededRoles) =>
    all.flatMap((by) =>
      all
        .filter((approver) => refusalOfStaff(needed, member(by), member(approver, 2n)) === null)
        .map((approver) => `${by} ${approver}`),
    );

  it('let only FINANCE propose and only APPROVER approve money actions', () => {
    expect(pairs(moneyRoles)).toEqual(['FINANCE APPROVER']);
    expect(pairs(settingRoles)).toEqual(['ADMIN APPROVER']);
    expect(all.filter((role) => refusalOfStaff(stoppingRoles, member(role), null) === null)).toEqual([
      'FINANCE',
      'APPROVER',
      'ADMIN',
    ]);
  });

  it('never take one person for two, nor a disabled one', () => {
    expect(refusalOfStaff(moneyRoles, member('FINANCE'), member('FINANCE'))?.en).toContain('same person');
    expect(
      refusalOfStaff({ by: ['FINANCE'], approvedBy: ['FINANCE'] }, member('FINANCE'), member('FINANCE'))?.en,
    ).toContain('same person');
    expect(refusalOfStaff(moneyRoles, member('FINANCE', 1n, 'DISABLED'), member('APPROVER', 2n))?.en).toContain(
      'disabled',
    );
    expect(refusalOfStaff(moneyRoles, member('FINANCE'), member('APPROVER', 2n, 'DISABLED'))?.en).toContain('disabled');
  });

  it('let an approver be named where none is needed, who must have the role too', () => {
    expect(refusalOfStaff(stoppingRoles, member('ADMIN'), member('APPROVER', 2n))).toBeNull();
    expect(refusalOfStaff(stoppingRoles, member('ADMIN'), member('SUPPORT', 2n))?.en).toContain('SUPPORT');
    expect(refusalOfStaff(stoppingRoles, member('ADMIN'), member('ADMIN'))?.en).toContain('same person');
  });
});

describe('the staff', () => {
  const answers = (...typed: string[]) => ({ ask: async () => typed.shift() ?? '' });
  const slice = (isDemo: boolean, ...typed: string[]) => staffWith(app, { isDemo, ...answers(...typed) });

  it('is asked for no password where there is no terminal', async () => {
    const { opsCommands } = staffWith(app, {
      isDemo: false,
      ask: (question) => askPassword(question, Object.assign(new PassThrough(), { isTTY: false }) as never),
    });
    expect(await runCommand(app, opsCommands['staff:set-up'], '--first alice --second bob')).toMatchObject({
      exit: 2,
      failed: ['a password is typed at a terminal, and there is none'],
    });
  });

  it('is named in the help of a command, which changes nothing', async () => {
    const { exit, printed } = await runCommand(app, app.slices.wallet.opsCommands.credit, '--help');
    expect(exit).toBe(0);
    for (const option of ['kind', 'account', 'amount', 'key', 'by', 'approved-by', 'reason']) {
      expect(printed.join('\n')).toContain(`--${option} <`);
    }
    expect(printed.join('\n')).toContain('By FINANCE, approved by APPROVER.');
  });

  it('proves itself by password outside the demo, each name by its own', async () => {
    await addStaff(app);
    const names = { by: 'finance', approvedBy: 'approver' };
    expect(await slice(true).authorise(moneyRoles, names)).toMatchObject({
      by: { name: 'finance' },
      approver: { name: 'approver' },
    });
    expect(await slice(false, 'Lode@Console1', 'Lode@Console1').authorise(moneyRoles, names)).toMatchObject({
      by: { name: 'finance' },
    });
    expect(await slice(false, 'Lode@Console1', 'guess').authorise(moneyRoles, names)).toEqual({
      refusal: 'that is not the password of approver',
    });
    expect(await slice(false, '').authorise(moneyRoles, names)).toEqual({
      refusal: 'that is not the password of finance',
    });
  });

  it('hands on nothing that could put a hash into a log', async () => {
    const proof = { kind: 'none', recordRefusedRole: async () => undefined } as const;
    const found = await authorise(app.database, proof, stoppingRoles, { by: 'finance' });
    expect(JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      'argon2',
    );
  });

  it('is never one person in both places, even if the program forgot to ask', async () => {
    const insert = `insert into audit_log (at, staff_id, approved_by, action, subject, reason)
                    select now(), id, id, 'x', 'x', 'x' from staff limit 1`;
    await expect(app.database.query({ text: insert })).rejects.toThrow(/check constraint/);
    for (const text of ['delete from audit_log', `update audit_log set reason = 'y'`])
      await expect(app.database.query({ text })).rejects.toThrow(/permission denied/);
  });
});
