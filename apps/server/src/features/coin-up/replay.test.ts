// What a money call answered once it answers again, byte for byte, also after a restart; sent thousands of times at once it happens once.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer, testFundsPassword } from '../../testing/app.ts';
import { savingsFixture } from './testing/savings-fixture.ts';

let app: TestApp;
let world: ReturnType<typeof savingsFixture>;
let customer: TestCustomer;
beforeAll(async () => {
  app = await startTestApp({ max: 20 });
  world = savingsFixture(app);
  await world.open();
});
afterAll(() => app.stop());
beforeEach(async () => {
  customer = await app.createMoneyCustomer();
  await world.give(customer.id, 'BTC', 100_000_000n);
});

const url = '/api/coin_up/subscribe';
const request = (fields: Record<string, unknown>) => ({
  method: 'POST' as const,
  url,
  headers: { ...customer.caller, requestId: 'one-and-the-same' },
  payload: { coin: 'BTC', amount: '0.25', ...fields },
});
const left = () => world.balance(customer.id, 'BTC', 'wallet');

it('answers the same bytes again, also after a restart, whatever secret comes along', async () => {
  const first = await app.inject(request({ password: testFundsPassword }));
  expect(first.json()).toMatchObject({ code: 200, data: { amount: '0.25000000' } });
  app.clock.advance({ minutes: 5 });
  const restarted = await app.startAnother();
  try {
    for (const again of [
      await app.inject(request({ password: testFundsPassword })),
      await restarted.inject(request({ password: testFundsPassword })),
      await restarted.inject(request({ password: '000000', confirm: true })),
      await restarted.inject(request({ passwordToken: 'long-used-up' })),
    ]) {
      expect(again.body).toBe(first.body);
    }
    expect((await restarted.inject(request({ amount: '0.26', password: testFundsPassword }))).json().code).toBe(40007);
  } finally {
    await restarted.stop();
  }
  expect(await left()).toBe(75_000_000n);
  await world.assertBooks();
});

it('happens once when it comes a thousand times at once, with the password each time', async () => {
  const replies = await Promise.all(
    Array.from({ length: 1000 }, () => app.inject(request({ password: testFundsPassword }))),
  );
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  expect(replies[0]?.json().code).toBe(200);
  expect(await left()).toBe(75_000_000n);
  await world.assertBooks();
});
