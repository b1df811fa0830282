// A deposit address that was altered in the database is not shown, and coins that come to it are not credited.
import { scriptedKey } from '@lode/chain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { needed, startDepositFixture } from './testing/deposit-fixture.ts';

let world: Awaited<ReturnType<typeof startDepositFixture>>;
beforeAll(async () => {
  world = await startDepositFixture();
});
afterAll(() => world?.app.stop());

const foreignKey = scriptedKey('ef');
const keyOfNone = '00'.repeat(22);
const alter = (customer: { id: bigint }, { address, key }: { address: string; key: string }) =>
  world.app.owner.query({
    text: 'update deposit_address set address = $2, key = $3 where customer_id = $1',
    values: [customer.id, address, key],
  });

it('is not shown, and is again once it is right', async () => {
  const customer = await world.addCustomer();
  const ask = () => world.app.call('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, customer.caller);
  await alter(customer, { address: world.chain.addressOf(foreignKey), key: customer.key });
  expect((await ask()).code).not.toBe(200);
  await alter(customer, { address: customer.address, key: foreignKey });
  expect((await ask()).code).not.toBe(200);
  await alter(customer, customer);
  expect(await ask()).toMatchObject({ code: 200, data: { address: customer.address } });
});

it.each([
  ['another address', foreignKey],
  ['no address', keyOfNone],
])(
  'of a customer that was planted with the key of %s is found before coins come to it, and stops nothing',
  async (_what, key) => {
    const customer = await world.addCustomer();
    const look = world.watcher();
    const now = world.app.clock.now();
    await look(now);
    const open = async () => {
      const { rows } = await world.app.owner.query<{ subject: string }>({
        text: `select subject from alert where kind = 'foreign-address' and resolved_at is null`,
      });
      return rows.map(({ subject }) => subject);
    };
    expect(await open()).toEqual([]);
    const planted = await world.addCustomer();
    if (key === keyOfNone) {
      await expect(alter(planted, { address: 'planted', key })).rejects.toThrow('deposit_address_key_check');
      await world.app.owner.query({ text: 'alter table deposit_address drop constraint deposit_address_key_check' });
    }
    await alter(planted, { address: 'planted', key });
    await look(now);
    expect(await open()).toEqual([`BITCOIN ${key}`]);
    world.pay({ key: customer.key, amount: 10_000_000n });
    world.mine(needed);
    await look(now);
    expect(await world.held(customer)).toBe(10_000_000n);
    const asked = { coin: 'BTC', network: 'BITCOIN' } as const;
    expect((await world.app.call('depositAddress', asked, planted.caller)).code).not.toBe(200);
    expect((await world.app.call('depositAddress', asked, customer.caller)).code).toBe(200);
    await alter(planted, planted);
    await world.app.owner.query({ text: `update alert set resolved_at = now() where kind = 'foreign-address'` });
  },
);

it('earns no credit after a start, with an alert; what comes to the right one is credited once it is right', async () => {
  const customer = await world.addCustomer();
  await alter(customer, { address: world.chain.addressOf(foreignKey), key: foreignKey });
  const now = world.app.clock.now();
  const alerts = { text: `select message from alert where kind = 'foreign-address' and resolved_at is null` };
  const open = async () =>
    (await world.app.owner.query<{ message: string }>(alerts)).rows.map(({ message }) => message);
  // As after a start: the addresses are read anew.
  const look = world.watcher();
  world.pay({ key: foreignKey, amount: 50_000_000n });
  world.mine(needed);
  await look(now);
  expect(await world.deposits(customer)).toEqual([]);
  expect(await open()).toEqual([
    expect.stringContaining(`${world.chain.addressOf(foreignKey)} in the database is not that`),
  ]);
  await alter(customer, customer);
  const right = world.watcher();
  world.pay({ key: customer.key, amount: 20_000_000n });
  world.mine(needed);
  await right(now);
  expect(await world.held(customer)).toBe(20_000_000n);
});

it('of the house is found as well: coins from outside at a foreign address are not the operator’s', async () => {
  const key = { text: `select key from house_address where network = 'BITCOIN' and number = 1` };
  const [pool] = (await world.app.owner.query<{ key: string }>(key)).rows;
  const set = (to?: string) =>
    world.app.owner.query({
      text: `update house_address set key = $1 where network = 'BITCOIN' and number = 1`,
      values: [to],
    });
  await set(foreignKey);
  const before = await world.house('SUSPENSE');
  world.pay({ key: foreignKey, amount: 30_000_000n });
  world.mine(needed);
  await world.watcher()(world.app.clock.now());
  expect(await world.house('SUSPENSE')).toBe(before);
  await set(pool?.key);
});
