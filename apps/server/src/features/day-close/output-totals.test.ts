/**
 * Proves that what a customer has mined in all is the sum of its sealed days, whichever way an output is written, and that a total
 * that is not is named by the check of the books.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { recordDay } from '../../testing/recorded-days.ts';
import { checkOutputTotals } from './check-output-totals.ts';

let app: TestApp;
let customer: TestCustomer;
let other: TestCustomer;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
  customer = await app.createCustomer();
  other = await app.createCustomer();
});
afterAll(() => app.stop());

const total = async ({ caller }: TestCustomer) => (await app.data('indexInfo', {}, caller)).mining.total;
const finishClose = (date: string) =>
  app.owner.query({
    text: `update day_close set closed_at = now(), seal = sha256(''), tie_out = '{}' where date = $1`,
    values: [date],
  });

it('counts a day once it is sealed, also the first one', async () => {
  const output = (machineId: bigint, net: bigint, { id: customerId } = customer) => ({ machineId, customerId, net });
  await recordDay(app.owner, '2026-03-07', { outputs: [output(1n, 5n), output(2n, 7n)], isClosed: false });
  expect(await total(customer)).toEqual([{ coin: 'BTC', amount: '0.00000000' }]);
  await finishClose('2026-03-07');
  expect(await total(customer)).toEqual([{ coin: 'BTC', amount: '0.00000012' }]);

  const doge = { ...output(1n, 3n), coin: 'DOGE' as const, epochSeconds: null };
  await recordDay(app.owner, '2026-03-08', {
    outputs: [output(1n, 100n), doge, output(3n, 9n, other)],
    isClosed: false,
  });
  expect(await total(customer)).toEqual([{ coin: 'BTC', amount: '0.00000012' }]);
  await finishClose('2026-03-08');
  expect(await total(customer)).toEqual([
    { coin: 'BTC', amount: '0.00000112' },
    { coin: 'DOGE', amount: '0.00000003' },
  ]);
  expect(await total(other)).toEqual([{ coin: 'BTC', amount: '0.00000009' }]);
});

it('keeps days that are older than the page shows', async () => {
  const { id: customerId } = other;
  await recordDay(app.owner, '2026-01-05', { outputs: [{ machineId: 3n, customerId, net: 1000n }] });
  const { mining } = await app.data('indexInfo', {}, other.caller);
  expect(mining).toMatchObject({ total: [{ amount: '0.00001009' }], last30: [{ date: '2026-03-08' }] });
});

it('is not the server to write', async () => {
  for (const text of [
    'update output_total set net = 0',
    'delete from output_total',
    'insert into output_total values (1, $$BTC$$, 1)',
  ])
    await expect(app.database.query({ text })).rejects.toThrow('permission denied');
});

it('is named when it is not the sum (broken control: the trigger is off)', async () => {
  expect(await checkOutputTotals(app.database)).toEqual([]);
  await app.owner.query({ text: 'alter table machine_output disable trigger machine_output_adds_up' });
  await recordDay(app.owner, '2026-03-09', { outputs: [{ machineId: 1n, customerId: customer.id, net: 1n }] });
  expect(await checkOutputTotals(app.database)).toMatchObject([
    { check: 'outputs add up to their total', subject: `customer ${customer.id} BTC`, expected: '113', found: '112' },
  ]);
});
