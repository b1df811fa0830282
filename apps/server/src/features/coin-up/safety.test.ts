/** Proves the figures of the safety page against the ledger, and the days that a fund covers. */
import { customerAccount, houseAccount, readBalances } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { coinSafety } from './safety.ts';
import { savingsFixture } from './testing/savings-fixture.ts';

describe('coinSafety', () => {
  const figures = { principal: 400_000_000_000n, earning: 365_000_000_000n, fund: 1_000_000_000n, owed: 0n };

  it('counts whole days of the earning principal, after what is owed', () => {
    // 365,000 USDT at 4.20 % are 42 USDT a day: 1,000 USDT last 23.8 days.
    expect(coinSafety('USDT', figures, '4.20')).toEqual({
      coin: 'USDT',
      principal: '400000.000000',
      fund: '1000.000000',
      owed: '0.000000',
      dailyInterest: '42.000000',
      coverDays: 23,
    });
    expect(coinSafety('USDT', { ...figures, owed: 42_000_000n }, '4.20').coverDays).toBe(22);
    expect(coinSafety('USDT', { ...figures, owed: 2_000_000_000n }, '4.20').coverDays).toBe(0);
    expect(coinSafety('USDT', { ...figures, earning: 0n }, '4.20').coverDays).toBeNull();
    expect(coinSafety('USDT', { ...figures, earning: 9_000n }, '4.20').coverDays).toBe(99_999);
  });
});

describe('coinUpSafety', () => {
  let app: TestApp;
  let world: ReturnType<typeof savingsFixture>;
  let customers: TestCustomer[];

  beforeAll(async () => {
    app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
    world = savingsFixture(app);
    await world.open({ btc: '0', usdt: '1000' });
    customers = [await app.createMoneyCustomer(), await app.createMoneyCustomer()];
    for (const customer of customers) {
      await world.give(customer.id, 'USDT', 1_000_000_000n);
      await world.subscribe(customer, 'USDT', '300.5');
    }
  });
  afterAll(() => app.stop());

  it("is the ledger's own sum of all customers, and of the fund, at most a minute old [call:GET /api/coin_up/safety]", async () => {
    const read = () => app.data('coinUpSafety', {}, (customers[0] as TestCustomer).caller);
    const accounts = customers.map(({ id }) => customerAccount(id, 'COIN_UP_ACCOUNT', 'USDT'));
    const fund = houseAccount('INTEREST_FUND', 'USDT');
    const balances = await readBalances(app.database, [...accounts, fund]);
    const saved = accounts.reduce((sum, account) => sum + (balances.get(account)?.posted ?? 0n), 0n);
    const first = await read();
    expect(first).toMatchObject({
      time: app.clock.now().toISOString(),
      coins: [
        { coin: 'BTC', principal: '0.00000000', fund: '0.00000000', coverDays: null },
        {
          coin: 'USDT',
          principal: formatAmount(saved, 'USDT'),
          fund: formatAmount(balances.get(fund)?.posted ?? 0n, 'USDT'),
          coverDays: null,
        },
      ],
    });
    expect(saved).toBe(601_000_000n);

    await world.subscribe(customers[0] as TestCustomer, 'USDT', '100');
    app.clock.advance({ seconds: 59 });
    expect(await read()).toEqual(first);
    app.clock.advance({ seconds: 1 });
    expect((await read()).coins[1]?.principal).toBe('701.000000');
  });
});
