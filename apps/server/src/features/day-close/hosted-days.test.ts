/**
 * Proves that the rule of which days of a month a machine bears hosting for is the same where it stands: in what earnings show day
 * by day before it is charged, in the charge, and in what the tie-out expects of it.
 */
import { parseAmount } from '@lode/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../platform/clock/clock.ts';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { opsCommand } from '../../testing/approve-proposal.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { addMachine } from '../../testing/machines.ts';
import { tieOutHosting } from './mining/tie-out-hosting.ts';
import { addNetworkDay, addPrice, realDay } from './testing/mining-fixture.ts';

/** Its part of fewer days than a month has is no whole micro-USDT, neither in February 2020 nor in March. */
const monthly = 30_000_000n;
const dates = ['2020-02-27', '2020-02-28', '2020-02-29', '2020-03-01'];

/** Days of February and of March up to its first, by hand: a business day begins at 16:00 UTC of the day before. */
const bearers: { who: string; days: bigint; ofMarch: bigint }[] = [
  { who: 'from mid-month', days: 17n, ofMarch: 1n },
  { who: 'on site later', days: 2n, ofMarch: 1n },
  { who: 'seller', days: 27n, ofMarch: 0n },
  { who: 'buyer', days: 2n, ofMarch: 1n },
  { who: 'ended', days: 28n, ofMarch: 0n },
  { who: 'ended before the first close', days: 11n, ofMarch: 0n },
];

let app: TestApp;
const customers = new Map<string, TestCustomer>();
const customerOf = (who: string) => {
  const customer = customers.get(who);
  if (!customer) throw new Error(`there is no customer ${who}`);
  return customer;
};
/** Hosting of each closed day when it was the latest, by customer. */
const shown = new Map<string, [date: string, hosting: bigint][]>();

const micro = (amount: string) => parseAmount(amount, 'USDT');
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/** Newest first. */
async function readDays(who: string, size: number): Promise<[date: string, hosting: bigint][]> {
  const { records } = await app.data('earningDays', { size }, customerOf(who).caller);
  return records.map(({ date, hosting }) => [date, micro(hosting)]);
}

beforeAll(async () => {
  app = await startTestApp({ now: '2020-02-20T00:00:01Z' });
  await addStaff(app);
  for (const { who } of bearers) customers.set(who, await app.createCustomer());
  const hosted = { purchaseKind: 'THIRD', hostingFeeMonthly: '30', site: 'S1' };
  const add = (who: string, values: Parameters<typeof addMachine>[1]) =>
    addMachine(app, { ...hosted, machineNo: `H-${customerOf(who).id}`, account: customerOf(who).account, ...values });
  const setTerms = async (id: bigint, args: string) => {
    const given = `--id ${id} ${args} --by operations --approved-by approver --reason asked`;
    expect(await runCommand(app, opsCommand(app, 'terms:set'), given)).toMatchObject({ exit: 0 });
  };
  const startTime = '2020-02-01T00:00:00Z';
  await add('from mid-month', { startTime: '2020-02-12T20:00:00Z' });
  const waiting = await add('on site later', { startTime });
  await setTerms(waiting, '--from 2020-02-01 --on-site-from 2020-02-28');
  const sold = await add('seller', { startTime });
  await setTerms(sold, `--from 2020-02-28 --owner ${customerOf('buyer').account}`);
  await add('ended', { startTime, endTime: '2020-02-27T20:00:00Z' });
  await add('ended before the first close', { startTime, endTime: '2020-02-10T20:00:00Z' });
  for (const date of dates) {
    await addNetworkDay(app.owner, { ...realDay, date });
    await addPrice(app.owner, date, 8_000_000_000n);
    app.clock.set(`${addDays(date, 1)}T06:00:00Z`);
    for (const tick of app.slices.machines.ticks) await tick(app.clock.now());
    expect(await app.slices.dayClose.closeMining(date, app.clock.now())).toMatchObject({ outcome: 'closed' });
    for (const { who } of bearers) {
      const latest = (await readDays(who, 1)).filter(([of]) => of === date);
      shown.set(who, [...latest, ...(shown.get(who) ?? [])]);
    }
  }
});
afterAll(() => app.stop());

const inFebruary = ([date]: [date: string, hosting: bigint]) => date < '2020-03-01';

async function chargedTo({ id }: TestCustomer): Promise<bigint> {
  const { rows } = await app.database.query<{ amount: bigint }>({
    text: 'select amount from hosting_charge where customer_id = $1',
    values: [id],
  });
  return sum(rows.map(({ amount }) => amount));
}

async function expectedOf({ id }: TestCustomer): Promise<bigint> {
  const amounts: bigint[] = [];
  for (const date of dates) {
    const { lines } = await tieOutHosting(app.database, { date, range: { first: id, last: id } });
    amounts.push(...lines.map(({ expected }) => expected));
  }
  return sum(amounts);
}

it.each(bearers)('are the same in earnings, in the charge and in the tie-out: $who', async ({ who, days, ofMarch }) => {
  const february = (monthly * days) / 29n;
  const customer = customerOf(who);
  const earned = sum((shown.get(who) ?? []).filter(inFebruary).map(([, hosting]) => hosting));
  const [charged, expected] = [await chargedTo(customer), await expectedOf(customer)];
  expect({ earned, charged, expected }).toEqual({ earned: february, charged: february, expected: february });
  // No charge changes a day; of the next month a day is shown before anything is charged.
  const all = await readDays(who, dates.length);
  expect(all).toEqual(shown.get(who));
  expect(all.filter((day) => !inFebruary(day))).toEqual([['2020-03-01', (monthly * ofMarch) / 31n]]);
});
