// The seed is rotated on a real bitcoind and a real anvil, with the product's own signer: all coins end at the new keys.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRotationFixture } from '../features/key-rotation/testing/rotation-fixture.ts';
import { coldTransferSigner } from '../platform/chains/cold-transfer-signer.ts';
import type { TestCustomer } from '../testing/app.ts';
import { dyingRotationRound } from '../testing/dying-rotation-round.ts';

const start = 300_000;
let world: Awaited<ReturnType<typeof startRotationFixture>>;
let customer: TestCustomer;
let earlier: { BTC: string; USDT: string };
beforeAll(async () => {
  world = await startRotationFixture();
}, start);
afterAll(() => world?.stop(), start);

const dyingRound = (point: string) => dyingRotationRound(world, point);

const fund = async (btc: string, usdt: bigint, to = earlier): Promise<void> => {
  await world.bitcoind.pay(to.BTC, btc);
  await world.anvil.issue(to.USDT, usdt);
  await world.mine(4);
};

it('begins with coins of customers and of the house at the first keys', { timeout: start }, async () => {
  customer = await world.app.createMoneyCustomer();
  earlier = { BTC: await world.addressOf(customer, 'BTC'), USDT: await world.addressOf(customer, 'USDT') };
  const [bitcoin, erc20] = [await world.chainOf('BITCOIN'), await world.chainOf('ERC20')];
  const hot = { BTC: bitcoin.ownAddress('house', 0).address, USDT: erc20.ownAddress('house', 0).address };
  await world.anvil.ether(hot.USDT, 10n ** 18n);
  await fund('0.5', 300_000_000n, hot);
  await fund('0.4', 200_000_000n);
  await world.mine(12);
  expect(await world.moves()).toEqual(['SWEEP true', 'TOP_UP true']);
  await world.assertAll();
});

it('nothing is of the new keys before two approvers and two of the staff have signed', { timeout: start }, async () => {
  const printed = await world.signer.command('seed:rotate');
  expect(await world.signer.command('seed:rotate')).toBe(printed);
  const [, id = ''] = /change ([0-9a-f]{16}) waits/.exec(printed) ?? [];
  const [, fingerprint = ''] = /fingerprint (.+)/.exec(printed) ?? [];
  expect((await world.signer.client.info()).generation).toBe(0);
  expect((await world.both('keys:begin', '--generation', '1', '--fingerprint', '0'.repeat(64))).exit).toBe(1);
  expect(await world.signChange(id, 'finance')).toContain('one more approver');
  expect((await world.signer.client.info()).generation).toBe(0);
  expect(await world.signChange(id, 'deputy')).toContain('the change is made');
  expect((await world.signer.client.info()).generation).toBe(1);
  // The server follows no keys that its own two people have not begun.
  world.restart();
  expect(await world.nodes.open('BITCOIN')).toMatchObject({ closed: expect.stringContaining('keys:begin') });
  const begun = await world.both('keys:begin', '--generation', '1', '--fingerprint', fingerprint);
  expect(begun).toMatchObject({ exit: 0 });
  world.restart();
  expect(await world.addressOf(customer, 'BTC')).not.toBe(earlier.BTC);
  expect(await world.addressOf(customer, 'USDT')).not.toBe(earlier.USDT);
  expect((await world.run('keys:state')).exit).toBe(1);
  expect((await world.both('keys:retire', '--generation', '0')).failed.join()).toContain('are left');
});

it('the signer pays no address of the earlier keys any more', { timeout: start }, async () => {
  const chain = await world.chainOf('BITCOIN');
  const { rows } = await world.app.owner.query<{
    number: number;
    branch: 'house' | 'customer';
    txid: string;
    index: number;
    amount: bigint;
  }>({
    text: 'select * from spendable_output order by amount desc limit 1',
  });
  const [row] = rows;
  if (!row) throw new Error('nothing is spendable');
  const { branch, number, txid, index, amount } = row;
  const old = chain.ownAddress('house', 0);
  const output = { txid, index, amount: amount, owner: chain.ownAddress(branch, number) };
  const source = { kind: 'OUTPUTS' as const, outputs: [], required: [output], change: old };
  const built = await chain.build({
    to: old.key,
    coin: 'BTC',
    amount: 10_000_000n,
    source,
    rate: await chain.feeRate(),
  });
  if ('refused' in built) throw new Error(built.refused);
  const signer = coldTransferSigner(world.signer.client);
  const answer = await signer.sign({ id: 'cold:999', network: 'BITCOIN', rotateTo: 0, payload: built.payload });
  expect(answer).toMatchObject({ refused: expect.stringContaining('current generation') });
});

it('moves everything, whichever step the process dies at, and no step twice', { timeout: start }, async () => {
  const points = [
    'rotation:before-built',
    'rotation:built',
    'cold:answered',
    'cold:stored',
    'cold:sent',
    'sweep:answered',
    'sweep:stored',
  ];
  for (const point of points) expect([point, await dyingRound(point)]).toEqual([point, true]);
  await world.mine(2);
  for (const point of ['cold:final', 'cold:before-commit', 'sweep:final', 'sweep:before-commit']) {
    await Promise.all([world.bitcoind.mine(1), world.anvil.mine()]);
    await dyingRound(point);
  }
  await world.mine(16);
  expect((await world.moves()).filter((move) => move.startsWith('ROTAT'))).toEqual([
    'ROTATE_ETH true',
    'ROTATE_USDT true',
    'ROTATION true',
  ]);
  const state = await world.run('keys:state');
  expect([state.exit, state.printed]).toEqual([0, expect.anything()]);
  await world.assertAll();
});

it('names the customers whose deposits there are below the minimum, until they are credited', {
  timeout: start,
}, async () => {
  await fund('0.00009', 500_000n);
  const { exit, printed } = await world.run('keys:state');
  const lines = printed.join('\n');
  expect(exit).toBe(1);
  for (const sum of ['0.00009000 BTC', '0.500000 USDT'])
    expect(lines).toContain(`customer ${customer.id} has ${sum} in 1 deposit below the minimum`);
  expect((await world.both('keys:retire', '--generation', '0')).exit).toBe(1);
  expect((await world.both('deposit:credit-small', '--id', String(customer.id))).exit).toBe(0);
  await world.mine(20);
  expect((await world.run('keys:state')).exit).toBe(0);
  await world.assertAll();
});

it('what comes late to an earlier address is credited and moved', { timeout: start }, async () => {
  const before = await world.wallet(customer);
  await fund('0.1', 50_000_000n);
  expect(await world.wallet(customer)).toEqual({ BTC: before.BTC + 10_000_000n, USDT: before.USDT + 50_000_000n });
  await world.mine(20);
  expect((await world.moves()).filter((move) => move === 'ROTATION true')).toHaveLength(3);
  expect((await world.run('keys:state')).exit).toBe(0);
  expect(await world.both('keys:retire', '--generation', '0')).toMatchObject({ exit: 0 });
  await world.assertAll();
});

it('a generation that is begun and not signed is not yet done', { timeout: start }, async () => {
  const printed = await world.signer.command('seed:rotate');
  const [, id = ''] = /change ([0-9a-f]{16}) waits/.exec(printed) ?? [];
  const [, fingerprint = ''] = /fingerprint (.+)/.exec(printed) ?? [];
  expect(await world.both('keys:begin', '--generation', '2', '--fingerprint', fingerprint)).toMatchObject({ exit: 0 });
  world.restart();
  await world.look();
  const { exit, printed: lines } = await world.run('keys:state');
  expect([exit, lines.join('\n')]).toEqual([1, expect.stringContaining('generation 2 waits for two approvers')]);
  for (const name of ['finance', 'deputy']) await world.signChange(id, name);
  world.restart();
  await world.mine(20);
  expect((await world.run('keys:state')).exit).toBe(0);
  await world.assertAll();
});
