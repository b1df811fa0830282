/** Proves that the log cannot be changed, and that what a superuser changes past the triggers is named: row by row. */
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../../platform/db/database.ts';
import { startTestApp, type TestApp, type TestCustomer } from '../../../testing/app.ts';
import { addStaff, runCommand } from '../../../testing/commands.ts';
import { checkLog } from './check-log.ts';

let app: TestApp;
let customer: TestCustomer;

beforeEach(async () => {
  app = await startTestApp();
  await addStaff(app);
  customer = await app.createCustomer();
  await app.call('login', { account: customer.account, password: 'wrong-one' });
  const { opsCommands } = app.slices.identity;
  await runCommand(
    app,
    opsCommands['customer:change'],
    `--id ${customer.id} --name a --by admin --reason a_reason_13800000001`,
  );
  await runCommand(app, opsCommands['customer:change'], `--id ${customer.id} --name b --by admin --reason b`);
  await app.slices.security.chain();
});
afterEach(() => app.stop());

const rows = async <Row extends object>(text: string) => (await app.owner.query<Row>({ text })).rows;
/** Past triggers and foreign keys, as a superuser can. */
async function asSuperuser(text: string): Promise<void> {
  const url = new URL(inject('postgres').adminUrl);
  url.pathname = new URL(app.databaseUrl).pathname;
  const superuser = openDatabase(url.href, { max: 1 });
  await superuser.query({ text: `set session_replication_role = replica; ${text}` });
  await superuser.end();
}
const faults = async () => (await checkLog(app.database)).faults;
const idOf = async (kind: string) =>
  (
    await rows<{ id: bigint; number: bigint }>(
      `select e.id, l.number from security_event e join security_link l on l.event_id = e.id where kind = '${kind}' order by e.id limit 1`,
    )
  )[0] as { id: bigint; number: bigint };
const ops = (name: string, args = '') => runCommand(app, app.slices.security.opsCommands[name], args);

describe('the log', () => {
  it('holds logins, failures and staff actions, each chained to the one before', async () => {
    const kinds = (await rows<{ kind: string }>('select kind from security_event order by id')).map(({ kind }) => kind);
    expect(kinds).toEqual(['STAFF_ACTION', 'SESSION_OPENED', 'LOGIN_FAILED', 'STAFF_ACTION', 'STAFF_ACTION']);
    const links = await rows<{ number: bigint; previous: Buffer; hash: Buffer }>(
      'select * from security_link order by number',
    );
    expect(links.map(({ number }) => number)).toEqual([1n, 2n, 3n, 4n, 5n]);
    for (const [n, link] of links.slice(1).entries()) expect(link.previous).toEqual(links[n]?.hash);
    expect(await faults()).toEqual([]);
  });

  it('is append-only for the application and for the owner of its tables', async () => {
    for (const table of ['security_event', 'security_link', 'audit_log'])
      for (const text of [`delete from ${table}`, `truncate ${table} cascade`]) {
        await expect(app.database.query({ text })).rejects.toThrow('permission denied');
        await expect(rows(text)).rejects.toThrow('is refused');
      }
    await expect(app.database.query({ text: `update security_event set kind = 'X_X'` })).rejects.toThrow(
      'permission denied',
    );
    await expect(rows(`update security_event set kind = 'X_X'`)).rejects.toThrow('is refused');
    for (const text of [
      `update security_head set number = 9`,
      `insert into security_link values (9, 1, sha256(''), sha256(''))`,
    ])
      await expect(app.database.query({ text })).rejects.toThrow('permission denied');
  });

  it('is one chain without gaps when many commit at once, and a rolled back event leaves none', async () => {
    const announce = (n: number) =>
      app.database.transaction(async (dbTx) => {
        await app.slices.security.announce(dbTx, {
          kind: 'LOGIN_FAILED',
          customerId: customer.id,
          at: app.clock.now(),
        });
        if (n % 5 === 0) throw new Error('rolled back');
      });
    const chaining = Array.from({ length: 20 }, () => app.slices.security.chain());
    await Promise.allSettled([...Array.from({ length: 200 }, (_, n) => announce(n)), ...chaining]);
    await app.slices.security.chain();
    expect(await rows('select number from security_head')).toEqual([{ number: 165n }]);
    expect(await faults()).toEqual([]);
  });
});

describe('a row that a superuser', () => {
  it('altered is named', async () => {
    const { id, number } = await idOf('LOGIN_FAILED');
    await asSuperuser(`update security_event set kind = 'SESSION_OPENED' where id = ${id}`);
    expect(await faults()).toEqual([`event ${id} or link ${number} was changed`]);
  });

  it('altered with its link is named by the one behind it', async () => {
    const { id, number } = await idOf('LOGIN_FAILED');
    await asSuperuser(
      `update security_event set at = at + interval '1 second' where id = ${id};
       update security_link l set hash = security_hash(previous, number, e) from security_event e where e.id = l.event_id and e.id = ${id}`,
    );
    expect(await faults()).toEqual([`link ${number + 1n} does not follow link ${number}`]);
  });

  it('altered is named when the functions that hash it were replaced too', async () => {
    const { id, number } = await idOf('LOGIN_FAILED');
    const action = await idOf('STAFF_ACTION');
    const [audit] = await rows<{ id: bigint }>('select min(id) as id from audit_log');
    await asSuperuser(`update security_event set kind = 'SESSION_OPENED' where id = ${id};
      update audit_log set reason = 'another' where id = ${audit?.id};
      create or replace function security_hash(previous bytea, number bigint, event security_event) returns bytea language sql stable
        as 'select hash from security_link l where l.event_id = event.id';
      create or replace function audit_hash(audit audit_log) returns text language sql stable
        as $$ select e.detail->>'hash' from security_event e where e.detail->>'audit' = audit.id::text $$`);
    const [replaced] = await rows<{ passes: boolean }>(
      `select bool_and(security_hash(l.previous, l.number, e) = l.hash) as passes from security_link l join security_event e on e.id = l.event_id`,
    );
    expect(replaced?.passes).toBe(true);
    expect(await faults()).toEqual([
      `audit row ${audit?.id} of event ${action.id} was changed`,
      `event ${id} or link ${number} was changed`,
    ]);
  });

  it('deleted is named, alone or with its link', async () => {
    const { id, number } = await idOf('LOGIN_FAILED');
    await asSuperuser(`delete from security_event where id = ${id}`);
    expect(await faults()).toEqual([`event ${id} of link ${number} is gone`]);
    await asSuperuser(`delete from security_link where event_id = ${id}`);
    expect(await faults()).toEqual([`links ${number} to ${number} are gone`]);
  });

  it('deleted before it was chained is named', async () => {
    await app.slices.security.announce(app.database, {
      kind: 'LOGIN_FAILED',
      customerId: customer.id,
      at: app.clock.now(),
    });
    const [last] = await rows<{ id: bigint }>('select max(id) as id from security_event');
    expect(await faults()).toEqual([]);
    await asSuperuser(`delete from security_event where id = ${last?.id}`);
    await app.slices.security.chain();
    expect(await faults()).toEqual([`event ${last?.id} is gone and was not chained`]);
  });

  it('inserted is named', async () => {
    await asSuperuser(`insert into security_event (at, kind) values (now(), 'STAFF_DENIED')`);
    const [last] = await rows<{ id: bigint }>('select max(id) as id from security_event');
    expect(await faults()).toEqual([`event ${last?.id} stands in no link`]);
  });

  it('cut off at the end is named by the head, and by an earlier check when the head was set back', async () => {
    expect((await ops('security-log:check')).exit).toBe(0);
    await asSuperuser(
      'delete from security_link where number = 5; delete from security_event where id = (select max(id) from security_event)',
    );
    expect(await faults()).toContain('the chain ends at link 4, its head says 5');
    await asSuperuser('update security_head set number = 4, hash = (select hash from security_link where number = 4)');
    expect(await faults()).toContain(`link 5, the head on ${app.clock.now().toISOString()}, is gone or another one`);
  });

  it('changed, deleted or inserted in the audit log is named', async () => {
    const { id } = await idOf('STAFF_ACTION');
    const [first] = await rows<{ id: bigint }>('select min(id) as id from audit_log');
    await asSuperuser(`update audit_log set reason = 'another' where id = ${first?.id}`);
    expect(await faults()).toEqual([`audit row ${first?.id} of event ${id} was changed`]);
    await asSuperuser(`delete from audit_log where id = ${first?.id}`);
    expect(await faults()).toEqual([`audit row ${first?.id} of event ${id} is gone`]);
    await asSuperuser(
      `insert into audit_log (at, staff_id, action, subject, reason) select now(), min(id), 'x', 'y', 'z' from staff`,
    );
    const [last] = await rows<{ id: bigint }>('select max(id) as id from audit_log');
    expect(await faults()).toContain(`audit row ${last?.id} stands in no event`);
  });
});

describe('the check', () => {
  it('runs once a day, raises one alert for a broken chain, and resolves it', async () => {
    const tick = () => app.slices.security.checkLog(app.clock.now());
    const runs = async () => (await rows('select from security_check_run')).length;
    const alerts = () =>
      rows<{ message: string }>(`select message from alert where kind = 'security-log-broken' and resolved_at is null`);
    await tick();
    await tick();
    expect([await runs(), await alerts()]).toEqual([1, []]);
    const { id, number } = await idOf('LOGIN_FAILED');
    await asSuperuser(`update security_event set kind = 'SESSION_ENDED' where id = ${id}`);
    app.clock.advance({ days: 1 });
    await tick();
    expect(await alerts()).toEqual([
      { message: `1 fault in the security log: event ${id} or link ${number} was changed` },
    ]);
    expect(await ops('security-log:check')).toMatchObject({
      exit: 1,
      failed: [`event ${id} or link ${number} was changed`],
    });
    await asSuperuser(`update security_event set kind = 'LOGIN_FAILED' where id = ${id}`);
    app.clock.advance({ days: 1 });
    await tick();
    expect([await runs(), await alerts()]).toEqual([4, []]);
  });

  it('exports JSON lines of days, without an account or a reason in full', async () => {
    const day = app.clock.now().toISOString().slice(0, 10);
    const { exit, printed } = await ops('security-log:export', `--from ${day} --to ${day}`);
    expect(exit).toBe(0);
    const lines = printed.map(
      (line) => JSON.parse(line) as { number: number; kind: string; hash: string; previous: string },
    );
    expect(lines.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    for (const [n, line] of lines.slice(1).entries()) expect(line.previous).toBe(lines[n]?.hash);
    for (const secret of [customer.account, '13800000001', customer.caller.accessToken, customer.caller.deviceId])
      expect(printed.join('\n')).not.toContain(secret);
    expect((await ops('security-log:export', '--from 2020-01-01 --to 2020-01-02')).printed).toEqual([]);
  });
});
