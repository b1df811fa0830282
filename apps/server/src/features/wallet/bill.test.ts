/**
 * Proves that a customer's bill has every movement of every account once, in the order of time, that its sums are what balances changed
 * by, that it finds what is searched, and that it belongs to its owner.
 */
import { customerAccount, houseAccount, postTransfer } from '@lode/ledger';
import { type Coin, formatAmount, parseAmount } from '@lode/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller, TestApp } from '../../testing/app.ts';
import { logInDemo, startDemoApp } from '../../testing/demo-app.ts';
import { billMonth } from './bill.ts';

let app: TestApp;
let caller: Caller;
let stranger: Caller;
let customerId: bigint;
let months: string[];

beforeAll(async () => {
  app = await startDemoApp();
  caller = await logInDemo(app, '13800000001');
  stranger = await logInDemo(app, '13800000005');
  customerId = (await app.slices.identity.findCustomerId(app.database, '13800000001')) ?? 0n;
  const { first, last } = await app.data('billMonth', {}, caller);
  months = [];
  for (let month = last; month >= first; month = before(month)) months.push(month);
});
afterAll(() => app.stop());

const before = (month: string) => new Date(Date.parse(`${month}-01T00:00:00Z`) - 86_400_000).toISOString().slice(0, 7);
type Input = Parameters<typeof app.data<'billPage'>>[1];

/** All pages, walked by cursor. */
async function recordsOf(input: Input, who = caller) {
  const records = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await app.data('billPage', { ...input, size: 100, ...(cursor && { cursor }) }, who);
    records.push(...page.records);
    cursor = page.nextCursor;
  }
  return records;
}

async function allRecords() {
  const records = [];
  for (const month of months) records.push(...(await recordsOf({ month })));
  return records;
}

describe('a bill [call:GET /api/user/wallet/bill/page] [call:GET /api/user/wallet/bill/month]', () => {
  it('has every posting of the customer once, newest first by time, the demo’s too', async () => {
    const records = await allRecords();
    const { rows } = await app.database.query<{ count: bigint }>({
      text: `select count(*) from (select distinct transfer_id, line from ledger.entry where ledger.customer_of(account) = $1) posting`,
      values: [customerId],
    });
    expect(BigInt(records.length)).toBe(rows[0]?.count);
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
    expect(records.map(({ time }) => time)).toEqual(
      records
        .map(({ time }) => time)
        .sort()
        .reverse(),
    );
    const types = new Set(records.map(({ type }) => type));
    for (const type of ['MINING_OUTPUT', 'INTEREST', 'WITHDRAW', 'ELE_CONSUME_USDT', 'COIN_UP_IN_BTC'] as const)
      expect(types).toContain(type);
  });

  it('sums to what the balances changed by, moves between own accounts left out', async () => {
    const { rows } = await app.database.query<{ coin: Coin; posted: bigint }>({
      text: `select coin, sum_units(posted) as posted from ledger.customer_balance where customer = $1 group by coin`,
      values: [customerId],
    });
    const summed = new Map<string, bigint>();
    for (const month of months) {
      for (const { coin, in: came, out } of (await app.data('billMonth', { month }, caller)).sums)
        summed.set(coin, (summed.get(coin) ?? 0n) + parseAmount(came, coin) - parseAmount(out, coin));
    }
    for (const { coin, posted } of rows) expect(summed.get(coin) ?? 0n).toBe(posted);
    expect(summed.size).toBeGreaterThanOrEqual(2);
  });

  it('cuts a month at midnight in Shanghai', () => {
    expect(billMonth('2026-12')).toEqual({
      firstDay: '2026-12-01',
      from: '2026-11-30T16:00:00.000Z',
      to: '2026-12-31T16:00:00.000Z',
    });
  });

  it('filters by each type, and the parts are the whole', async () => {
    const month = months[0] as string;
    const whole = await recordsOf({ month });
    const types = [...new Set(whole.map(({ type }) => type))];
    for (const type of types)
      expect(await recordsOf({ month, type })).toEqual(whole.filter((record) => record.type === type));
  });

  it('finds a withdrawal by its number in whatever month, with what returned it, and leads to it', async () => {
    const withdrawals = (await app.data('withdrawPage', { size: 100 }, caller)).records;
    const rejected = withdrawals.find(({ status }) => status === 'REJECTED');
    const found = await recordsOf({ q: rejected?.number.toLowerCase() as string, month: '2020-01' });
    expect(found.map(({ type, withdrawalId }) => [type, withdrawalId])).toEqual([
      ['WITHDRAW_RETURN', rejected?.id],
      ['WITHDRAW', rejected?.id],
    ]);
    expect(await recordsOf({ q: rejected?.number as string }, stranger)).toEqual([]);
    expect(await recordsOf({ q: 'ab'.repeat(32) })).toEqual([]);
    // As many characters as it allows, of two units each.
    expect(await recordsOf({ q: '😀'.repeat(80) })).toEqual([]);
  });

  it('finds the withdrawals to an address by its start, by both ends as they are shown, its end alone, and whole', async () => {
    const { records } = await app.data('withdrawPage', { size: 100 }, caller);
    const { address } = records[0] as (typeof records)[number];
    const of = new Set(
      records.filter((one) => one.address.toLowerCase() === address.toLowerCase()).map(({ id }) => id),
    );
    const ends = `${address.slice(0, 4)}…${address.slice(-4)}`;
    const inGroups = address.replace(/.{4}(?=.)/g, '$& ');
    for (const q of [
      address,
      address.toUpperCase(),
      address.slice(-6),
      `…${address.slice(-6)}`,
      ends,
      ends.normalize('NFKC'),
      inGroups,
    ]) {
      const found = await recordsOf({ q, month: '2020-01' });
      expect(new Set(found.map(({ withdrawalId }) => withdrawalId)), q).toEqual(of);
      expect(await recordsOf({ q }, stranger), q).toEqual([]);
    }
    const start = address.slice(0, 6);
    expect((await recordsOf({ q: start })).every(({ withdrawalId }) => withdrawalId !== null)).toBe(true);
    expect(await recordsOf({ q: `${address.slice(0, 4)}…zzzz` })).toEqual([]);
  });

  it('finds a machine by a part of its number, and an amount to the last digit', async () => {
    const month = months[0] as string;
    const whole = await recordsOf({ month });
    const output = whole.find(({ type }) => type === 'MINING_OUTPUT');
    const part = output?.machineNo?.slice(-4).toLowerCase() as string;
    const ofMachine = await recordsOf({ month, q: part });
    expect(ofMachine).toEqual(whole.filter(({ machineNo }) => machineNo?.toLowerCase().includes(part)));
    expect(ofMachine.some(({ type }) => type.startsWith('ELE_CONSUME'))).toBe(true);
    const amount = output?.amount as string;
    for (const q of [amount, `+${amount}`, `−${amount}`]) expect(await recordsOf({ month, q })).toContainEqual(output);
  });

  it('finds each day of machines by the sum that it shows, of outputs and of electricity, and no other day', async () => {
    const month = months[1] as string;
    const whole = await recordsOf({ month });
    const lineOf = ({ time, date, type, coin }: (typeof whole)[number]) =>
      [new Date(Date.parse(time) + 8 * 3_600_000).toISOString().slice(0, 10), date, type, coin].join();
    const sumOf = (records: typeof whole) =>
      records.reduce((all, { amount, coin }) => all + parseAmount(amount, coin), 0n);
    for (const type of ['MINING_OUTPUT', 'ELE_CONSUME_USDT'] as const) {
      const lines = new Map<string, typeof whole>();
      for (const record of whole.filter((one) => one.type === type && one.coin !== 'DOGE'))
        lines.set(lineOf(record), [...(lines.get(lineOf(record)) ?? []), record]);
      const line = lines.get(lineOf(whole.find((record) => record.type === type) as (typeof whole)[number])) ?? [];
      expect(line.length).toBeGreaterThan(1);
      const { coin } = line[0] as (typeof whole)[number];
      const sum = sumOf(line);
      const alike = [...lines.values()].filter((other) => sumOf(other) === sum).flat();
      expect(alike).not.toHaveLength(whole.length);
      const q = formatAmount(sum, coin);
      for (const asked of [q, q.replace(/^-/, '−'), q.replace(/^-?/, '+'), q.replace(/0+$/, '')]) {
        expect(await recordsOf({ month, q: asked }), asked).toEqual(alike);
        expect(await recordsOf({ month, q: asked, type }), asked).toEqual(alike);
        expect(await recordsOf({ month, q: asked, type: 'WITHDRAW' }), asked).toEqual([]);
      }
      expect(await recordsOf({ month: '2020-01', q })).toEqual([]);
      expect(await recordsOf({ month, q }, stranger)).toEqual([]);
      expect(await recordsOf({ month, q: formatAmount(sum + 1n, coin) })).toEqual([]);
    }
  });

  it('belongs to its owner, and refuses a month that is none', async () => {
    expect(await recordsOf({}, stranger)).toEqual([]);
    expect((await app.data('billMonth', {}, stranger)).sums).toEqual([]);
    for (const month of ['2026-13', '2026-00', '0000-01', '2026-1'])
      expect((await app.call('billPage', { month }, caller)).status).toBe(400);
  });

  it('shows a movement at once, to its last digit', async () => {
    const house = houseAccount('CASH', 'USDT');
    const account = customerAccount(customerId, 'ELE_ACCOUNT', 'USDT');
    await postTransfer(app.database, {
      key: 'bill-newest',
      input: null,
      kind: 'test',
      businessDate: '2026-03-10',
      postedAt: app.clock.now(),
      postings: [{ from: house, to: account, type: 'ELE_RECHARGE', amount: 1n, date: '2026-03-10' }],
    });
    const [newest] = (await app.data('billPage', { size: 1 }, caller)).records;
    expect(newest).toMatchObject({ type: 'ELE_RECHARGE', amount: '0.000001' });
  });
});

describe('the list of electricity', () => {
  it('has electricity, hosting and their corrections alone', async () => {
    const { records } = await app.data('ledgerPage', { group: 'ELECTRICITY', size: 100 }, caller);
    expect(records.length).toBeGreaterThan(50);
    for (const { type } of records) expect(type).toMatch(/^(ELE_CONSUME_|HOSTING_FEE|ADJUST_ELE)/);
  });
});
