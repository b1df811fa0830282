/**
 * Proves that a statement has every movement of its days, adds up to the balances, cites what its figures were made with,
 * says the same in both formats, shows one moment, and belongs to its owner.
 */
import { customerAccount, houseAccount, postTransfer } from '@lode/ledger';
import { type Coin, parseAmount } from '@lode/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, businessDate } from '../../../platform/clock/clock.ts';
import { asTransaction } from '../../../platform/db/database.ts';
import { createFileSlots } from '../../../platform/http/file-slots.ts';
import { isRefusal } from '../../../platform/http/refusal.ts';
import type { Caller, TestApp } from '../../../testing/app.ts';
import { logInDemo, startDemoApp } from '../../../testing/demo-app.ts';
import { awaitLockWaiters } from '../../../testing/lock-waiters.ts';
import { fetchStatement, readCsvStatement, readSheet, unzip } from '../../../testing/read-statement.ts';
import { csvOf } from './csv.ts';
import { openStatement } from './open-statement.ts';
import { statementFile } from './statement-file.ts';
import { xlsxOf } from './xlsx.ts';

let app: TestApp;
let caller: Caller;
let customerId: bigint;
let today: string;
const always = { from: '2000-01-01', to: '2099-12-31' };

beforeAll(async () => {
  app = await startDemoApp();
  caller = await logInDemo(app, '13800000001');
  customerId = (await app.slices.identity.findCustomerId(app.database, '13800000001')) ?? 0n;
  today = businessDate(app.clock.now());
});
afterAll(() => app.stop());

const keyOf = (line: Record<string, string>) => `${line['账户']} ${line['币种']}`;
const linesOf = async (range: { from: string; to: string }, who = caller) =>
  readCsvStatement((await fetchStatement(app, who, range)).body);

/** Balances of the lines that say so, and the sum of the movements, by account. */
function figuresOf(lines: Record<string, string>[]) {
  const units = (line: Record<string, string>, column: string) => parseAmount(line[column] ?? '', line['币种'] as Coin);
  const opening = new Map<string, bigint>();
  const closing = new Map<string, bigint>();
  const running = new Map<string, bigint>();
  let movements = 0;
  for (const line of lines) {
    const key = keyOf(line);
    if (line['类型'] === '期初余额') {
      opening.set(key, units(line, '余额'));
      running.set(key, units(line, '余额'));
    } else if (line['类型'] === '期末余额') closing.set(key, units(line, '余额'));
    else {
      movements++;
      const balance = (running.get(key) ?? 0n) + units(line, '金额');
      expect(units(line, '余额')).toBe(balance);
      running.set(key, balance);
    }
  }
  expect(closing).toEqual(running);
  return { opening, closing, movements };
}

async function storedBalances(): Promise<Map<string, bigint>> {
  const { rows } = await app.database.query<{ key: string; posted: bigint }>({
    text: `select case account when 'OUTPUT_ACCOUNT' then '产出账户' when 'ELE_ACCOUNT' then '电费账户'
             when 'COIN_UP_ACCOUNT' then 'COIN UP 本金' else 'COIN UP 收益账户' end || ' ' || coin as key, posted
           from ledger.customer_balance where customer = $1 and posted <> 0 order by 1`,
    values: [customerId],
  });
  return new Map(rows.map(({ key, posted }) => [key, posted]));
}

describe('a statement [call:GET /api/statement]', () => {
  it('has every entry of the ledger, and closes at the balances', async () => {
    const { closing, opening, movements } = figuresOf(await linesOf(always));
    const { rows } = await app.database.query<{ count: bigint }>({
      text: 'select count(*) from ledger.entry where ledger.customer_of(account) = $1',
      values: [customerId],
    });
    expect(BigInt(movements)).toBe(rows[0]?.count);
    expect(movements).toBeGreaterThan(500);
    expect([...opening.values()].every((balance) => balance === 0n)).toBe(true);
    expect(new Map([...closing].sort())).toEqual(new Map([...(await storedBalances())].sort()));
  });

  it('begins where the one before it ended, wherever it is cut', async () => {
    const whole = figuresOf(await linesOf(always));
    let before = new Map<string, bigint>();
    let movements = 0;
    for (const [first, last] of [
      [400, 20],
      [19, 12],
      [11, 11],
      [10, 0],
    ] as const) {
      const part = figuresOf(await linesOf({ from: addDays(today, -first), to: addDays(today, -last) }));
      for (const [key, balance] of part.opening) expect(balance).toBe(before.get(key) ?? 0n);
      before = part.closing;
      movements += part.movements;
    }
    expect(movements).toBe(whole.movements);
    expect(before).toEqual(whole.closing);
  });

  it('is what its preview says [call:GET /api/statement/preview]', async () => {
    const range = { from: addDays(today, -20), to: addDays(today, -10) };
    const { opening, closing, movements } = figuresOf(await linesOf(range));
    const preview = await app.data('statementPreview', range, caller);
    expect(preview.records).toBe(movements);
    const figures = (which: 'opening' | 'closing') =>
      preview.accounts.map((each) => parseAmount(each[which], each.coin)).sort();
    expect(figures('opening')).toEqual([...opening.values()].sort());
    expect(figures('closing')).toEqual([...closing.values()].sort());
    for (const { coin, opening: before, in: given, out: taken, closing: after } of preview.accounts) {
      const units = (text: string) => parseAmount(text, coin);
      expect(units(before) + units(given) - units(taken)).toBe(units(after));
    }
    expect(preview.first).toHaveLength(5);
    const stranger = await logInDemo(app, '13800000005');
    expect(await app.data('statementPreview', range, stranger)).toEqual({ records: 0, accounts: [], first: [] });
    expect((await app.call('statementPreview', { from: '2026-03-02', to: '2026-03-01' }, caller)).status).toBe(400);
  });

  it('cites what a charge and a day of interest were made with', async () => {
    const lines = await linesOf(always);
    const charges = lines.filter((line) => line['类型'] === '电费');
    expect(charges.length).toBeGreaterThan(100);
    const whole = charges.filter((line) => {
      const [watts, price] = [line['用电量（kWh）'], line['电价（USDT/kWh）']].map((text) =>
        BigInt(scaled(text ?? '', 6)),
      );
      return ((watts ?? 0n) * (price ?? 0n)) / 1_000_000n === -BigInt(scaled(line['金额'] ?? '', 6));
    });
    // A watt-hour's fraction is cut off where it is shown; most charges are of whole days and have none.
    expect(whole.length).toBeGreaterThan(charges.length / 2);
    const interest = lines.filter((line) => line['类型'] === 'COIN UP 利息');
    expect(interest.length).toBeGreaterThan(10);
    for (const line of interest) {
      const scale = line['币种'] === 'BTC' ? 8 : 6;
      const ppm = BigInt(scaled(line['年化利率（%）'] ?? '', 4));
      const exact = (BigInt(scaled(line['计息本金'] ?? '', scale)) * ppm) / 365_000_000n;
      // What is below one unit is carried from day to day.
      expect([exact, exact + 1n]).toContain(BigInt(scaled(line['金额'] ?? '', scale)));
    }
  });

  it('says the same as a workbook', async () => {
    const csv = await linesOf(always);
    const files = unzip((await fetchStatement(app, caller, { ...always, format: 'xlsx' })).body);
    const [heads = [], ...rows] = readSheet(files, 2);
    const same = rows.map((row) => Object.fromEntries(heads.map((head, column) => [head, row[column] ?? ''])));
    expect(same).toEqual(csv);
    const summary = readSheet(files, 1);
    expect(summary[0]?.slice(1)).toEqual([always.from, always.to]);
    const { closing } = figuresOf(csv);
    expect(summary.at(-1)).toEqual(['提现冻结的金额在申请时记作支出；COIN UP 转出在到账时记']);
    expect(summary.slice(2, -1).map((row) => [`${row[0]} ${row[1]}`, row[5]])).toEqual(
      [...closing].map(([key, balance]) => [
        key,
        csv.find((line) => keyOf(line) === key && line['类型'] === '期末余额' && balance >= 0n)?.['余额'],
      ]),
    );
  });

  it('is a file to keep, and nothing that a cache keeps', async () => {
    const { status, headers, body } = await fetchStatement(app, caller, { from: today, to: today });
    expect(status).toBe(200);
    expect([...body.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' });
    expect(headers['content-disposition']).toBe(
      `attachment; filename="statement_${today}_${today}.csv"; filename*=UTF-8''${encodeURIComponent(`对账单_${today}_${today}.csv`)}`,
    );
    const book = await fetchStatement(app, caller, { from: today, to: today, format: 'xlsx' });
    expect(book.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  });

  it('of a customer without movements is a head without rows', async () => {
    const newcomer = (await app.createCustomer()).caller;
    const { headers, body } = await fetchStatement(app, newcomer, always);
    expect(headers['file-records']).toBe('0');
    expect(readCsvStatement(body)).toEqual([]);
    expect(readSheet(unzip((await fetchStatement(app, newcomer, { ...always, format: 'xlsx' })).body), 2)).toHaveLength(
      1,
    );
  });

  it('has only what is its customer’s', async () => {
    const machines = new Set((await linesOf(always)).map((line) => line['矿机']));
    const others = (await linesOf(always, await logInDemo(app, '13800000002'))).map((line) => line['矿机']);
    expect(others.filter((machineNo) => machineNo !== '' && machines.has(machineNo))).toEqual([]);
    expect(others.filter(Boolean).length).toBeGreaterThan(100);
  });
});

/** A decimal as a whole number of so many decimals. */
function scaled(text: string, decimals: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  return whole + fraction.padEnd(decimals, '0').slice(0, decimals);
}

describe('what is asked wrongly is answered with an envelope', () => {
  it.each([
    [{ from: '2026-02-30', to: '2026-03-01', format: 'csv' }, 'from'],
    [{ from: '2026-03-02', to: '2026-03-01', format: 'csv' }, 'to'],
    [{ from: '2026-03-01', to: '2026-03-01', format: 'pdf' }, 'format'],
    [{ from: '2026-03-01', format: 'csv' }, 'to'],
  ])('%o names %s', async (query, field) => {
    const reply = await app.inject({
      method: 'GET',
      url: '/api/statement',
      query: query as never,
      headers: { ...caller },
    });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ code: 400, message: `请求参数错误：${field}`, data: { field } });
  });

  it('so is a failure before the first byte', async () => {
    const { transaction } = app.database;
    app.database.transaction = () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' }));
    const reply = await fetchStatement(app, caller, always);
    app.database.transaction = transaction;
    expect(reply.status).toBe(503);
    expect(JSON.parse(reply.body.toString())).toMatchObject({ code: 503 });
    // The place that it had taken is free again.
    expect((await fetchStatement(app, caller, { from: today, to: today })).status).toBe(200);
  });

  it('so is a second one while the first is being read, and one too many', () => {
    const slots = createFileSlots(2);
    const leave = slots.take(1n);
    expect(slots.take(1n)).toBeNull();
    expect(slots.take(2n)).not.toBeNull();
    expect(slots.take(3n)).toBeNull();
    leave?.();
    expect(slots.take(1n)).not.toBeNull();
  });
});

describe('one moment', () => {
  it('is all that it shows: what is posted while it is read is in none of its figures', async () => {
    const before = await storedBalances();
    const statement = await openStatement(app.database, { customerId, ...always });
    await credit('while it is read');
    const { closing } = figuresOf(readCsvStatement(Buffer.from(await textOf(csvOf(statement)))));
    statement.close();
    expect(new Map([...closing].sort())).toEqual(new Map([...before].sort()));
    expect(await storedBalances()).not.toEqual(before);
  });

  it('would be two without the snapshot, and the rows would not add up', async () => {
    const { transaction } = app.database;
    app.database.transaction = (work) =>
      transaction((dbTx) =>
        work(
          asTransaction({
            query: async (query) => {
              if (query.text.startsWith('set transaction')) return { rows: [], rowCount: 0 };
              const answer = await dbTx.query(query);
              if (query.name === 'wallet.statement-sums') await credit('between two statements');
              return answer as never;
            },
          }),
        ),
      );
    const statement = await openStatement(app.database, { customerId, ...always });
    app.database.transaction = transaction;
    await expect(textOf(csvOf(statement))).rejects.toThrow('add up to');
    statement.close();
  });

  async function credit(key: string): Promise<void> {
    const date = businessDate(app.clock.now());
    await postTransfer(app.database, {
      key,
      input: null,
      kind: 'deposit',
      businessDate: date,
      postedAt: app.clock.now(),
      postings: [
        {
          from: houseAccount('CUSTODY', 'USDT'),
          to: customerAccount(customerId, 'ELE_ACCOUNT', 'USDT'),
          type: 'ELE_RECHARGE',
          amount: 1_000_000n,
          date,
        },
      ],
    });
  }
});

describe('hanging up', () => {
  const openTransactions = async () => {
    const { rows } = await app.database.query<{ count: number }>({
      text: `select count(*)::int from pg_stat_activity where datname = current_database() and usename = current_user
             and xact_start is not null and pid <> pg_backend_pid()`,
    });
    return rows[0]?.count;
  };

  it('ends the query that is under way', async () => {
    const slots = createFileSlots(1);
    await app.owner.transaction(async (dbTx) => {
      await dbTx.query({ text: 'lock table ledger.posting in access exclusive mode' });
      const client = new AbortController();
      const asked = statementFile({ database: app.database, slots }, { customerId, ...always }, 'csv', client.signal);
      const outcome = asked.catch((error: Error) => error.message);
      await awaitLockWaiters(app.database, 1, 'relation');
      client.abort();
      expect(await outcome).toContain('canceling statement');
    });
    expect(await openTransactions()).toBe(0);
    expect(slots.take(customerId)).not.toBeNull();
  });

  it.each(['csv', 'xlsx'] as const)('in the middle of a %s gives connection and place back', async (format) => {
    const slots = createFileSlots(1);
    const file = await statementFile(
      { database: app.database, slots },
      { customerId, ...always },
      format,
      new AbortController().signal,
    );
    if (isRefusal(file)) throw new Error('there was a place');
    await new Promise((resolve) => file.stream.once('readable', resolve));
    expect(await openTransactions()).toBe(1);
    const closed = new Promise((resolve) => file.stream.once('close', resolve));
    file.stream.destroy();
    await closed;
    while ((await openTransactions()) !== 0);
    while (slots.take(customerId) === null) await new Promise(setImmediate);
  });
});

it('goes on in a further sheet where one is full', async () => {
  const statement = await openStatement(app.database, { customerId, ...always });
  const chunks: Buffer[] = [];
  for await (const chunk of xlsxOf(statement, 70)) chunks.push(chunk as Buffer);
  statement.close();
  const files = unzip(Buffer.concat(chunks));
  const sheets = Math.ceil(statement.lines / 70);
  expect(sheets).toBeGreaterThan(1);
  const rows = Array.from({ length: sheets }, (_, part) => readSheet(files, part + 2));
  const accounts = statement.accounts.length;
  expect(rows.map(({ length }) => length)).toEqual([
    ...Array.from({ length: sheets - 1 }, (_, part) => 71 + (part === 0 ? accounts : 0)),
    1 + (statement.lines - 70 * (sheets - 1)) + accounts,
  ]);
  expect(files.has(`xl/worksheets/sheet${sheets + 2}.xml`)).toBe(false);
});

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}
