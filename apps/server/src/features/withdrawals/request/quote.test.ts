// The quote that a customer reads before applying: the limits and fees that apply enforces.
import { parseAmount } from '@lode/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWithdrawalFixture } from '../../../testing/withdrawal-fixture.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
beforeAll(async () => {
  world = await startWithdrawalFixture();
});
afterAll(() => world.stop());

const bitcoin = { coin: 'BTC', network: 'BITCOIN' } as const;

describe('the terms of a withdrawal [call:GET /api/withdraw/terms]', () => {
  it('are what may leave, what is left of the day, and until when on which clock', async () => {
    const { app } = world;
    const customer = await world.customer();
    const terms = () => app.data('withdrawTerms', bitcoin, customer.caller);
    const before = await terms();
    expect(before).toMatchObject({
      offered: true,
      available: '1.00000000',
      leftToday: before.dailyLimit,
      holdHours: 24,
      now: app.clock.now().toISOString(),
      eta: '2026-03-11T04:30:00.000Z',
      explorer: null,
    });
    expect(await world.apply(customer, 'BTC', before.min)).toMatchObject({ code: 200 });
    const after = await terms();
    expect(after.available).not.toBe(before.available);
    const left = parseAmount(before.dailyLimit, 'BTC') - parseAmount(before.min, 'BTC');
    expect(parseAmount(after.leftToday, 'BTC')).toBe(left);
    app.clock.advance({ hours: 24 });
    expect((await terms()).leftToday).toBe(before.dailyLimit);
  });

  it('leave promotional credit out: 全部 is what apply takes', async () => {
    const { app } = world;
    const customer = await world.customer({ usdt: 30_000_000n });
    await app.slices.electricity.raisePromotion(app.database, customer.id, 5_000_000n);
    const { available } = await app.data('withdrawTerms', { coin: 'USDT', network: 'ERC20' }, customer.caller);
    expect(available).toBe('25.000000');
  });

  it('are refused for a coin of another network and without a session', async () => {
    const { app } = world;
    const { caller } = await world.customer();
    expect(await app.call('withdrawTerms', { coin: 'USDT', network: 'BITCOIN' }, caller)).toMatchObject({
      status: 400,
      data: { field: 'network' },
    });
    expect(await app.call('withdrawTerms', bitcoin)).toMatchObject({ code: 10111 });
  });

  it('report which networks cannot pay now', async () => {
    const closed = await startWithdrawalFixture({ sign: null });
    try {
      const { caller } = await closed.customer();
      expect(await closed.app.data('withdrawTerms', bitcoin, caller)).toMatchObject({ offered: false });
    } finally {
      await closed.stop();
    }
  });
});
