/** Proves what is expected: the hours of a review and the confirmations at first, then the middle of what the latest payments took, and of the chain's part once it is signed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestCustomer } from '../../../testing/app.ts';
import { startPayoutFixture } from '../../../testing/payout-fixture.ts';

let world: Awaited<ReturnType<typeof startPayoutFixture>>;
beforeAll(async () => {
  world = await startPayoutFixture();
});
afterAll(() => world.stop());

/** Minutes until it is signed, and from then on until it is final. The middles are 55 in all and 30 on the chain; no mean is. */
const [first, second, ...others] = [
  [5, 50],
  [100, 20],
  [15, 30],
  [40, 10],
  [200, 90],
] as const;

const pass = (minutes: number) => world.app.clock.advance({ minutes });
const inMinutes = (minutes: number) => new Date(world.app.clock.now().getTime() + minutes * 60_000).toISOString();

async function paid(customer: TestCustomer, [people, chain]: readonly [number, number]): Promise<void> {
  const id = await world.approved(customer, '0.01');
  pass(people);
  await world.app.runJobs();
  pass(chain);
  await world.mine(3);
  expect(await world.record(customer, id)).toMatchObject({ thirdStatus: 'SUCCESS', eta: null });
}

it('is the review and the confirmations with two payments, the middle of all customers’ from three on, and counted from the signature when there is one', async () => {
  const customers = [await world.customer(), await world.customer()] as const;
  const terms = async (customer: TestCustomer, coin: 'BTC' | 'USDT' = 'BTC') =>
    (
      await world.app.data(
        'withdrawTerms',
        coin === 'BTC' ? { coin, network: 'BITCOIN' } : { coin, network: 'ERC20' },
        customer.caller,
      )
    ).eta;
  const promised = () => inMinutes(24 * 60 + 30);
  expect(await terms(customers[0])).toBe(promised());
  await paid(customers[0], first);
  await paid(customers[1], second);
  expect(await terms(customers[0])).toBe(promised());
  for (const [index, took] of others.entries()) await paid(customers[index % 2] ?? customers[0], took);

  for (const customer of customers) expect(await terms(customer)).toBe(inMinutes(55));
  expect(await terms(customers[0], 'USDT')).not.toBe(inMinutes(55));

  const eta = async (id: string) => (await world.record(customers[1], id)).eta;
  const id = await world.approved(customers[1], '0.01');
  const applied = inMinutes(55);
  expect(await eta(id)).toBe(applied);
  pass(20);
  expect(await eta(id)).toBe(applied);
  await world.app.runJobs();
  const signed = inMinutes(30);
  expect(await eta(id)).toBe(signed);
  pass(10);
  expect(await eta(id)).toBe(signed);
  await world.mine(3);
  expect(await eta(id)).toBeNull();

  // However quick most of them were: three blocks take half an hour.
  for (let quick = 0; quick < 8; quick += 1) await paid(await world.customer(), [0.5, 1]);
  pass(0.25);
  expect(await terms(customers[0])).toBe(inMinutes(30.75));
  const late = await world.customer();
  const next = await world.approved(late, '0.01');
  await world.app.runJobs();
  expect((await world.record(late, next)).eta).toBe(inMinutes(30.75));
});
