/**
 * Proves that large deposits need more confirmations and a second node's word, that splitting them is no way round either, and that
 * a node that lies credits nothing large.
 */
import { ScriptedChain } from '@lode/chain/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testNodes } from '../../testing/test-nodes.ts';
import { needed, startDepositFixture } from './testing/deposit-fixture.ts';

const btc = 10n ** 8n;
const depth = 12;

let world: Awaited<ReturnType<typeof startDepositFixture>>;

beforeEach(async () => {
  world = await startDepositFixture();
});
afterEach(() => world.app.stop());

const needs = async (customer: Parameters<typeof world.deposits>[0]) =>
  (await world.deposits(customer)).map((row) => row.needed);

describe('confirmations', () => {
  it('grow with the amount, and are complete no block earlier', async () => {
    const [small, large, largest] = [await world.addCustomer(), await world.addCustomer(), await world.addCustomer()];
    world.pay(
      { key: small.key, amount: 20n * btc - 1n },
      { key: large.key, amount: 20n * btc },
      { key: largest.key, amount: 100n * btc },
    );
    world.mine(needed);
    await world.look();
    expect([await needs(small), await needs(large), await needs(largest)]).toEqual([[needed], [6], [12]]);
    expect([await world.held(small), await world.held(large)]).toEqual([20n * btc - 1n, 0n]);
    world.mine(2);
    await world.look();
    expect(await world.held(large)).toBe(0n);
    world.mine();
    await world.look();
    expect(await world.held(large)).toBe(20n * btc);
    expect(await world.held(largest)).toBe(0n);
    await world.assertBooks();
  });

  it('follow what a customer brings within the blocks of a reorganisation, in however many parts', async () => {
    const customer = await world.addCustomer();
    world.pay({ key: customer.key, amount: 12n * btc });
    world.mine();
    await world.look();
    expect(await needs(customer)).toEqual([needed]);
    world.pay({ key: customer.key, amount: 12n * btc });
    world.mine();
    await world.look();
    expect(await needs(customer)).toEqual([6, 6]);
    world.mine(depth);
    await world.look();
    expect(await world.held(customer)).toBe(24n * btc);
    world.pay({ key: customer.key, amount: btc });
    world.mine();
    await world.look();
    expect((await needs(customer))[0]).toBe(needed);
  });
});

describe('a second node', () => {
  const watcherWith = (second: ScriptedChain | null) =>
    world.watcher(undefined, undefined, {
      isDemo: false,
      nodes: testNodes({ BITCOIN: world.chain }, { needed, depth, second: second ? { BITCOIN: second } : {} }),
    });
  const lookWith = (second: ScriptedChain | null) => watcherWith(second)(world.app.clock.now());

  it('must have a large deposit before it is credited; small ones of others do not wait', async () => {
    const [large, small] = [await world.addCustomer(), await world.addCustomer()];
    world.pay(
      { key: large.key, amount: 11n * btc },
      { key: large.key, amount: 11n * btc },
      { key: small.key, amount: btc },
    );
    world.mine(6);
    // The first node alone was shown these blocks.
    await lookWith(new ScriptedChain());
    expect([await world.held(large), await world.held(small)]).toEqual([0n, btc]);
    expect(await world.alerts()).toEqual(['second-node']);
    await lookWith(null);
    expect([await world.held(large), await world.alerts()]).toEqual([0n, ['second-node']]);
    await lookWith(world.chain);
    expect([await world.held(large), await world.alerts()]).toEqual([22n * btc, []]);
    await world.assertBooks();
  });

  it('must have it with the same amount, in the same block', async () => {
    const customer = await world.addCustomer();
    const tx = world.pay({ key: customer.key, amount: 25n * btc });
    world.mine(6);
    const liar = Object.create(world.chain) as ScriptedChain;
    liar.scan = async (height, watched) => {
      const found = await world.chain.scan(height, watched);
      return found && { ...found, payments: found.payments.map((one) => ({ ...one, amount: one.amount / 1000n })) };
    };
    await lookWith(liar);
    expect(await world.held(customer)).toBe(0n);
    liar.scan = async (height, watched) => {
      const found = await world.chain.scan(height, watched);
      return found && { ...found, block: { ...found.block, hash: 'f'.repeat(64) } };
    };
    await lookWith(liar);
    expect([await world.held(customer), (await world.deposits(customer))[0]?.txid]).toEqual([0n, tx.txid]);
    await lookWith(world.chain);
    expect(await world.held(customer)).toBe(25n * btc);
  });

  it('is not asked for in a demo that has no other node', async () => {
    const customer = await world.addCustomer();
    world.pay({ key: customer.key, amount: 25n * btc });
    world.mine(6);
    await world.look();
    expect(await world.held(customer)).toBe(25n * btc);
  });
});
