/**
 * Proves that a customer leaves by two people and with everything settled, that nothing is lost from the books by it, and that
 * afterwards nothing can be done for or by that customer, in the database neither.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountClosed, customerAccount, houseAccount, postTransfer } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp, TestCustomer } from '../../testing/app.ts';
import { needed } from '../../testing/arrival-fixture.ts';
import { giveTo } from '../../testing/gift.ts';
import { addMachine } from '../../testing/machines.ts';
import { startLeavingFixture, two } from './testing/leaving-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'lode-leaving-'));
let fixture: Awaited<ReturnType<typeof startLeavingFixture>>;
let app: TestApp;
beforeAll(async () => {
  fixture = await startLeavingFixture();
  app = fixture.app;
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

const ops = (name: string, args: string) => fixture.ops(name, args);
const leaveBy = (customer: TestCustomer, more = '') => fixture.leaveBy(customer, more);
const give = (customer: TestCustomer, coin: string, amount: string) => fixture.give(customer, coin, amount);
const statusOf = (customer: TestCustomer) => fixture.statusOf(customer);
const houseOf = (account: string, coin: string) => fixture.houseOf(account, coin);
const assertBooks = () => fixture.assertBooks();

describe('a customer with everything settled', () => {
  it('leaves by two people; the rest is paid by hand, promotional credit ends, and nothing is lost', async () => {
    const customer = await fixture.addCustomer();
    await give(customer, 'BTC', '0.0009');
    await give(customer, 'USDT', '7.25');
    await ops('credit', `--account ${customer.account} --amount 3 --kind init ${two}`);
    const standing = await ops('customer:standing', `--id ${customer.id}`);
    expect(standing).toMatchObject({ exit: 0 });
    for (const line of [
      '0.00090000 BTC in OUTPUT_ACCOUNT, to be paid by hand',
      '7.250000 USDT in ELE_ACCOUNT, to be paid by hand',
      '3.000000 USDT in ELE_ACCOUNT, promotional: it ends with the account',
      'can leave',
    ]) {
      expect(standing.text).toContain(line);
    }
    expect(await leaveBy(customer)).toMatchObject({ exit: 1, text: expect.stringContaining('--receipt') });
    const args = `--account ${customer.account} --receipt bank_transfer_4711`;
    expect((await ops('customer:leave', `${args} --by support --reason asked`)).exit).toBe(1);
    const proposed = await ops('customer:leave', `${args} --by finance --reason asked`);
    const id = /proposed as (\d+)/.exec(proposed.text)?.[1];
    expect((await ops('approve', `--id ${id} --by finance`)).exit).toBe(1);
    expect(await statusOf(customer)).toBe('ACTIVE');
    const [treasury, usdt, promotion] = [
      await houseOf('TREASURY', 'BTC'),
      await houseOf('TREASURY', 'USDT'),
      await houseOf('PROMOTION_EXPENSE', 'USDT'),
    ];
    expect(await ops('approve', `--id ${id} --by approver`)).toMatchObject({ exit: 0 });
    expect(await statusOf(customer)).toBe('CLOSED');
    expect([
      (await houseOf('TREASURY', 'BTC')) - treasury,
      (await houseOf('TREASURY', 'USDT')) - usdt,
      (await houseOf('PROMOTION_EXPENSE', 'USDT')) - promotion,
    ]).toEqual([90_000n, 7_250_000n, 3_000_000n]);
    await assertBooks();
    expect((await app.call('userInfo', {}, customer.caller)).code).toBe(10111);
    expect((await app.call('login', { account: customer.account, password: customer.password })).code).toBe(20001);
    expect(await app.notices()).toContainEqual({ to: customer.account, text: expect.stringContaining('已注销') });

    const out = join(folder, 'statement.csv');
    const range = `--id ${customer.id} --from 2026-03-01 --to 2026-03-31 --out ${out}`;
    expect(await ops('customer:statement', range)).toMatchObject({ exit: 0 });
    expect(readFileSync(out, 'utf8').match(/销户结清/g)).toHaveLength(3);
    expect((await ops('customer:statement', range)).text).toContain('EEXIST');
  });

  it('is gone: every command refuses, its number is free for another customer, and the database takes nothing', async () => {
    const customer = await fixture.addCustomer();
    expect((await leaveBy(customer)).exit).toBe(0);
    for (const command of ['customer:enable', 'customer:disable', 'customer:leave'])
      expect(await ops(command, `--id ${customer.id} ${two}`)).toMatchObject({
        exit: 1,
        text: expect.stringContaining('has left'),
      });
    expect((await ops('customer:change', `--id ${customer.id} --name X --by support --reason x`)).text).toContain(
      'has left',
    );
    const contact = `--id ${customer.id} --to a@example.com --by support --reason x`;
    expect((await ops('customer:contact-code', contact)).text).toContain('has left');
    const manual = `--account ${customer.account} --coin USDT --amount 5 ${two}`;
    expect((await ops('deposit:manual', manual)).exit).toBe(1);
    expect((await app.call('login', { account: `closed-${customer.id}`, password: customer.password })).code).toBe(
      20001,
    );

    const next = await app.createCustomer({ account: customer.account });
    expect(next.id).not.toBe(customer.id);
    expect((await ops('deposit:manual', manual)).exit).toBe(0);

    const now = app.clock.now();
    const post = app.database.transaction((dbTx) =>
      postTransfer(dbTx, {
        key: 'deposit-manual:to a closed one',
        input: {},
        kind: 'deposit-manual',
        businessDate: '2026-03-10',
        postedAt: now,
        postings: [
          {
            from: houseAccount('CASH', 'BTC'),
            to: customerAccount(customer.id, 'OUTPUT_ACCOUNT', 'BTC'),
            type: 'RECHARGE_BTC',
            amount: 1n,
            date: '2026-03-10',
          },
        ],
      }),
    );
    await expect(post).rejects.toThrow(AccountClosed);
    const refused: [text: string, message: string][] = [
      [
        `insert into session (customer_id, token_hash, created_at, expires_at) values ($1, sha256('x'), now(), now())`,
        'has left',
      ],
      [`update customer set status = 'ACTIVE' where id = $1`, 'has left'],
      [`update customer set nickname = 'X' where id = $1`, 'has left'],
      [
        `insert into coin_up_order (customer_id, coin, direction, account, amount, date, arrival_date, requested_at, state)
        values ($1, 'BTC', 'IN', 'COIN_UP_ACCOUNT', 1, '2026-03-10', '2026-03-11', now(), 'INTRANSIT')`,
        'has left',
      ],
      [
        `insert into withdrawal (customer_id, coin, network, address, address_key, amount, fee, date, applied_at, transfer_id)
        values ($1, 'BTC', 'BITCOIN', repeat('x', 20), '0014' || repeat('ab', 20), 2, 1, '2026-03-10', now(), -1)`,
        'has left',
      ],
      [
        `insert into withdrawal_address (customer_id, network, address, address_key, label, added_at)
        values ($1, 'BITCOIN', repeat('x', 20), '0014' || repeat('ab', 20), '', now())`,
        'has left',
      ],
      [
        `insert into deposit_address (network, number, customer_id, address, key, given_at)
        values ('ERC20', 99, $1, 'x', repeat('ab', 20), now())`,
        'has left',
      ],
      ['delete from customer_departure where customer_id = $1', 'denied'],
      ['select ledger.close_accounts($1)', 'denied'],
    ];
    for (const [text, message] of refused)
      await expect(app.database.query({ text, values: [customer.id] }), text).rejects.toThrow(message);
    await assertBooks();
  });

  it('has what arrives at its old address afterwards in SUSPENSE, until two people say what it is', async () => {
    const customer = await fixture.addCustomer();
    const { key } = customer;
    expect((await leaveBy(customer)).exit).toBe(0);
    const before = await fixture.house('SUSPENSE');
    fixture.pay({ key, amount: 70_000n });
    await fixture.look();
    fixture.mine(needed);
    await fixture.look();
    expect((await fixture.house('SUSPENSE')) - before).toBe(70_000n);
    const { rows } = await app.owner.query({
      text: 'select 1 from deposit where customer_id = $1',
      values: [customer.id],
    });
    expect(rows).toEqual([]);
    const list = await ops('suspense:list', '');
    expect(list.text).toContain('0.00070000 BTC BITCOIN CUSTOMER');
    await assertBooks();
    const id = /arrival (\d+) 0.00070000/.exec(list.text)?.[1];
    expect((await ops('suspense:settle', `--id ${id} --as customer --account ${customer.account} ${two}`)).exit).toBe(
      1,
    );
    expect((await ops('suspense:settle', `--id ${id} --as treasury ${two}`)).exit).toBe(0);
    await assertBooks();
  });

  it('cannot log in while it leaves: of both at once no session stays open', async () => {
    const customer = await app.createCustomer();
    const logIns = () => app.call('login', { account: customer.account, password: customer.password });
    await Promise.all([logIns(), leaveBy(customer), logIns(), logIns()]);
    expect(await statusOf(customer)).toBe('CLOSED');
    const { rows } = await app.owner.query({
      text: 'select 1 from session where customer_id = $1 and revoked_at is null',
      values: [customer.id],
    });
    expect(rows).toEqual([]);
  });
});

describe('a customer with something unsettled', () => {
  it('gets deposits below the minimum credited by two people, and leaves with them', async () => {
    const customer = await fixture.addCustomer();
    fixture.pay({ key: customer.key, amount: 4000n });
    fixture.mine(needed);
    await fixture.look();
    expect((await leaveBy(customer)).text).toContain('deposit:credit-small');
    expect((await ops('deposit:credit-small', `--id ${customer.id} ${two}`)).exit).toBe(0);
    expect((await ops('deposit:credit-small', `--id ${customer.id} ${two}`)).exit).toBe(1);
    expect((await leaveBy(customer, '--receipt paid')).exit).toBe(0);
    await assertBooks();
  });

  const cases: [what: string, text: string, begin: (customer: TestCustomer) => Promise<unknown>][] = [
    [
      'coins that can be withdrawn',
      '0.00100000 BTC in OUTPUT_ACCOUNT: the customer withdraws it',
      (customer) => give(customer, 'BTC', '0.001'),
    ],
    [
      'a deposit on its way',
      'not credited yet',
      async (customer) => {
        fixture.pay({ key: (await fixture.placeOf(customer)).key, amount: 90_000n });
        await fixture.look();
      },
    ],
    [
      'a frozen account',
      'frozen (unclear)',
      ({ id }) =>
        app.owner.query({
          text: `insert into customer_freeze (customer_id, reason, frozen_at) values ($1, 'unclear', now())`,
          values: [id],
        }),
    ],
    [
      'an order of COIN UP',
      'in COIN UP order',
      ({ id }) =>
        app.owner.query({
          text: `insert into coin_up_order (customer_id, coin, direction, account, amount, date, arrival_date, requested_at, state)
        values ($1, 'BTC', 'OUT', 'COIN_UP_ACCOUNT', 1, '2026-03-10', '2026-03-11', now(), 'INTRANSIT')`,
          values: [id],
        }),
    ],
    [
      'a withdrawal on its way',
      'in withdrawal',
      async ({ id }) => {
        const [date, postedAt] = ['2026-03-10', app.clock.now()];
        const output = customerAccount(id, 'OUTPUT_ACCOUNT', 'BTC');
        await giveTo(app, output, 'BTC', 2n);
        const { transferId } = await postTransfer(app.database, {
          key: `withdraw:of ${id}`,
          input: null,
          kind: 'withdrawal',
          businessDate: date,
          postedAt,
          postings: [
            { from: output, to: houseAccount('WITHDRAWAL_PENDING', 'BTC'), type: 'WITHDRAW', amount: 2n, date },
          ],
        });
        await app.owner.query({
          text: `insert into withdrawal (customer_id, coin, network, address, address_key, amount, fee, date, applied_at, transfer_id)
            values ($1, 'BTC', 'BITCOIN', repeat('x', 20), '0014' || repeat('ab', 20), 2, 1, $2, $3, $4)`,
          values: [id, date, postedAt, transferId],
        });
      },
    ],
    [
      'interest that is owed',
      '0.00000700 BTC of interest owed',
      ({ id }) =>
        app.owner.query({
          text: `with day as (
              insert into coin_up_interest_day (coin, date, rate_ppm, amount, was_owed, decided_at) values ('BTC', '2026-03-01', 1, 700, true, now())
            )
            insert into coin_up_interest (date, customer_id, coin, principal, amount, carry) values ('2026-03-01', $1, 'BTC', 1, 700, 0)`,
          values: [id],
        }),
    ],
    [
      'interest of a day that is not decided yet',
      '0.00000700 BTC of interest owed',
      ({ id }) =>
        app.owner.query({
          text: `insert into coin_up_interest (date, customer_id, coin, principal, amount, carry) values ('2026-03-02', $1, 'BTC', 1, 700, 0)`,
          values: [id],
        }),
    ],
    [
      'hosting that is owed',
      '3.000000 USDT owed for machine',
      async ({ id }) => {
        const owner = await app.createCustomer();
        const machine = await addMachine(app, { account: owner.account, machineNo: `H-${id}` });
        await app.owner.query({
          text: `insert into hosting_charge (machine_id, month, customer_id, days, amount, owed, charged_at, date, first_day, last_day, monthly_fee)
            values ($2, '2026-02-01', $1, 28, 3000000, 3000000, now(), '2026-02-28', '2026-02-01', '2026-02-28', 3000000)`,
          values: [id, machine],
        });
      },
    ],
    [
      'a machine under contract',
      'has days that are not closed',
      ({ id, account }) => addMachine(app, { account, machineNo: `L-${id}` }),
    ],
    [
      'a proposal',
      'waits',
      (customer) =>
        ops('customer:leave', `--id ${customer.id} --by finance --reason first`).then(() =>
          app.owner.query({
            text: `update staff_proposal set action = 'customer:other' where input ->> 'id' = $1`,
            values: [String(customer.id)],
          }),
        ),
    ],
  ];
  it.each(cases)('does not leave with %s, in the database neither', async (_what, text, begin) => {
    const customer = await app.createCustomer();
    await begin(customer);
    expect(await ops('customer:standing', `--id ${customer.id}`)).toMatchObject({
      exit: 0,
      text: expect.stringContaining(text),
    });
    expect(await leaveBy(customer, '--receipt paid')).toMatchObject({ exit: 1, text: expect.stringContaining(text) });
    const shortcuts = [
      `insert into customer_departure (customer_id, contact, left_at, staff_id, approved_by)
        select id, account, now(), (select id from staff where name = 'finance'), (select id from staff where name = 'approver')
        from customer where id = $1`,
      `update customer set status = 'CLOSED', password_hash = null where id = $1`,
    ];
    for (const shortcut of shortcuts)
      await expect(app.database.query({ text: shortcut, values: [customer.id] })).rejects.toThrow(/customer \d+ has/);
    expect(await statusOf(customer)).toBe('ACTIVE');
  });

  it('is never closed by one person, nor by two with the wrong roles', async () => {
    const customer = await app.createCustomer();
    for (const people of [
      '--by finance --approved-by finance',
      '--by approver --approved-by finance',
      '--by admin --approved-by approver',
    ])
      expect((await ops('customer:leave', `--id ${customer.id} --reason x ${people}`)).exit).toBe(1);
    const insert = (by: string, approver: string) =>
      app.database.query({
        text: `insert into customer_departure (customer_id, contact, left_at, staff_id, approved_by)
          select id, account, now(), (select id from staff where name = $2), (select id from staff where name = $3) from customer where id = $1`,
        values: [customer.id, by, approver],
      });
    await expect(insert('finance', 'finance')).rejects.toThrow('two_people');
    await expect(insert('support', 'approver')).rejects.toThrow('active FINANCE');
    await expect(insert('finance', 'admin')).rejects.toThrow('active APPROVER');
    for (const name of ['finance', 'approver']) {
      const set = (status: string) =>
        app.owner.query({ text: 'update staff set status = $2 where name = $1', values: [name, status] });
      await set('DISABLED');
      await expect(insert('finance', 'approver')).rejects.toThrow('active FINANCE');
      await set('ACTIVE');
    }
    const elsewhere = app.database.query({
      text: `insert into customer_departure (customer_id, contact, left_at, staff_id, approved_by)
        select $1, 'another@example.com', now(), (select id from staff where name = 'finance'), (select id from staff where name = 'approver')`,
      values: [customer.id],
    });
    await expect(elsewhere).rejects.toThrow('does not have the contact');
    expect((await leaveBy(customer, '--receipt paid')).text).toContain('nothing to pay by hand');
    expect(await statusOf(customer)).toBe('ACTIVE');
  });
});
