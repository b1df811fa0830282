// Deposits in the console: found by what a person has in hand, walked by cursor, shown with what was checked of them, and clawed back by
// two people who never are one. Each opening and each search stands in the audit log.
import { maskAccount } from '@lode/contract';
import { customerAccount, houseAccount, postTransfer } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addStaff } from '../../../testing/commands.ts';
import { consoleOrigin, type StaffClients, staffClients } from '../../../testing/console-client.ts';
import { needed, startDepositFixture } from '../testing/deposit-fixture.ts';

const btc = 100_000_000n;
let world: Awaited<ReturnType<typeof startDepositFixture>>;
let by: StaffClients;
beforeAll(async () => {
  world = await startDepositFixture({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(world.app);
  by = await staffClients(world.app.console, ['finance', 'approver', 'auditor']);
});
afterAll(() => world.app.stop());

const list = async (input: object) => (await by('auditor').call('depositList', input)).data;
const show = async (id: string) => (await by('auditor').call('deposit', { id })).data;
const checkOf = async (id: string, kind: string) => (await show(id)).checks.find((check) => check.kind === kind);

/** A customer's deposit of so much that is final. */
async function credited(amount = btc) {
  const customer = await world.addCustomer();
  const tx = world.pay({ key: customer.key, amount });
  world.mine(needed);
  await world.look();
  const [deposit] = await world.deposits(customer);
  return { customer, tx, id: deposit?.id ?? '' };
}

async function disappear() {
  world.blocks.reorganise(
    needed,
    Array.from({ length: needed + 1 }, () => []),
  );
  world.blocks.mempool.clear();
  await world.look();
}

async function spend(customerId: bigint, amount: bigint) {
  await postTransfer(world.app.database, {
    key: `spent ${customerId}`,
    input: 1,
    kind: 'test',
    businessDate: '2026-03-10',
    postedAt: world.app.clock.now(),
    postings: [
      {
        from: customerAccount(customerId, 'OUTPUT_ACCOUNT', 'BTC'),
        to: houseAccount('ELECTRICITY_REVENUE', 'BTC'),
        type: 'ELE_CONSUME_BTC',
        amount,
        date: '2026-03-10',
      },
    ],
  });
}

/** FINANCE proposes, APPROVER approves, both in the console. */
async function byTwo(action: 'deposit:settle' | 'deposit:credit-small' | 'customer:unfreeze', options: object) {
  const input = { action, options: options as Record<string, string> };
  const preview = await by('finance').call('previewProposal', input);
  if (preview.code !== 200) return { refused: (preview.data as unknown as { reason: string }).reason };
  const { data } = await by('finance').call('propose', { ...input, reason: 'r' });
  const own = await by('finance').call('approveProposal', { id: data.id });
  const approved = await by('approver').call('approveProposal', { id: data.id });
  return { summary: preview.data.summary, own: own.code, code: approved.code };
}

describe('the list', () => {
  it('is walked by cursor, each deposit once, the newest first', async () => {
    const customer = await world.addCustomer();
    world.pay(...Array.from({ length: 55 }, () => ({ key: customer.key, amount: 20_000n })));
    world.mine();
    await world.look();
    const first = await list({ state: 'COMING' });
    expect([first.records.length, first.nextCursor === null]).toEqual([50, false]);
    const rest = await list({ state: 'COMING', cursor: first.nextCursor ?? '' });
    expect([rest.records.length, rest.nextCursor]).toEqual([5, null]);
    const ids = [...first.records, ...rest.records].map(({ id }) => Number(id));
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one));
    expect(first.records[0]).toMatchObject({ status: 'CONFIRMING', confirmations: 1, needed, amount: '0.00020000' });
    expect((await by('auditor').call('depositList', { cursor: 'x' })).code).toBe(400);
    world.mine(needed);
    await world.look();
    expect((await list({ state: 'COMING' })).records).toEqual([]);
    expect((await list({ state: 'CREDITED', coin: 'BTC' })).records).toHaveLength(50);
    expect((await list({ coin: 'USDT' })).records).toEqual([]);
  });

  it('finds by customer, address and txid, with masked accounts, and nothing of another customer', async () => {
    const [one, other] = [await credited(), await credited()];
    const ofCustomer = { customer: String(one.customer.id) };
    for (const asked of [ofCustomer, { find: one.customer.address }, { find: one.tx.txid.toUpperCase() }])
      expect((await list(asked)).records, JSON.stringify(asked)).toEqual([
        expect.objectContaining({ id: one.id, account: expect.stringContaining('****'), isToClawBack: false }),
      ]);
    expect((await list({ find: other.tx.txid, state: 'COMING' })).records).toEqual([]);
    for (const customer of ['0', 'x', '999999999']) expect((await list({ customer })).records).toEqual([]);
    expect((await list({ ...ofCustomer, coin: 'USDT' })).records).toEqual([]);
    const searched = async () =>
      (
        await world.app.owner.query({
          text: `select detail - 'session' - 'origin' as detail from audit_log where action = 'deposit:search' order by id desc limit 1`,
        })
      ).rows;
    const read = [{ detail: { customer: String(one.customer.id) } }];
    await list(ofCustomer);
    expect(await searched()).toEqual(read);
    // A phone number or a mail address in an address stays in browsers and logs: none is looked for.
    for (const find of [one.customer.account, ' 13999999999 ', 'A@Example.com'])
      expect((await by('auditor').call('depositList', { find })).code, find).toBe(400);
    expect((await by('auditor').call('exportDeposits', { find: one.customer.account, reason: 'x' })).code).toBe(400);
    expect(await searched()).toEqual(read);
  });

  it('holds the business days of the range, both included', async () => {
    const { id } = await credited();
    const day = (await list({})).records.find((row) => row.id === id)?.seenAt.slice(0, 10) ?? '';
    const found = async (from: string, to: string) => (await list({ from, to })).records.some((row) => row.id === id);
    expect([
      await found(day, day),
      await found('2020-01-01', '2020-01-31'),
      await found('2099-01-01', '2099-01-02'),
    ]).toEqual([true, false, false]);
  });
});

describe('one deposit', () => {
  it('is shown with what was checked of it, and each opening stands in the audit log', async () => {
    const { customer, id, tx } = await credited();
    const page = await show(id);
    expect(page.deposit).toMatchObject({ txid: tx.txid, address: customer.address, confirmations: needed, needed });
    expect(page.customer).toEqual({
      id: String(customer.id),
      account: maskAccount(customer.account),
      status: 'ACTIVE',
    });
    expect(page.checks.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'ADDRESS OK',
      'CONFIRMATIONS OK',
      'SECOND_NODE OK',
      'MINIMUM OK',
      'CHAIN OK',
      'REMOVAL OK',
    ]);
    expect([page.removal, page.freezes, page.offers]).toEqual([null, [], []]);
    const { rows } = await world.app.owner.query({
      text: `select staff.name, detail->>'customer' as customer from audit_log join staff on staff.id = staff_id
             where action = 'deposit:show' and subject = $1`,
      values: [`deposit ${id}`],
    });
    expect(rows).toEqual([{ name: 'auditor', customer: String(customer.id) }]);
    expect((await by('auditor').call('deposit', { id: '999999' })).status).toBe(404);
  });

  it('names an address that is not the extended key’s', async () => {
    const { customer, id } = await credited();
    const set = (address: string) =>
      world.app.owner.query({
        text: 'update deposit_address set address = $2 where customer_id = $1',
        values: [customer.id, address],
      });
    await world.app.owner.query({ text: 'alter table deposit_address disable trigger user' });
    await set('altered');
    expect(await checkOf(id, 'ADDRESS')).toMatchObject({ state: 'BLOCKS' });
    await set(customer.address);
    await world.app.owner.query({ text: 'alter table deposit_address enable trigger user' });
    expect(await checkOf(id, 'ADDRESS')).toMatchObject({ state: 'OK' });
  });

  it('below the minimum waits, and two people credit it', async () => {
    const { customer, id } = await credited(5_000n);
    const page = await show(id);
    expect([page.deposit.status, page.offers]).toEqual(['BELOW_MINIMUM', ['CREDIT_SMALL']]);
    expect(await checkOf(id, 'MINIMUM')).toEqual({
      kind: 'MINIMUM',
      state: 'WAIT',
      values: { amount: '0.00005000', limit: '0.00010000' },
    });
    expect(await world.balance(customer)).toBe('0.00000000');
    expect(await byTwo('deposit:credit-small', { id: String(customer.id) })).toEqual({
      summary: `给客户 ${customer.id} 入账低于最低数量的充值：1 笔，共 0.00005000 BTC`,
      own: 40008,
      code: 200,
    });
    expect(await world.balance(customer)).toBe('0.00005000');
    expect((await show(id)).offers).toEqual([]);
    expect(await byTwo('deposit:credit-small', { id: String(customer.id) })).toEqual({
      refused: `客户 ${customer.id} 没有已最终确认而未入账的充值`,
    });
  });
});

describe('a deposit that a reorganisation removed', () => {
  it('is clawed back by two people, who then end the freeze', async () => {
    const { customer, id } = await credited();
    await disappear();
    expect((await list({ state: 'TO_CLAW_BACK' })).records).toEqual([
      expect.objectContaining({ id, isToClawBack: true }),
    ]);
    const page = await show(id);
    expect(page.removal).toEqual({ times: 1, lacking: '1.00000000', takeable: '1.00000000', parts: [] });
    expect(page.freezes).toEqual([expect.objectContaining({ isOfThis: true })]);
    expect([page.offers, await checkOf(id, 'REMOVAL')]).toEqual([
      ['CLAW_BACK'],
      { kind: 'REMOVAL', state: 'BLOCKS', values: { count: 1, amount: '1.00000000' } },
    ]);
    const refused = await by('auditor').call('propose', { action: 'deposit:settle', options: { id }, reason: 'r' });
    expect(refused.status).toBe(403);
    expect((await byTwo('customer:unfreeze', { id: String(customer.id) })).refused).toContain('先做「充值追回」');

    const clawedBack = await byTwo('deposit:settle', { id });
    expect(clawedBack).toEqual({
      summary: `充值 ${id}：从客户 ${customer.id} 追回 1.00000000 BTC`,
      own: 40008,
      code: 200,
    });
    expect(await world.balance(customer)).toBe('0.00000000');
    const after = await show(id);
    expect(after.removal).toMatchObject({
      lacking: '0.00000000',
      parts: [{ kind: 'CLAWED_BACK', amount: '1.00000000' }],
    });
    expect(after.offers).toEqual(['UNFREEZE']);
    expect((await list({ state: 'TO_CLAW_BACK' })).records).toEqual([]);
    expect((await byTwo('deposit:settle', { id })).refused).toBe(`充值 ${id} 已经处理完`);

    expect((await byTwo('customer:unfreeze', { id: String(customer.id) })).code).toBe(200);
    const free = await show(id);
    expect([free.freezes, free.offers]).toEqual([[], []]);
    await world.assertBooks();
  });

  it('offers what the customer has first, then the write-off', async () => {
    const { customer, id } = await credited();
    await spend(customer.id, 60_000_000n);
    await disappear();
    expect(await show(id)).toMatchObject({
      offers: ['CLAW_BACK_AVAILABLE'],
      removal: { lacking: '1.00000000', takeable: '0.40000000' },
    });
    expect((await byTwo('deposit:settle', { id })).refused).toContain('少 0.60000000 BTC：没有追回');
    expect((await byTwo('deposit:settle', { id, available: 'true' })).code).toBe(200);
    expect(await show(id)).toMatchObject({
      offers: ['WRITE_OFF'],
      removal: { lacking: '0.60000000', takeable: '0.00000000' },
    });
  });
});
