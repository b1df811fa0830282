/**
 * R6: blocks are taken back, at random on the scripted chain and on a real bitcoind. What is orphaned is taken back once and
 * credited once more when it is mined again; deeper than what is followed the watcher stops, changes nothing and alarms.
 */
import { BitcoinChain } from '@lode/chain-bitcoin';
import { signingAccount } from '@lode/chain-bitcoin/keys';
import { TestBitcoind } from '@lode/chain-bitcoin/testing';
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startDepositWorld } from '../../apps/server/src/features/deposits/testing/deposit-world.ts';
import {
  compareWithChain,
  type DepositWorld,
  live,
} from '../../apps/server/src/features/deposits/testing/random-life.ts';
import { startTestApp, type TestApp } from '../../apps/server/src/testing/app.ts';
import { seed, sizes } from './sizes.ts';

describe('on the scripted chain', () => {
  let world: DepositWorld;
  afterEach(() => world.app.stop());

  it(`R6: ${sizes.forks} random forks, watchers that die anywhere: the books are what the chain says`, async () => {
    for (let life = 0, forks = 0; forks < sizes.forks; life++) {
      if (life > 0) await world.app.stop();
      world = await startDepositWorld();
      const lived = await live(world, seed + life, Math.min(300, 6 * (sizes.forks - forks) + 6));
      await compareWithChain(world, lived.customers);
      forks += lived.forks;
    }
  });

  it('R6, control: a watcher that takes nothing back is noticed', async () => {
    world = await startDepositWorld();
    await world.app.without('deposits.orphan', async () => {
      const { customers } = await live(world, 5, 60);
      await expect(compareWithChain(world, customers)).rejects.toThrow();
    });
  });
});

describe('on a real bitcoind', () => {
  const confirmations = 3;
  const followed = 20;
  let app: TestApp;
  let bitcoind: TestBitcoind;

  beforeAll(async () => {
    bitcoind = await TestBitcoind.start();
    await bitcoind.fundPayer();
    const accountKey = signingAccount(new Uint8Array(64).fill(9), 'regtest').extendedPublicKey;
    const chain = new BitcoinChain({ url: bitcoind.url, chain: 'regtest', accountKey });
    app = await startTestApp({
      nodes: {
        open: async (network) => (network === 'BITCOIN' ? chain : { closed: 'not in this run' }),
        confirmations: () => confirmations,
        depth: () => followed,
        demoNode: async () => null,
      },
    });
    await look();
  });
  afterAll(async () => {
    await app?.stop();
    await bitcoind?.stop();
  });

  async function look(): Promise<void> {
    for (const watcher of app.watchers) await watcher(app.clock.now());
  }

  async function custody() {
    const { deposits } = app.slices;
    await assertBooksBalance(app.database, deposits.bookChecks);
    const sums = (await Promise.all(deposits.custodyChecks.map((check) => check()))).flat();
    return sums.find(({ coin }) => coin === 'BTC');
  }

  async function assertCustody(): Promise<void> {
    const sides = await custody();
    if (!sides || !('ledger' in sides)) throw new Error('the node could not be asked');
    expect(sides.ledger).toBe(sides.chain);
  }

  async function alarms(): Promise<string[]> {
    const { rows } = await app.database.query<{ kind: string }>({
      text: 'select kind from alarm where settled_at is null',
    });
    return rows.map(({ kind }) => kind);
  }

  it.each(sizes.depths)('R6: %i blocks', async (depth) => {
    const customer = await app.createCustomer();
    const statusOf = async () =>
      (await app.data('depositPage', {}, customer.caller)).records.map(({ status }) => status);
    const { address } = await app.data('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, customer.caller);
    await bitcoind.pay(address, '0.5');
    for (let block = 0; block < depth; block++) {
      await bitcoind.mine(1);
      if (block < confirmations) await look();
    }
    await look();
    const wasCredited = depth >= confirmations;
    expect(await statusOf()).toEqual([wasCredited ? 'CREDITED' : 'CONFIRMING']);
    await assertCustody();

    await bitcoind.reorganise(depth, depth + 1);
    await look();
    if (depth > followed) {
      // Nobody takes back that much by itself: everything stays, and somebody is called.
      expect(await statusOf()).toEqual(['CREDITED']);
      expect(await alarms()).toContain('watcher-stopped');
      await assertBooksBalance(app.database, app.slices.deposits.bookChecks);
      return;
    }
    expect(await statusOf()).toEqual([wasCredited ? 'ORPHANED' : 'SEEN']);
    await assertCustody();
    await bitcoind.mine(confirmations);
    await look();
    await look();
    expect(await statusOf()).toEqual(['CREDITED']);
    await assertCustody();
    const { accounts } = await app.data('wallet', {}, customer.caller);
    expect(accounts.find(({ coin }) => coin === 'BTC')?.total).toBe('0.50000000');
  });
});
