// What the hot wallet has too much of USDT goes to the cold address by itself: a real anvil, the product's own signer, its own policy.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mortalProcess } from '../../testing/mortal-process.ts';
import { coldAddress, otherAddress, startColdUsdtFixture } from './testing/cold-usdt-fixture.ts';

const start = 180_000;
const bounds = { upper: '1000.000000', target: '400.000000', perDay: '5000.000000' };
const wide = { ...bounds, perDay: '90000.000000' };
const ether = 10n ** 18n;
let world: Awaited<ReturnType<typeof startColdUsdtFixture>>;
beforeAll(async () => {
  world = await startColdUsdtFixture();
}, start);
afterAll(() => world?.stop(), start);

const last = async () => (await world.transfers()).at(-1);

it('is off by default, and its bounds have the scale of USDT', { timeout: start }, async () => {
  await world.trust();
  await world.fund({ usdt: 2_000_000_000n, wei: ether });
  await world.look(2);
  expect(await world.transfers()).toEqual([]);
  await expect(world.bounds({ ...bounds, target: '1000.000000' })).rejects.toThrow('below upper');
  await expect(world.bounds({ ...bounds, upper: '1000.00000000' })).rejects.toThrow('six decimals');
});

it('sends what is above the target to the cold address, and custody is equal at every block', {
  timeout: start,
}, async () => {
  await world.bounds(bounds);
  await world.look(2);
  expect(await world.transfers()).toEqual(['ERC20 1600000000 open']);
  await world.assertAll();
  for (let block = 0; block < 4; block += 1) {
    await world.mine();
    await world.assertAll();
  }
  expect(await world.transfers()).toEqual(['ERC20 1600000000 true']);
  expect(await world.usdtOf(coldAddress)).toBe(1_600_000_000n);
  const { rows } = await world.app.owner.query({
    text: `select from house_arrival where goes_to = 'SUSPENSE' or coin = 'USDT' and address_key <> $1`,
    values: [world.hot.key],
  });
  expect(rows).toEqual([]);
  await world.look(3);
  expect(await world.transfers()).toHaveLength(1);
});

it.each(['cold:built', 'cold:answered', 'cold:stored', 'cold:sent', 'cold:final', 'cold:before-commit'])(
  'a process that is killed at %s sends once',
  { timeout: start },
  async (point) => {
    const before = await world.usdtOf(coldAddress);
    const known = (await world.transfers()).length;
    await world.bounds(null);
    await world.fund({ usdt: 1_000_000_000n });
    await world.bounds(wide);
    const { url, usdt, chainId } = world.anvil;
    const environment = { EVM_RPC_URL: url, EVM_USDT_CONTRACT: usdt, EVM_CHAIN_ID: `${chainId}`, BITCOIN_RPC_URL: '' };
    const source = 'apps/server/src/testing/cold-process.ts';
    const work = await mortalProcess(source, world.app.databaseUrl, {
      ...environment,
      DATA_DIR: world.signer.dataDir,
    });
    let isKilled = false;
    for (let round = 0; round < 8 && !isKilled; round += 1) {
      const { signal, code, complaint } = await work([world.app.clock.now().toISOString(), point]);
      if (signal !== 'SIGKILL' && code !== 0) throw new Error(complaint);
      isKilled = signal === 'SIGKILL';
      if (!isKilled && round > 0) await world.anvil.mine();
    }
    expect(isKilled).toBe(true);
    await world.look(2);
    await world.mine(4);
    const made = (await world.transfers()).slice(known);
    expect(made).toEqual([expect.stringMatching(/^ERC20 \d+ true$/)]);
    expect((await world.usdtOf(coldAddress)) - before).toBe(BigInt(made[0]?.split(' ')[1] ?? 0));
    await world.assertAll();
  },
);

it('leaves what approved withdrawals still take, and takes no nonce of theirs', { timeout: start }, async () => {
  await world.bounds(null);
  const customer = await world.customer(900_000_000n);
  await world.fund({ usdt: 700_000_000n });
  const address = '0xde709f2102306220921060314715629080e2fb77';
  await world.approve(await world.applied(customer, address, '500'));
  await world.bounds(wide);
  const known = (await world.transfers()).length;
  // 1,100 and what is swept, less 500 that leave: below the bound until the sweep is there.
  await world.dyingRound('none');
  expect(await world.transfers()).toHaveLength(known);
  await world.app.runJobs();
  for (let block = 0; block < 12; block += 1) await world.mine();
  await world.assertAll();
  expect(await world.usdtOf(address)).toBe(497_000_000n);
  expect(await last()).toMatch(/ true$/);
});

it('a bump keeps place and nonce, and one of both is in a block', { timeout: start }, async () => {
  await world.bounds(null);
  await world.fund({ usdt: 1_000_000_000n });
  await world.bounds(wide);
  const before = await world.usdtOf(coldAddress);
  await world.look(2);
  world.app.clock.advance({ minutes: 11 });
  await world.anvil.ask('anvil_setNextBlockBaseFeePerGas', '0x12a05f2000');
  await world.look(3);
  const { rows } = await world.app.owner.query<{ attempts: number; outpoints: number; signed: number }>({
    text: `select count(*)::int as attempts, count(distinct outpoints)::int as outpoints, count(bytes)::int as signed
      from cold_payment where transfer_id = (select max(id) from cold_transfer)`,
  });
  expect(rows).toEqual([{ attempts: 2, outpoints: 1, signed: 2 }]);
  await world.mine(4);
  expect(await last()).toMatch(/ true$/);
  expect((await world.usdtOf(coldAddress)) - before).toBe(BigInt((await last())?.split(' ')[1] ?? 0));
  await world.assertAll();
});

it('signs nothing for a wallet that was replaced here, and nothing that the signer does not know', {
  timeout: start,
}, async () => {
  await world.bounds(null);
  // The fee of the last test is more than a transfer may cost.
  await world.anvil.ask('anvil_setNextBlockBaseFeePerGas', '0x3b9aca00');
  await world.fund({ usdt: 1_000_000_000n });
  await world.bounds(wide);
  const before = await world.usdtOf(coldAddress);
  expect(await world.dyingRound('cold:built')).toBe(true);
  await world.add(otherAddress);
  await world.look();
  expect(await last()).toMatch(/ false$/);
  world.app.clock.advance({ minutes: 11 });
  await world.look(2);
  // The signer has the first one still.
  expect(await last()).toMatch(/ false$/);
  await world.mine(4);
  expect(await world.usdtOf(coldAddress)).toBe(before);
  const { rows } = await world.app.owner.query({
    text: `select from account_nonce n join cold_transfer t on n.holder = 'cold:' || t.id where t.is_paid = false`,
  });
  expect(rows).toEqual([]);
  await world.trust('90000000000', otherAddress);
  world.app.clock.advance({ minutes: 11 });
  const received = await world.usdtOf(otherAddress);
  await world.look(2);
  await world.mine(4);
  expect(await last()).toMatch(/ true$/);
  expect(await world.usdtOf(otherAddress)).toBeGreaterThan(received);
  await world.assertAll();
});
