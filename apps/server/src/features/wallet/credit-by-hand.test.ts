/**
 * Proves that money taken or given by hand is booked once, by two different people with the right roles, in words that
 * say so when it comes again, and that a refusal changes neither books nor audit log.
 */
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { addMachine } from '../../testing/machines.ts';
import { recordDay } from '../../testing/recorded-days.ts';
import { creditByHand } from './credit-by-hand.ts';

let app: TestApp;
let customer: TestCustomer;

beforeAll(async () => {
  app = await startTestApp();
  await addStaff(app);
});
beforeEach(async () => {
  customer = await app.createCustomer();
});
afterAll(() => app.stop());

const two = '--by finance --approved-by approver';
const deposit = (args: string) => runCommand(app, app.slices.wallet.commands['deposit:manual'], args);
const credit = (args: string) => runCommand(app, app.slices.wallet.opsCommands.credit, args);

const availableOf = async (account: string, coin: string) =>
  (await app.data('wallet', {}, customer.caller)).accounts.find((row) => row.account === account && row.coin === coin)
    ?.available;

const rows = async <Row>(text: string) => (await app.owner.query<Row>({ text })).rows;
const written = () =>
  rows<{ transfers: bigint; audits: bigint }>(
    'select (select count(*) from ledger.transfer) as transfers, (select count(*) from audit_log) as audits',
  ).then(([row]) => row);

describe('deposit:manual', () => {
  it('credits USDT as an electricity recharge and BTC to the outputs, shown to the customer', async () => {
    const usdt = await deposit(`--account ${customer.account} --coin USDT --amount 100 --reason 柜台收款_0001 ${two}`);
    expect(usdt).toMatchObject({
      exit: 0,
      printed: [expect.stringMatching(/^recorded: 100\.000000 USDT .* key [0-9a-f]{32}$/)],
    });
    const btc = await deposit(`--account ${customer.account} --coin BTC --amount 0.5 --reason 柜台 ${two}`);
    expect(btc.exit).toBe(0);
    expect(await availableOf('ELE_ACCOUNT', 'USDT')).toBe('100.000000');
    expect(await availableOf('OUTPUT_ACCOUNT', 'BTC')).toBe('0.50000000');
    const { records } = await app.data('ledgerPage', {}, customer.caller);
    expect(records.map(({ type, amount, title }) => [type, amount, title])).toEqual([
      ['RECHARGE_BTC', '0.50000000', 'BTC 充值'],
      ['ELE_RECHARGE', '100.000000', '电费充值'],
    ]);
    const { records: messages } = await app.data('messagePage', { kind: 'DEPOSIT' }, customer.caller);
    expect(messages.map(({ text }) => text)).toEqual([
      'BTC 充值 0.50000000 BTC 已入账。',
      '电费充值 100.00 USDT 已入账。',
    ]);
    const [audit] = await rows(
      `select by.name as by, approver.name as approver, action, subject, reason from audit_log
       join staff by on by.id = staff_id join staff approver on approver.id = approved_by order by audit_log.id desc offset 1 limit 1`,
    );
    expect(audit).toEqual({
      by: 'finance',
      approver: 'approver',
      action: 'deposit:manual',
      subject: `customer ${customer.id}`,
      reason: '柜台收款 0001',
    });
  });

  it('books the same deposit of a day once and says so, another reason or key is another deposit', async () => {
    const same = `--account ${customer.account} --coin USDT --amount 10 --reason a ${two}`;
    const first = await deposit(same);
    const again = await deposit(`--account ${customer.account} --coin USDT --amount 10.00 --reason a ${two}`);
    expect(again.exit).toBe(0);
    expect(again.printed[0]).toBe(first.printed[0]?.replace('recorded', 'already recorded'));
    expect(await availableOf('ELE_ACCOUNT', 'USDT')).toBe('10.000000');

    await deposit(`--account ${customer.account} --coin USDT --amount 10 --reason b ${two}`);
    await deposit(`${same} --key receipt-2`);
    await deposit(`${same} --key receipt-2`);
    expect(await availableOf('ELE_ACCOUNT', 'USDT')).toBe('30.000000');

    app.clock.advance({ days: 1 });
    await deposit(same);
    await deposit(`${same} --key receipt-2`);
    expect(await availableOf('ELE_ACCOUNT', 'USDT')).toBe('40.000000');
  });

  it('pays at once what is owed, and lets the stopped machine go back to work', async () => {
    const { id: customerId, account } = customer;
    const machineId = await addMachine(app, { machineNo: 'P-1', account, startTime: app.clock.now().toISOString() });
    const charge = { machineId, customerId, machineNo: 'P-1', amount: 6_552_000n, owed: 6_552_000n };
    await recordDay(app.owner, '2026-03-05', { charges: [charge] });
    const times = { at: app.clock.now(), recordedAt: app.clock.now() };
    await app.database.transaction((dbTx) => app.slices.machines.enterArrear(dbTx, [machineId], times));

    const machine = () => app.data('machineDetail', { id: String(machineId) }, customer.caller);
    await deposit(`--account ${account} --coin USDT --amount 6.5 --reason 不足 ${two}`);
    expect(await machine()).toMatchObject({ status: 'ARREAR', owed: '0.052000' });
    await deposit(`--account ${account} --coin USDT --amount 100 --reason 结清 ${two}`);
    expect(await machine()).toMatchObject({ status: 'RUNNING', owed: '0.000000' });
    expect(await availableOf('ELE_ACCOUNT', 'USDT')).toBe('99.948000');
  });

  it('refuses a key that stands for something else', async () => {
    await deposit(`--account ${customer.account} --coin USDT --amount 10 --reason a ${two} --key once`);
    const before = await written();
    const other = await deposit(`--account ${customer.account} --coin USDT --amount 11 --reason a ${two} --key once`);
    expect(other).toMatchObject({ exit: 1, failed: [expect.stringContaining('was used for something else')] });
    expect(await written()).toEqual(before);
  });

  it('books one of many that come at once', async () => {
    const same = `--account ${customer.account} --coin USDT --amount 7 --reason race ${two}`;
    const results = await Promise.all(Array.from({ length: 8 }, () => deposit(same)));
    expect(results.filter(({ printed }) => printed[0]?.startsWith('recorded'))).toHaveLength(1);
    expect(await availableOf('ELE_ACCOUNT', 'USDT')).toBe('7.000000');
  });

  it.each([
    ['an unknown name', '--by stranger --approved-by approver', 'no staff member is called stranger'],
    ['no name', '', 'must be named'],
    ['no approver', '--by finance', 'a second person must approve'],
    ['one person for both', '--by finance --approved-by finance', 'the same person'],
    ['the wrong role', '--by support --approved-by approver', 'support is SUPPORT'],
    ['the wrong approver', '--by finance --approved-by admin', 'admin is ADMIN'],
    ['an approver who proposes', '--by approver --approved-by finance', 'approver is APPROVER'],
    ['an ADMIN', '--by admin --approved-by approver', 'admin is ADMIN'],
  ])('is refused to %s', async (_who, names, words) => {
    const before = await written();
    const result = await deposit(`--account ${customer.account} --coin USDT --amount 10 --reason a ${names}`.trim());
    expect(result).toMatchObject({ exit: 1, failed: [expect.stringContaining(words)] });
    expect(await written()).toEqual(before);
  });

  it.each([
    ['--coin USDT --amount 0 --reason a', 2],
    ['--coin USDT --amount -5 --reason a', 2],
    ['--coin USDT --amount 1e3 --reason a', 2],
    ['--coin USDT --amount 1.0000001 --reason a', 2],
    ['--coin USDT --amount 99999999999999999999 --reason a', 2],
    ['--coin DOGE --amount 1 --reason a', 2],
    ['--coin USDT --amount 1', 2],
    ['--coin USDT --amount 1 --reason a --nonsense 1', 2],
    ['--coin USDT --amount 1 --amount 2 --reason a', 2],
  ])('refuses %s', async (args, exit) => {
    const before = await written();
    expect((await deposit(`--account ${customer.account} ${args} ${two}`)).exit).toBe(exit);
    expect(await written()).toEqual(before);
  });

  it('refuses an unknown account', async () => {
    for (const account of ['13811112222', 'nonsense'])
      expect((await deposit(`--account ${account} --coin USDT --amount 1 --reason a ${two}`)).exit).toBe(1);
  });

  it('with a receipt number for a key is one deposit on whatever day it is entered again', async () => {
    const start = app.clock.now();
    const args = `--account ${customer.account} --coin USDT --amount 7 --reason 收款 --key receipt-0007 ${two}`;
    expect((await deposit(args)).printed[0]).toMatch(/^recorded: /);
    app.clock.advance({ days: 3 });
    expect((await deposit(args)).printed[0]).toMatch(/^already recorded: /);
    app.clock.set(start);
    expect(await availableOf('ELE_ACCOUNT', 'USDT')).toBe('7.000000');
  });

  it('takes everything back when what follows fails', async () => {
    const authority = await app.slices.staff.authorise(
      { by: ['FINANCE'], approvedBy: ['APPROVER'] },
      { by: 'finance', approvedBy: 'approver' },
    );
    if ('refusal' in authority) throw new Error(authority.refusal);
    const { recordAudit } = app.slices.staff;
    const payOwed = () => Promise.reject(new Error('the light went out'));
    const noticeCredit = app.slices.inbox.chosenNotices('DEPOSIT');
    const ports = { ...app.slices.electricity, payOwed, recordAudit, noticeCredit };
    const { account } = customer;
    const request = {
      kind: 'init',
      account,
      amount: 5n,
      reason: 'a',
      key: null,
      action: 'credit',
      authority,
      now: app.clock.now(),
    } as const;
    await expect(creditByHand(app.database, ports, request)).rejects.toThrow('the light went out');
    expect(await availableOf('ELE_ACCOUNT', 'USDT')).toBe('0.000000');
    await assertBooksBalance(app.database);
  });
});

describe('ops credit', () => {
  it('gives electricity that is remembered as promotion [entity:ledger-type.DAILY_PROFIT_FEEDBACK] [entity:ledger-type.ELE_INIT]', async () => {
    const { account } = customer;
    expect((await credit(`--kind init --account ${account} --amount 20 --reason 开户 ${two}`)).exit).toBe(0);
    expect((await credit(`--kind feedback --account ${account} --amount 1.5 --reason 回馈 ${two}`)).exit).toBe(0);
    expect((await credit(`--kind feedback --account ${account} --amount 1.5 --reason 回馈 ${two}`)).printed[0]).toMatch(
      /^already/,
    );
    const { records } = await app.data('ledgerPage', {}, customer.caller);
    expect(records.map(({ type, amount }) => [type, amount])).toEqual([
      ['DAILY_PROFIT_FEEDBACK', '1.500000'],
      ['ELE_INIT', '20.000000'],
    ]);
    expect(await rows(`select promo_remaining from electricity_account where customer_id = ${customer.id}`)).toEqual([
      { promo_remaining: 21_500_000n },
    ]);
  });

  it('has two kinds', async () => {
    expect((await credit(`--kind gift --account ${customer.account} --amount 1 --reason a ${two}`)).exit).toBe(2);
  });
});
