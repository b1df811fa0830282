// Approval by two people, enforced by the database; what holds it; and every end without a payment.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestCustomer, testPassword } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { addMachine } from '../../../testing/machines.ts';
import { bitcoinAddress, startWithdrawalFixture } from '../../../testing/withdrawal-fixture.ts';
import { readAwaitingApproval } from './page-approvals.repository.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: (typeof world)['app'];
let customer: TestCustomer;
let id: string;
beforeAll(async () => {
  world = await startWithdrawalFixture();
  app = world.app;
});
afterAll(() => world.stop());
beforeEach(async () => {
  customer = await world.customer();
  ({ id } = await world.applied(customer, 'BTC', '0.01'));
});

const record = () => world.record(customer, id);
const steps = async () => (await record())?.steps.map(({ step }) => step);
const refused = async (result: Promise<{ exit: number; failed: string[] }>) => {
  const { exit, failed } = await result;
  expect(exit).toBe(1);
  return failed[0];
};

describe('an approval', () => {
  it('is two commands of two people; then the payment begins in the same transaction [state:withdrawal.processing-payment]', async () => {
    expect(await refused(world.approve(id))).toContain('it is not proposed yet');
    expect((await world.propose(id)).exit).toBe(0);
    expect(await record()).toMatchObject({ status: 'WAITING', thirdStatus: null });
    expect(await refused(world.propose(id))).toContain('finance has proposed it already');
    expect((await world.approve(id)).exit).toBe(0);
    expect(await record()).toMatchObject({ status: 'SUCCESS', thirdStatus: 'WAITING', checkRemark: null });
    expect(await steps()).toEqual(['APPLIED', 'APPROVED']);
    expect(await world.started()).toContain(id);
    expect(await refused(world.approve(id))).toContain('it is APPROVED');
    expect(await refused(world.reject(id))).toContain('it is APPROVED');
    expect(await refused(world.offset(id, 'OUTPUT'))).toContain('it is APPROVED');
    expect(await world.cancel(customer, id)).toMatchObject({ code: 40008 });
    const { rows } = await app.database.query<{ action: string }>({
      text: `select action from audit_log where subject = $1 order by id`,
      values: [`withdrawal ${id}`],
    });
    expect(rows.map(({ action }) => action)).toEqual(['withdrawal:propose', 'withdrawal:approve']);
  });

  it('needs the right roles', async () => {
    for (const by of ['approver', 'admin', 'support']) expect((await world.propose(id, by)).exit).toBe(1);
    await world.propose(id);
    for (const by of ['finance', 'admin', 'support']) expect((await world.approve(id, by)).exit).toBe(1);
    for (const by of ['admin', 'support']) expect((await world.reject(id, by)).exit).toBe(1);
    expect((await world.approve(id)).exit).toBe(0);
  });

  it('of one person for both is refused by the program, and by the database under it', async () => {
    await world.propose(id);
    await app.owner.query({ text: `update staff set role = 'APPROVER' where name = 'finance'` });
    expect(await refused(world.approve(id, 'finance'))).toContain('same person');
    const insert = app.owner.query({
      text: `insert into withdrawal_review select withdrawal_id, 'APPROVED', staff_id, reason, at from withdrawal_review where withdrawal_id = $1`,
      values: [id],
    });
    await expect(insert).rejects.toThrow('two_people');
    await app.owner.query({ text: `update staff set role = 'FINANCE' where name = 'finance'` });
  });

  it('of a person without the role is refused by the database too', async () => {
    const insert = (part: string, name: string) =>
      app.database.query({
        text: `insert into withdrawal_review (withdrawal_id, part, staff_id, reason, at)
               select $1, $2, id, 'r', now() from staff where name = $3`,
        values: [id, part, name],
      });
    for (const name of ['support', 'admin', 'approver'])
      await expect(insert('PROPOSED', name), name).rejects.toThrow('PROPOSED needs an active FINANCE');
    await world.propose(id);
    for (const name of ['support', 'admin', 'finance'])
      await expect(insert('APPROVED', name), name).rejects.toThrow('APPROVED needs an active APPROVER');
    await app.owner.query({ text: `update staff set status = 'DISABLED' where name = 'approver'` });
    await expect(insert('APPROVED', 'approver')).rejects.toThrow('APPROVED needs an active APPROVER');
    await app.owner.query({ text: `update staff set status = 'ACTIVE' where name = 'approver'` });
  });

  it('of what a disabled person proposed is refused by the program, and by the database under it', async () => {
    await world.propose(id);
    await app.owner.query({ text: `update staff set status = 'DISABLED' where name = 'finance'` });
    expect(await refused(world.approve(id))).toContain('finance proposed it and is disabled');
    const insert = app.database.query({
      text: `insert into withdrawal_review (withdrawal_id, part, staff_id, reason, at)
             select $1, 'APPROVED', id, 'r', now() from staff where name = 'approver'`,
      values: [id],
    });
    await expect(insert).rejects.toThrow('was proposed by a disabled member');
    await app.owner.query({ text: `update staff set status = 'ACTIVE' where name = 'finance'` });
    expect((await world.approve(id)).exit).toBe(0);
  });

  it('cannot be left out: the application creates withdrawals in no phase but the first', async () => {
    const columns = 'customer_id, coin, network, address, address_key, amount, fee, date, applied_at';
    const create = (column: string, value: string) =>
      app.database.query({
        text: `insert into withdrawal (${columns}, transfer_id, ${column})
               select ${columns}, -transfer_id, ${value} from withdrawal where id = $1`,
        values: [id],
      });
    const phases = ['APPROVED', 'SCREENING', 'SIGNING', 'BROADCAST', 'PAID'];
    for (const phase of phases) await expect(create('phase', `'${phase}'`), phase).rejects.toThrow('permission denied');
    await expect(create('end_transfer_id', '-1')).rejects.toThrow('permission denied');
    await expect(create('remark', `'r'`)).rejects.toThrow('permission denied');
  });

  it('waits while a password change holds, and while the customer is disabled or frozen', async () => {
    await world.propose(id);
    await app.data('updatePassword', { oldPassword: testPassword, newPassword: 'Passw0rd2' }, customer.caller);
    expect(await refused(world.approve(id))).toContain('a password was changed');
    app.clock.advance({ hours: 24 });
    const set = (text: string) => app.owner.query({ text, values: [customer.id] });
    await set(`update customer set contact_held_until = '2026-03-12Z' where id = $1`);
    expect(await refused(world.approve(id))).toContain(
      'the contact was replaced: it cannot be approved before 2026-03-12',
    );
    await set('update customer set contact_held_until = null where id = $1');
    await set(`update customer set status = 'DISABLED' where id = $1`);
    expect(await refused(world.approve(id))).toContain('disabled');
    await set(`update customer set status = 'ACTIVE' where id = $1`);
    await set(`insert into customer_freeze (customer_id, reason, frozen_at) values ($1, 'r', '2026-03-11Z')`);
    expect(await refused(world.approve(id))).toContain('frozen');
    await world.ops(
      'customer:unfreeze',
      `--account ${customer.account} --by finance --approved-by approver --reason r`,
    );
    expect((await world.approve(id)).exit).toBe(0);
    app.clock.set('2026-03-10T04:00:00.000Z');
  });

  it('is refused for an unknown withdrawal', async () => {
    expect(await refused(world.propose('999999'))).toContain('there is no withdrawal 999999');
    expect((await world.propose('x')).exit).toBe(2);
  });
});

describe('a rejection', () => {
  it.each([false, true])(
    'returns everything, with its reason; proposed: %s [state:withdrawal.failed]',
    async (isProposed) => {
      if (isProposed) await world.propose(id);
      expect((await world.reject(id)).exit).toBe(0);
      expect(await record()).toMatchObject({
        status: 'REJECTED',
        thirdStatus: null,
        checkRemark: '资料不全',
        eta: null,
      });
      expect(await steps()).toEqual(['APPLIED', 'REJECTED']);
      expect(await world.balance(customer.id, 'BTC')).toBe(100_000_000n);
      expect(await refused(world.reject(id))).toContain('REJECTED');
      expect(await refused(world.propose(id))).toContain('REJECTED');
      expect(await world.cancel(customer, id)).toMatchObject({ code: 40008 });
      expect(await world.balance(customer.id, 'BTC')).toBe(100_000_000n);
      await world.assertBooks();
    },
  );

  it('is not longer than what a customer is shown', async () => {
    const reason = 'r'.repeat(201);
    expect(await refused(world.ops('withdrawal:reject', `--id ${id} --by finance --reason ${reason}`))).toContain(
      '200',
    );
  });
});

describe('offset inside the house [state:withdrawal.success-offset] [entity:ledger-type.WITHDRAW_OFFSET]', () => {
  it('the whole amount goes to the own account of the coin, without a fee and without a payment', async () => {
    expect(await refused(world.offset(id, 'ELE'))).toContain('OUTPUT');
    expect((await world.offset(id, 'OUTPUT')).exit).toBe(0);
    expect(await record()).toMatchObject({ status: 'SUCCESS', thirdStatus: null, checkRemark: '划转抵扣' });
    expect((await record())?.offset).toEqual({
      account: 'OUTPUT_ACCOUNT',
      toBalance: '0.01000000',
      toOwed: '0.00000000',
      reason: null,
    });
    expect(await world.balance(customer.id, 'BTC')).toBe(100_000_000n);
    const { records } = await app.data('ledgerPage', { type: 'WITHDRAW_OFFSET' }, customer.caller);
    expect(records).toMatchObject([{ amount: '0.01000000' }]);
    expect(await world.cancel(customer, id)).toMatchObject({ code: 40008 });
    expect(await refused(world.offset(id, 'OUTPUT'))).toContain('it is OFFSET');
    await world.assertBooks();
  });

  it('or to what is owed, which is paid at once', async () => {
    const usdt = await world.applied(customer, 'USDT', '1000');
    expect(await refused(world.offset(usdt.id, 'charge'))).toContain('owes nothing');
    const machineNo = `R-${customer.id}`;
    const machineId = await addMachine(app, {
      machineNo,
      account: customer.account,
      startTime: '2026-03-01T00:00:00Z',
    });
    await app.owner.query({
      text: `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount, owed)
             values ($1, '2026-03-08', $2, $3, 'BTC', 86400, 3500, 0.078, 6000000, 6000000)`,
      values: [machineId, customer.id, machineNo],
    });
    await app.owner.query({
      text: `insert into reference_price values ('BTC', '2026-03-08', 50000000000, 'import', now()) on conflict do nothing`,
    });
    expect((await world.offset(usdt.id, 'charge')).exit).toBe(0);
    expect(await world.balance(customer.id, 'USDT')).toBe(994_000_000n);
    expect(await world.record(customer, usdt.id)).toMatchObject({
      status: 'SUCCESS',
      thirdStatus: null,
      offset: { account: 'ELE_ACCOUNT', toBalance: '994.000000', toOwed: '6.000000', reason: '抵扣欠费' },
    });
    await world.assertBooks();
  });

  it('waits for a second name as a proposal, and needs a place', async () => {
    const args = `--id ${id} --reason r`;
    const before = await world.balance(customer.id, 'BTC');
    const proposed = await world.ops('withdrawal:offset', `${args} --to OUTPUT --by finance`);
    expect([proposed.exit, proposed.printed.join()]).toEqual([
      0,
      expect.stringMatching(/^proposed as \d+: .* credited to OUTPUT/),
    ]);
    expect([await world.balance(customer.id, 'BTC'), (await record())?.status]).toEqual([before, 'WAITING']);
    expect((await world.ops('withdrawal:offset', `${args} --to charge --by finance`)).exit).toBe(1);
    expect((await world.ops('withdrawal:offset', `${args} --to bank --by finance --approved-by approver`)).exit).toBe(
      2,
    );
  });

  const reviewParts = async () =>
    (
      await app.owner.query<{ part: string }>({
        text: 'select part from withdrawal_review where withdrawal_id = $1 order by at',
        values: [id],
      })
    ).rows.map(({ part }) => part);
  const offsetProposed = () => world.ops('withdrawal:offset', `--id ${id} --to OUTPUT --by finance --reason r`);

  it('that waits keeps the payment from being proposed, until it is rejected', async () => {
    const proposal = (await offsetProposed()).printed.join().match(/^proposed as (\d+)/)?.[1];
    expect(await refused(world.propose(id))).toContain(`proposal ${proposal} by finance to offset it waits`);
    expect([await reviewParts(), (await record())?.status]).toEqual([[], 'WAITING']);
    expect(await readAwaitingApproval(app.database, app.clock.now())).not.toContain(BigInt(id));
    // Of another withdrawal nothing is said.
    const other = await world.applied(customer, 'BTC', '0.01');
    expect((await world.propose(other.id)).exit).toBe(0);
    const { 'proposal:reject': reject } = app.slices.staff.proposalCommands(() => undefined);
    expect((await runCommand(app, reject, `--id ${proposal} --by approver --reason no`)).exit).toBe(0);
    expect(await readAwaitingApproval(app.database, app.clock.now())).toContain(BigInt(id));
    expect((await world.propose(id)).exit).toBe(0);
  });

  it('is not proposed beside a payment that is, and two people still end it by one', async () => {
    expect((await world.propose(id)).exit).toBe(0);
    expect(await refused(offsetProposed())).toContain('finance has proposed its payment');
    const { rows } = await app.owner.query({
      text: `select from staff_proposal where action = 'withdrawal:offset' and input ->> 'id' = $1`,
      values: [id],
    });
    expect(rows).toEqual([]);
    expect((await world.offset(id, 'OUTPUT')).exit).toBe(0);
  });

  it('stored before this was a rule keeps the payment from being approved', async () => {
    expect((await world.propose(id)).exit).toBe(0);
    await app.owner.query({
      text: `insert into staff_proposal (action, input, summary, summary_zh, reason, proposed_by, proposed_at)
             select 'withdrawal:offset', $1, 's', 's', 'r', id, now() from staff where name = 'finance'`,
      values: [JSON.stringify({ id, to: 'OUTPUT' })],
    });
    expect(await refused(world.approve(id))).toContain('to offset it waits');
    expect([await reviewParts(), await steps()]).toEqual([['PROPOSED'], ['APPLIED']]);
  });

  it('of the payment and of an offset at once: one of them waits', async () => {
    for (let n = 0; n < 5; n += 1) {
      ({ id } = await world.applied(customer, 'BTC', '0.001'));
      const both = await Promise.all([world.propose(id), offsetProposed()]);
      expect(both.map(({ exit }) => exit).toSorted()).toEqual([0, 1]);
    }
  });
});

describe('the database', () => {
  it('moves nothing that is over, and never what was asked for', async () => {
    await world.reject(id);
    const owner = (text: string) => app.owner.query({ text, values: [id] });
    await expect(
      owner(`update withdrawal set phase = 'AWAITING_APPROVAL', end_transfer_id = null where id = $1`),
    ).rejects.toThrow('never moves like this');
    await expect(owner('update withdrawal set amount = amount + 1 where id = $1')).rejects.toThrow('never changes');
    for (const text of ['delete from withdrawal', 'update withdrawal set amount = 1', 'delete from withdrawal_step'])
      await expect(app.database.query({ text })).rejects.toThrow('permission denied');
  });

  it('shows a withdrawal that is over without its posting, and one that is not in the books (broken control)', async () => {
    await world.assertBooks();
    await app.owner.query({ text: 'alter table withdrawal disable trigger withdrawal_moves' });
    const spoil = (by: number) =>
      app.owner.query({ text: 'update withdrawal set amount = amount + $2 where id = $1', values: [id, by] });
    await spoil(1);
    await expect(world.assertBooks()).rejects.toThrow('WITHDRAWAL_PENDING is the open withdrawals');
    await spoil(-1);
    await app.owner.query({ text: 'alter table withdrawal enable trigger withdrawal_moves' });
    await world.assertBooks();
  });
});

describe('proposing and approving at a terminal', () => {
  const give = (name: string, by: string, more: string, terminal?: { answers: string[]; shown: string[] }) =>
    runCommand(
      app,
      app.slices.withdrawals.opsCommands[name],
      `--id ${id} --by ${by} --reason checked ${more}`,
      terminal && {
        show: (line) => void terminal.shown.push(line),
        ask: async (question) => {
          terminal.shown.push(question);
          return terminal.answers.shift() ?? '';
        },
      },
    );

  it('takes the last six characters of the address from the person or from --address-ends', async () => {
    const end = bitcoinAddress.slice(-6);
    const terminal = { answers: ['000000', end], shown: [] as string[] };
    expect(await give('withdrawal:propose', 'finance', '', terminal)).toMatchObject({
      exit: 1,
      failed: ['refused: not confirmed: nothing was changed'],
    });
    expect(terminal.shown.join('\n')).toMatch(new RegExp(`pays +\\d.* BTC[^]*${bitcoinAddress}[^]*last 6 characters`));
    expect((await give('withdrawal:propose', 'finance', '', terminal)).exit).toBe(0);
    expect(await give('withdrawal:approve', 'approver', '--address-ends 000000')).toMatchObject({ exit: 1 });
    expect(await record()).toMatchObject({ status: 'WAITING' });
    const approved = await give('withdrawal:approve', 'approver', `--address-ends ${end.toUpperCase()}`, terminal);
    expect(approved).toEqual({
      exit: 0,
      printed: [`withdrawal ${id} of customer ${customer.id}, 0.01000000 BTC, is approved: its payment begins`],
      failed: [],
    });
    expect(await record()).toMatchObject({ status: 'SUCCESS' });
  });

  it.each(['', '--yes'])('needs --address-ends without a terminal, whatever is confirmed: %j', async (confirmed) => {
    for (const [name, by] of [
      ['withdrawal:propose', 'finance'],
      ['withdrawal:approve', 'approver'],
    ] as const) {
      expect(await give(name, by, confirmed)).toEqual({
        exit: 2,
        printed: [],
        failed: ['--address-ends is required without a terminal; --yes does not replace it'],
      });
    }
    expect((await world.approve(id)).failed[0]).toContain('it is not proposed yet');
  });

  it('shows a rejection with its customer, amount and address before it runs', async () => {
    const terminal = { answers: ['no', 'yes'], shown: [] as string[] };
    expect((await give('withdrawal:reject', 'finance', '', terminal)).exit).toBe(1);
    expect(terminal.shown.join('\n')).toMatch(
      new RegExp(
        `withdrawal ${id} of customer ${customer.id}\n +number +W\\d{8}-\\w{10}\n +returns +0.01000000 BTC[^]*${bitcoinAddress}[^]*checked[^]*Type yes`,
      ),
    );
    expect(await give('withdrawal:reject', 'finance', '', terminal)).toMatchObject({
      exit: 0,
      printed: [expect.stringContaining('is rejected: the amount is returned')],
    });
  });
});
