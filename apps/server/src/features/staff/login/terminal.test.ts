/** Proves that wrong passwords at the terminal are counted and lock it, and that a password with a code of the app ends the lock. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealer } from '../../../platform/secrets/sealed.ts';
import { codeOfStep, stepAt } from '../../../platform/secrets/totp.ts';
import { stoppingRoles } from '../../../platform/staff/authority.ts';
import { startTestApp, type TestApp, testPepper } from '../../../testing/app.ts';
import { addStaff } from '../../../testing/commands.ts';
import { staffWith, typing } from '../testing/staff-with.ts';

let app: TestApp;
const secret = randomBytes(20);
beforeAll(async () => {
  app = await startTestApp();
  await addStaff(app);
  const { rows } = await app.owner.query<{ id: bigint }>({ text: `select id from staff where name = 'approver'` });
  const id = rows[0]?.id ?? 0n;
  await app.owner.query({
    text: 'insert into staff_totp (staff_id, sealed_secret, started_at, confirmed_at) values ($1, $2, now(), now())',
    values: [id, sealer(testPepper, 'second factor of staff').seal(secret, `staff ${id}`)],
  });
});
afterAll(() => app.stop());

const right = 'Lode@Console1';
async function asks(by: string, ...typed: string[]) {
  const terminal = typing(...typed);
  const authority = await staffWith(app, terminal).authorise(stoppingRoles, { by });
  return { asked: terminal.asked, said: 'refusal' in authority ? authority.refusal : authority.by.name };
}
const code = () => codeOfStep(secret, stepAt(app.clock.now()));
const kinds = async (kind: string) =>
  (await app.owner.query({ text: 'select from security_event where kind = $1', values: [kind] })).rows.length;

describe('at the terminal', () => {
  it('ten wrong passwords lock a member, the right one included, for fifteen minutes; others are free', async () => {
    for (let n = 0; n < 10; n++) expect((await asks('finance', 'wrong')).said).toContain('not the password');
    expect((await asks('finance', right)).said).toContain('locked out until');
    expect([await kinds('STAFF_DENIED'), await kinds('STAFF_LOCKED')]).toEqual([10, 1]);
    expect((await asks('admin', right)).said).toBe('admin');
    app.clock.advance({ minutes: 16 });
    expect((await asks('finance', right)).said).toBe('finance');
  });

  it('a member with an app gives a code of it too, each once', async () => {
    expect(await asks('approver', right, code())).toEqual({
      asked: ['password of approver: ', 'code of the app of approver: '],
      said: 'approver',
    });
    expect((await asks('approver', right, code())).said).toContain('already used: wait for the next one');
    expect((await asks('approver', right, '')).said).toContain('needs a code');
    app.clock.advance({ minutes: 1 });
    expect((await asks('approver', right, '000000')).said).toContain('is wrong, expired or already used');
    expect((await asks('approver', 'wrong', code())).said).toContain('not the password');
  });

  it('a right password with a code ends a lock-out, a code alone or a password alone does not', async () => {
    app.clock.advance({ minutes: 31 });
    for (let n = 0; n < 10; n++) await asks('approver', 'wrong');
    expect((await asks('approver', right, '')).said).toContain('locked out');
    expect((await asks('approver', 'wrong', code())).said).toContain('locked out');
    expect((await asks('approver', right, '000000')).said).toContain('locked out');
    expect((await asks('approver', right, code())).said).toBe('approver');
    app.clock.advance({ minutes: 1 });
    expect((await asks('approver', right, code())).said).toBe('approver');
  });

  it('guesses of both in a lock-out are counted too', async () => {
    app.clock.advance({ minutes: 31 });
    for (let n = 0; n < 10; n++) await asks('approver', 'wrong');
    for (let n = 0; n < 10; n++) await asks('approver', 'wrong', '000000');
    app.clock.advance({ minutes: 1 });
    expect((await asks('approver', right, code())).said).toContain('locked out');
  });
});
