// What the demo promises of COIN UP: customers 1 and 2 hold at least three times every minimum in the wallet, earning
// principal and past interest; the books balance; every day was closed by the run itself.
import { assertBooksBalance } from '@lode/ledger';
import { parseAmount } from '@lode/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoPorts } from '../../compose-demo.ts';
import type { Product } from '../../product.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { demoPasswords } from './demo-people.ts';
import { demoSavings } from './demo-savings.ts';
import { firstDemoDay, seedDemo, seedStaff } from './seed-demo.ts';

const now = '2026-03-10T08:00:00.000Z';
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ now });
  const ports = demoPorts({ database: app.database } as Product, app.slices);
  await seedStaff(ports, app.clock.now());
  await app.owner.query({
    text: `insert into installation (mode, pepper_fingerprint, demo_first_day) values ('demo', sha256(''), $1)`,
    values: [firstDemoDay(app.clock.now())],
  });
  await seedDemo(ports, firstDemoDay(app.clock.now()));
  await seedDemo(ports, firstDemoDay(app.clock.now()));
}, 120_000);
afterAll(() => app.stop());

it('is there for both customers, and once', async () => {
  for (const { account, orders } of demoSavings) {
    const caller = { deviceId: 'd' };
    const { accessToken } = await app.data('login', { account, password: demoPasswords.customer }, caller);
    const own = { ...caller, accessToken };
    for (const coin of ['BTC', 'USDT'] as const) {
      const detail = await app.data('coinUpDetail', { coin }, own);
      expect(parseAmount(detail.available, coin)).toBeGreaterThanOrEqual(3n * parseAmount(detail.min, coin));
      expect(parseAmount(detail.earning, coin)).toBeGreaterThanOrEqual(parseAmount(detail.min, coin));
      expect(parseAmount(detail.totalInterest, coin)).toBeGreaterThan(0n);
    }
    const { records } = await app.data('coinUpPage', { size: 100 }, own);
    expect(records.filter(({ direction }) => direction !== 'INCOMES')).toHaveLength(orders.length);
  }
  await assertBooksBalance(app.database, [
    ...app.slices.coinUp.bookChecks,
    ...app.slices.dayClose.bookChecks,
    ...app.slices.electricity.bookChecks,
  ]);
});
