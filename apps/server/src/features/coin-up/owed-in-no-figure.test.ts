// Interest that is owed stands in one figure, `interestOwed`: no call that a customer can read, and no statement, counts it.
import { type CallName, methodAndPath } from '@lode/contract';
import { type RouteSpec, routes } from '@lode/contract/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { openAsAdmin } from '../../testing/harness.ts';
import { sampleInput } from '../../testing/inputs.ts';
import { fetchStatement } from '../../testing/read-statement.ts';
import { savingsFixture } from './testing/savings-fixture.ts';

let app: TestApp;
let world: ReturnType<typeof savingsFixture>;
let saver: TestCustomer;

/** 1000 USDT · 4.2 % / 365, paid; then 1600 USDT with the carry of the day before, which the fund cannot pay. */
const paid = '0.115068';
const owed = '0.184110';
const both = '0.299178';

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
  world = savingsFixture(app);
  await world.open({ btc: '1', usdt: '0.12' });
  saver = await app.createMoneyCustomer();
  await world.give(saver.id, 'USDT', 3_000_000_000n);
  await world.subscribe(saver, 'USDT', '1000');
  await closeOn('2026-03-10');
  await world.subscribe(saver, 'USDT', '600');
  await closeOn('2026-03-11');
  await closeOn('2026-03-12');
});
afterAll(() => app.stop());

async function closeOn(date: string): Promise<void> {
  app.clock.set(`${date}T16:10:00.000Z`);
  await world.close(date);
}

const readable = (Object.entries(routes) as [CallName, RouteSpec][]).filter(
  ([call, { mediaTypes }]) => methodAndPath(call).method === 'GET' && mediaTypes === undefined,
);

/** Inputs that the call's schema allows, one for each coin that it knows. */
function inputsOf(spec: RouteSpec): Record<string, unknown>[] {
  const { coin } = (spec.input as unknown as { properties: Record<string, { enum?: readonly string[] }> }).properties;
  const input = sampleInput(spec);
  return coin?.enum ? coin.enum.map((one) => ({ ...input, coin: one })) : [input];
}

/** Each field of each response that has one of the amounts: `coinUpDetail.interestOwed`. */
async function fieldsWith(...amounts: string[]): Promise<string[]> {
  const found = new Set<string>();
  const search = (value: unknown, path: string): void => {
    if (typeof value === 'string' && amounts.includes(value)) found.add(path);
    else if (Array.isArray(value)) value.forEach((item) => search(item, path));
    else if (value !== null && typeof value === 'object')
      Object.entries(value).forEach(([name, item]) => search(item, `${path}.${name}`));
  };
  for (const [call, spec] of readable)
    for (const input of inputsOf(spec)) search((await app.call(call, input as never, saver.caller)).data, call);
  const { body } = await fetchStatement(app, saver.caller, { from: '2026-03-01', to: '2026-03-31' });
  if (amounts.some((amount) => body.toString().includes(amount))) found.add('statement');
  return [...found].sort();
}

/** Not what accounts are worth, which is shown to the cent. */
const asEarned = [
  'assetsList.available',
  'assetsList.total',
  'coinUpDetail.interestBalance',
  'coinUpDetail.totalInterest',
  'indexInfo.assetsInfo.accounts.available',
  'indexInfo.assetsInfo.accounts.total',
  'statement',
  'wallet.accounts.available',
  'wallet.accounts.total',
];

describe('interest that is owed', () => {
  it('is in no figure of any call but its own; what was paid is in each', async () => {
    expect(readable.length).toBeGreaterThan(20);
    // The safety page says what the house owes all customers: here this one alone.
    expect(await fieldsWith(owed, both)).toEqual(['coinUpDetail.interestOwed', 'coinUpSafety.coins.owed']);
    const shown = await fieldsWith(paid);
    expect(shown).toEqual(
      expect.arrayContaining([...asEarned, 'coinUpDetail.last30.amount', 'coinUpPage.records.amount']),
    );
    expect(await world.detail(saver, 'USDT')).toMatchObject({
      yesterdayDate: '2026-03-12',
      yesterdayInterest: '0.000000',
      last30: [
        { date: '2026-03-11', amount: paid },
        { date: '2026-03-12', amount: '0.000000' },
      ],
    });
  });

  it('would be found where it counts as paid without being paid (broken control)', async () => {
    const admin = await openAsAdmin(app.databaseUrl);
    await admin.query({ text: 'set session_replication_role = replica' });
    const mark = (text: string) =>
      admin.query({ text: `update coin_up_interest_day set ${text} where coin = 'USDT' and date = '2026-03-12'` });
    await mark('funded_at = decided_at, paid_at = decided_at');
    expect(await fieldsWith(owed, both)).toEqual([
      'coinUpDetail.last30.amount',
      'coinUpDetail.totalInterest',
      'coinUpDetail.yesterdayInterest',
      'coinUpPage.records.amount',
      'coinUpSafety.coins.owed',
      'indexInfo.coinUp.yesterdayIncome.amount',
    ]);
    await mark('funded_at = null, paid_at = null');
    await admin.end();
  });

  it('is earned in every figure once the fund pays it', async () => {
    await world.payIn('USDT', '1');
    expect(await fieldsWith(owed, both)).toEqual(
      [
        ...asEarned,
        'billPage.records.amount',
        'coinUpDetail.last30.amount',
        'coinUpDetail.yesterdayInterest',
        'coinUpPage.records.amount',
        // A minute old at most.
        'coinUpSafety.coins.owed',
        'statementPreview.accounts.closing',
        'statementPreview.accounts.opening',
        'indexInfo.coinUp.yesterdayIncome.amount',
      ].sort(),
    );
    await world.assertBooks();
  });
});
