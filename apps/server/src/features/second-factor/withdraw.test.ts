// With a second factor nothing leaves without it: each code is good once, guesses are counted, and a refusal uses up nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '../../platform/http/refusal.ts';
import type { TestCustomer } from '../../testing/app.ts';
import { testFundsPassword } from '../../testing/app.ts';
import { bitcoinAddress, otherBitcoinAddress, startWithdrawalFixture } from '../../testing/withdrawal-fixture.ts';
import { setSecondFactor } from './testing/authenticator.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
beforeAll(async () => {
  world = await startWithdrawalFixture();
});
afterAll(() => world.stop());

async function withFactor() {
  const customer = await world.customer();
  const factor = await setSecondFactor(world.app, customer);
  return { customer, ...factor };
}
const needed = (remaining: number | null) => ({
  code: 20007,
  message: '请完成二次验证',
  data: { methods: ['TOTP', 'RECOVERY'], remaining },
});
const money = ({ id }: TestCustomer) => world.balance(id, 'BTC');
const untouched = 100_000_000n;

describe('withdraw/apply', () => {
  it('is refused without it before anything moves, and taken with it by the same code and request', async () => {
    const { customer, codeOf } = await withFactor();
    const code = await world.code(customer, 'BTC', { amount: '0.01' });
    const apply = (secondFactor?: string) =>
      world.apply(customer, 'BTC', '0.01', { code, requestId: 'one', ...(secondFactor && { secondFactor }) });
    expect(await apply()).toMatchObject(needed(null));
    expect(await money(customer)).toBe(untouched);
    expect(await apply(codeOf(-100))).toMatchObject(needed(4));
    expect(await money(customer)).toBe(untouched);
    const taken = await apply(codeOf());
    expect(taken).toMatchObject({ code: 200 });
    expect(await money(customer)).toBe(untouched - 1_000_000n);
    // A replay needs no second factor: its first response is returned.
    expect(await apply()).toEqual(taken);
  });

  it('takes each code once', async () => {
    const { customer, codeOf, recoveryCodes } = await withFactor();
    const [recovery = ''] = recoveryCodes;
    for (const [n, secondFactor] of [codeOf(), recovery].entries()) {
      expect(await world.apply(customer, 'BTC', '0.01', { secondFactor })).toMatchObject({ code: 200 });
      expect(await world.apply(customer, 'BTC', '0.01', { secondFactor }), `${n}`).toMatchObject(needed(4));
    }
    expect(await money(customer)).toBe(untouched - 2_000_000n);
  });

  it('takes one of two requests that were judged with the same code at the same time', async () => {
    const { customer, codeOf, recoveryCodes } = await withFactor();
    const { slices, database, clock } = world.app;
    for (const given of [codeOf(), recoveryCodes[0]]) {
      const guess = { customerId: customer.id, given, madeFor: '', now: clock.now() };
      const proofs = [
        await slices.secondFactor.proveSecondFactor(guess),
        await slices.secondFactor.proveSecondFactor(guess),
      ];
      const used = [];
      for (const proof of proofs) {
        if (proof === null || isRefusal(proof)) throw new Error('a right guess was refused');
        used.push(await database.transaction((dbTx) => proof.useUp(dbTx)));
      }
      expect(used).toEqual([null, expect.objectContaining({ codeName: 'secondFactorNeeded' })]);
    }
  });

  it('uses up no code by a refusal of a rule', async () => {
    const { customer, codeOf, recoveryCodes } = await withFactor();
    const secondFactor = codeOf();
    expect(await world.apply(customer, 'BTC', '0.00000001', { secondFactor })).toMatchObject({ code: 40002 });
    const [recovery = ''] = recoveryCodes;
    expect(await world.apply(customer, 'BTC', '0.00000001', { secondFactor: recovery })).toMatchObject({ code: 40002 });
    expect(await world.apply(customer, 'BTC', '0.01', { secondFactor })).toMatchObject({ code: 200 });
    expect(await world.apply(customer, 'BTC', '0.01', { secondFactor: recovery })).toMatchObject({ code: 200 });
  });

  it('takes each recovery code once, and none of another customer', async () => {
    const [one, other] = [await withFactor(), await withFactor()];
    const [recovery = ''] = one.recoveryCodes;
    expect(await world.apply(other.customer, 'BTC', '0.01', { secondFactor: recovery })).toMatchObject(needed(4));
    expect(await world.apply(other.customer, 'BTC', '0.01', { secondFactor: one.codeOf() })).toMatchObject(needed(3));
    expect(await world.apply(one.customer, 'BTC', '0.01', { secondFactor: recovery })).toMatchObject({ code: 200 });
    expect(await world.apply(one.customer, 'BTC', '0.01', { secondFactor: recovery })).toMatchObject(needed(4));
    expect(await world.app.data('secondFactor', {}, one.customer.caller)).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it('is locked for three hours by the fifth wrong guess, also for a right one; a right one before that forgets them', async () => {
    const { customer, codeOf, recoveryCodes } = await withFactor();
    const [first = '', second = ''] = recoveryCodes;
    const guess = (secondFactor: string) => world.apply(customer, 'BTC', '0.01', { secondFactor });
    expect(await guess('wrong')).toMatchObject(needed(4));
    expect(await guess(first)).toMatchObject({ code: 200 });
    for (const remaining of [4, 3, 2, 1, 0]) expect(await guess(codeOf(-100))).toMatchObject(needed(remaining));
    const locked = await guess(second);
    expect(locked.code).toBe(20003);
    world.app.clock.advance({ hours: 3 });
    expect(await guess(second)).toMatchObject({ code: 200 });
  });

  it('asks no other customer, whatever is sent', async () => {
    const customer = await world.customer();
    expect(await world.apply(customer, 'BTC', '0.01')).toMatchObject({ code: 200 });
    expect(await world.apply(customer, 'BTC', '0.01', { secondFactor: 'anything' })).toMatchObject({ code: 200 });
    await world.app.data('secondFactorBegin', { password: customer.password }, customer.caller);
    expect(await world.apply(customer, 'BTC', '0.01')).toMatchObject({ code: 200 });
  });
});

it('withdraw/address/add needs it too', async () => {
  const { customer, codeOf } = await withFactor();
  const target = { coin: 'BTC', network: 'BITCOIN', address: otherBitcoinAddress } as const;
  const code = await world.code(customer, 'BTC', { address: otherBitcoinAddress });
  const add = (input: object) =>
    world.app.call('withdrawAddressAdd', { ...target, password: testFundsPassword, code, ...input }, customer.caller);
  expect(await add({})).toMatchObject(needed(null));
  const book = async () => (await world.app.data('withdrawAddressList', {}, customer.caller)).map((one) => one.address);
  expect(await book()).not.toContain(otherBitcoinAddress);
  expect(await book()).toContain(bitcoinAddress);
  expect(await add({ secondFactor: codeOf() })).toMatchObject({ code: 200 });
  expect(await book()).toContain(otherBitcoinAddress);
});
