// Random lives of a chain, with a watcher that dies at random places and beside a second one: the same books at the end as the
// chain itself says. Its control remembers nothing of what it has credited.
import { type ScriptedEvm, startScriptedEvm } from '@lode/chain-evm/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startDepositFixture } from './testing/deposit-fixture.ts';
import { compareWithChain, type DepositFixture, live } from './testing/random-life.ts';

let world: DepositFixture;
afterEach(() => world.app.stop());

it.each([1, 2, 3])(
  'life %i: two watchers that die anywhere credit what the chain says, once',
  { timeout: 120_000 },
  async (seed) => {
    world = await startDepositFixture();
    const { customers, places } = await live(world, seed, 150);
    await compareWithChain(world, customers);
    expect([...places].sort()).toEqual(
      expect.arrayContaining([
        'credit:before-commit',
        'credit:committed',
        'block-update:before-commit',
        'block-update:committed',
        'block-update:mined',
      ]),
    );
  },
);

it('is caught when a credit is not marked (control)', { timeout: 120_000 }, async () => {
  world = await startDepositFixture();
  // The database would refuse the credit: what is tried here is the check.
  await world.app.owner.query({ text: 'alter table ledger.credit_to_record disable trigger credit_is_recorded' });
  await world.app.without('deposits.credited', async () => {
    const { customers } = await live(world, 4, 40);
    await expect(compareWithChain(world, customers)).rejects.toThrow();
  });
});

it('is caught when a block update takes nothing back (control)', { timeout: 120_000 }, async () => {
  world = await startDepositFixture();
  await world.app.without('deposits.orphan', async () => {
    const { customers } = await live(world, 5, 60);
    await expect(compareWithChain(world, customers)).rejects.toThrow();
  });
});

describe('on Ethereum, as the token tells', () => {
  let evm: ScriptedEvm;
  beforeAll(async () => {
    evm = await startScriptedEvm();
  });
  afterAll(() => evm.close());

  it('two watchers that die anywhere credit what the logs say, once', { timeout: 120_000 }, async () => {
    world = await startDepositFixture({ evm });
    const { customers, forks } = await live(world, 1, 100);
    await compareWithChain(world, customers);
    expect(forks).toBeGreaterThan(5);
  });

  it('is caught when a block update takes nothing back (control)', { timeout: 120_000 }, async () => {
    world = await startDepositFixture({ evm: await startScriptedEvm('another') });
    await world.app.without('deposits.orphan', async () => {
      const { customers } = await live(world, 5, 60);
      await expect(compareWithChain(world, customers)).rejects.toThrow();
    });
  });
});
