// Auto-approval: off until two staff members switch it on, for small amounts to addresses that people approved before. What holds
// an approval by people holds it too, and the database checks it again.
import { scriptedKey } from '@lode/chain/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestCustomer, testPassword } from '../../../testing/app.ts';
import {
  startAutoApprovalFixture,
  twoPeople as two,
  usualBounds as usual,
} from '../../../testing/auto-approval-fixture.ts';
import { paymentArgs, runCommand } from '../../../testing/commands.ts';
import { addMachine } from '../../../testing/machines.ts';

let world: Awaited<ReturnType<typeof startAutoApprovalFixture>>;
let app: (typeof world)['app'];
let customer: TestCustomer;
beforeAll(async () => {
  world = await startAutoApprovalFixture();
  ({ app, customer } = world);
});
afterAll(() => world.stop());
afterEach(() => world.mine(5));
beforeEach(() => world.newDay());

describe('off', () => {
  it('is the default: everything waits for manual review', async () => {
    expect((await world.recordOf(await world.asked())).status).toBe('WAITING');
    const { rows } = await world.owner('select count(*)::int as rules from auto_approval');
    expect(rows).toEqual([{ rules: 0 }]);
  });

  it('is not changed by one name, by the wrong ones, or by the command of other settings', async () => {
    for (const names of ['--by finance', '--by finance --approved-by approver', '--by admin --approved-by admin'])
      expect((await world.on(usual, `${names} --reason r`)).exit).toBe(1);
    // One of them proposes.
    expect((await world.on(usual, '--by admin --reason r')).printed[0]).toContain('proposed as');
    const change = app.slices.settings.opsCommands['setting:change'];
    const other = await runCommand(app, change, `--key withdraw.rule.BTC --value null ${two}`);
    expect(other.failed[0]).toContain('withdrawal:rule');
    expect((await world.off()).failed[0]).toContain('is off');
  });

  it('keeps to its bounds when it is switched on, and who did it is in the audit log', async () => {
    const flawed = (bounds: string) =>
      world.on(`${usual} `.replace(new RegExp(`${bounds.split(' ')[0]} \\S+`), bounds));
    expect((await flawed('--per-payment 0.5')).failed[0]).toContain('smaller than one payment');
    expect((await flawed('--per-day 10.1')).failed[0]).toContain('one customer may take');
    expect(await flawed('--known-days 366')).toMatchObject({
      exit: 2,
      failed: [expect.stringContaining('a whole number from 1 to 365')],
    });
    expect((await flawed('--per-payment -1')).exit).toBe(2);
    expect((await world.on()).printed[0]).toContain('is on: 0.00200000 a payment');
    app.clock.advance({ seconds: 1 });
    expect((await world.off()).exit).toBe(0);
    const { rows } = await world.owner(
      `select action, s.name, b.name as approver, detail->>'before' as before, detail->>'value' as value from audit_log a
       join staff s on s.id = a.staff_id left join staff b on b.id = a.approved_by
       where subject = 'setting withdraw.rule.BTC' order by a.id desc limit 2`,
    );
    expect(rows).toEqual([
      {
        action: 'withdrawal:rule-off',
        name: 'finance',
        approver: null,
        before: expect.stringContaining('"perPayment":"0.00200000"'),
        value: 'null',
      },
      {
        action: 'withdrawal:rule',
        name: 'admin',
        approver: 'approver',
        before: expect.any(String),
        value: expect.stringContaining('"perPayment":"0.00200000"'),
      },
    ]);
  });
});

describe('on', () => {
  beforeEach(async () => {
    expect((await world.on()).exit).toBe(0);
  });

  it('approves at once, is paid, and is listed for staff', async () => {
    const id = await world.asked();
    expect((await world.recordOf(id)).status).toBe('SUCCESS');
    expect((await world.stepsOf(id)).slice(0, 2)).toEqual(['APPLIED', 'APPROVED']);
    await world.mine(4);
    expect(await world.recordOf(id)).toMatchObject({ thirdStatus: 'SUCCESS' });
    expect(await world.stepsOf(id)).toEqual(['APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST', 'CONFIRMED']);
    const { printed } = await world.ops('withdrawal:by-rule', '');
    expect(printed).toEqual([
      expect.stringMatching(new RegExp(`^withdrawal ${id} of customer ${customer.id}: 0.00200000 BTC.*: paid$`)),
      expect.stringContaining('BTC by rule today 0.00200000; the rule is on'),
      expect.stringContaining('USDT by rule today 0.000000; the rule is off'),
    ]);
    await world.assertBooks();
  });

  it('stops at the bound of a payment, and of the customer and day', async () => {
    expect((await world.recordOf(await world.asked('0.00200001'))).status).toBe('WAITING');
    expect((await world.recordOf(await world.asked())).status).toBe('SUCCESS');
    expect((await world.recordOf(await world.asked())).status).toBe('SUCCESS');
    expect((await world.recordOf(await world.asked('0.001'))).status).toBe('WAITING');
    app.clock.advance({ hours: 24 });
    expect((await world.recordOf(await world.asked('0.001'))).status).toBe('SUCCESS');
  });

  it('stops without an earlier payment to the address that people approved long enough ago', async () => {
    const elsewhere = world.chain.addressOf(scriptedKey('cd'));
    await world.know(customer, elsewhere);
    const id = await world.applied(customer, '0.001', elsewhere);
    await app.runJobs();
    expect((await world.recordOf(id)).status).toBe('WAITING');
    const fresh = await world.paidBefore();
    const tooSoon = await world.applied(fresh, '0.001');
    await app.runJobs();
    expect((await world.record(fresh, tooSoon)).status).toBe('WAITING');
    app.clock.advance({ hours: 25 });
    const now = await world.applied(fresh, '0.001');
    await app.runJobs();
    expect((await world.record(fresh, now)).status).toBe('SUCCESS');
  });

  it('is held back by a password, a freeze, a disabled customer, a forgotten address, a debt, a doubt, a file', async () => {
    const stays = async (spoil: () => Promise<unknown>, mend: () => Promise<unknown>) => {
      const id = await world.applied(customer, '0.001');
      await spoil();
      await app.runJobs();
      const { rows } = await world.owner('select phase from withdrawal where id = $1', [id]);
      expect(rows, String(spoil)).toEqual([{ phase: 'AWAITING_APPROVAL' }]);
      await mend();
      expect((await world.ops('withdrawal:reject', `--id ${id} --by finance --reason r`)).exit).toBe(0);
    };
    const mine = (text: string) => () => world.owner(text, [customer.id]);
    await stays(
      mine(`insert into customer_freeze (customer_id, reason, frozen_at) values ($1, 'r', '2026-03-11Z')`),
      mine(`update customer_freeze set lifted_at = frozen_at where customer_id = $1`),
    );
    await stays(
      mine(`update customer set status = 'DISABLED' where id = $1`),
      mine(`update customer set status = 'ACTIVE' where id = $1`),
    );
    await stays(mine('delete from withdrawal_address where customer_id = $1'), () =>
      world.know(customer, world.destination),
    );
    await stays(
      mine(`update session set device_id = 'other' where customer_id = $1`),
      mine(
        `update session set device_id = 'device-of-' || (select account from customer where id = $1) where customer_id = $1`,
      ),
    );
    await stays(
      () =>
        world.owner(
          `insert into alert (kind, subject, message, raised_at) values ('deposit-changed', 'BITCOIN', 'w', now())`,
        ),
      () => world.owner('update alert set resolved_at = raised_at where resolved_at is null'),
    );
    await stays(
      mine(`insert into alert (kind, subject, message, raised_at)
            select 'deposit-removed', 'deposit ' || id, 'w', now() from deposit where customer_id = $1 limit 1`),
      () => world.owner('update alert set resolved_at = raised_at where resolved_at is null'),
    );
    const machineNo = `R-${customer.id}`;
    const machineId = await addMachine(app, {
      machineNo,
      account: customer.account,
      startTime: '2026-03-01T00:00:00Z',
    });
    await stays(
      () =>
        world.owner(
          `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount, owed)
           values ($1, '2026-03-08', $2, $3, 'BTC', 86400, 3500, 0.078, 6000000, 6000000)`,
          [machineId, customer.id, machineNo],
        ),
      () => world.owner('delete from electricity_charge where machine_id = $1', [machineId]),
    );
    const file = await world.applied(customer, '0.001');
    expect((await world.ops('withdrawal:offline', `--id ${file} --by finance --reason r`)).exit).toBe(0);
    await app.runJobs();
    expect((await world.recordOf(file)).status).toBe('WAITING');
    const changed = await world.applied(customer, '0.001');
    await app.data('updatePassword', { oldPassword: testPassword, newPassword: 'Passw0rd2' }, customer.caller);
    await app.runJobs();
    expect((await world.recordOf(changed)).status).toBe('WAITING');
    // What it said no to is people's: it is not asked again.
    app.clock.advance({ hours: 25 });
    await world.ask(changed);
    expect((await world.recordOf(changed)).status).toBe('WAITING');
  });

  it('leaves one alone that a colleague has proposed to offset', async () => {
    const id = await world.applied(customer, '0.001');
    const offset = app.slices.withdrawals.opsCommands['withdrawal:offset'];
    const proposed = await runCommand(app, offset, `--id ${id} --to OUTPUT --by finance --reason r`);
    expect(proposed.printed.join()).toContain('proposed as');
    await world.ask(id);
    expect((await world.recordOf(id)).status).toBe('WAITING');
    expect(await world.stepsOf(id)).toEqual(['APPLIED']);
  });

  it('ignores withdrawals that are proposed or in manual review', async () => {
    const id = await world.applied(customer, '0.001');
    expect((await world.ops('withdrawal:propose', `${await paymentArgs(app, id)} --by finance --reason r`)).exit).toBe(
      0,
    );
    await app.runJobs();
    expect((await world.recordOf(id)).status).toBe('WAITING');
    expect((await world.ops('withdrawal:approve', `${await paymentArgs(app, id)} --by approver --reason r`)).exit).toBe(
      0,
    );
    const mine = await world.asked('0.001');
    expect(
      (await world.ops('withdrawal:propose', `${await paymentArgs(app, mine)} --by finance --reason r`)).failed[0],
    ).toContain('it is BROADCAST');
    expect((await world.ops('withdrawal:offline', `--id ${mine} --by finance --reason r`)).failed[0]).toContain(
      'the rule',
    );
  });

  it('the same job again approves nothing twice', async () => {
    const id = await world.applied(customer, '0.001');
    await Promise.all([world.ask(id), world.ask(id), world.ask(id)]);
    await app.runJobs();
    expect(await world.stepsOf(id)).toEqual(expect.arrayContaining(['APPROVED']));
    const { rows } = await world.owner('select count(*)::int as n from auto_approval where withdrawal_id = $1', [id]);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('logs once when the daily total is nearly used', async () => {
    const alerts: string[] = [];
    const { error } = app.log;
    app.log.error = (({ message }: { message: string }) => alerts.push(message)) as never;
    app.clock.advance({ seconds: 1 });
    await world.on('--per-payment 0.001 --per-customer-day 0.002 --per-day 0.002 --known-days 1');
    await world.asked('0.001');
    expect(alerts.filter((message) => message?.includes('by rule today'))).toEqual([]);
    await world.asked('0.001');
    app.log.error = error;
    expect(alerts.filter((message) => message?.includes('by rule today'))).toEqual([
      expect.stringContaining('0.00200000 of 0.00200000 BTC'),
    ]);
  });
});

describe('the database', () => {
  const insert = (id: string, bounds: string, at: Date) =>
    app.database.query({
      text: `insert into auto_approval (withdrawal_id, at, bounds, precedent_id)
             select w.id, $3, $2::jsonb, known_destination(w.customer_id, w.network, w.address_key, $3::timestamptz - interval '1 day')
             from withdrawal w where w.id = $1`,
      values: [id, bounds, at],
    });
  const boundsNow = async () =>
    (await world.owner(`select setting_at('withdraw.rule.BTC', $1)::text as bounds`, [app.clock.now()])).rows[0] as {
      bounds: string;
    };

  it('refuses it while off, above its bounds, to an unknown address, with other bounds, or after a proposal', async () => {
    const id = await world.applied(customer, '0.002');
    await expect(insert(id, '{}', app.clock.now())).rejects.toThrow('auto-approval is off');
    await world.on();
    const { bounds } = await boundsNow();
    const now = app.clock.now();
    await expect(insert(id, bounds.replace('0.002', '0.003'), now)).rejects.toThrow('not the bounds');
    const large = await world.applied(customer, '0.00200001');
    await expect(insert(large, bounds, now)).rejects.toThrow('above the bounds');
    const elsewhere = world.chain.addressOf(scriptedKey('ef'));
    await world.know(customer, elsewhere);
    const unknown = await world.applied(customer, '0.001', elsewhere);
    await expect(insert(unknown, bounds, now)).rejects.toThrow('null value');
    await expect(
      app.database.query({
        text: `insert into auto_approval (withdrawal_id, at, bounds, precedent_id) values ($1, $3, $2::jsonb, $1)`,
        values: [unknown, bounds, now],
      }),
    ).rejects.toThrow('people approved no payment to this address');
    await world.ops('withdrawal:propose', `${await paymentArgs(app, id)} --by finance --reason r`);
    await expect(insert(id, bounds, now)).rejects.toThrow('in manual review');
    for (const other of [id, large, unknown])
      await world.ops('withdrawal:reject', `--id ${other} --by finance --reason r`);
  });

  it('starts no payment without an approval, edits none, and returns nothing that people had approved', async () => {
    const id = await world.applied(customer, '0.001');
    const app_ = (text: string) => app.database.query({ text, values: [id] });
    const begin = `update withdrawal set phase = 'APPROVED' where id = $1`;
    await expect(app_(begin)).rejects.toThrow('neither two people nor the auto-approval policy');
    await world.ops('withdrawal:propose', `${await paymentArgs(app, id)} --by finance --reason r`);
    await expect(app_(begin)).rejects.toThrow('neither two people nor the auto-approval policy');
    await world.ops('withdrawal:approve', `${await paymentArgs(app, id)} --by approver --reason r`);
    for (const phase of ['SCREENING', 'SIGNING'])
      await world.owner(`update withdrawal set phase = '${phase}' where id = $1`, [id]);
    await expect(app_(`update withdrawal set phase = 'AWAITING_APPROVAL' where id = $1`)).rejects.toThrow(
      'returns to review',
    );
    for (const text of ['delete from auto_approval', `update auto_approval set bounds = '{}'`])
      await expect(app.database.query({ text })).rejects.toThrow('permission denied');
    await world.mine(4);
  });
});
