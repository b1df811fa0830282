/**
 * R6: blocks are taken back, at random on the scripted chains and on a real bitcoind and anvil. What is orphaned is taken back once and
 * credited once more when it is mined again; deeper than what is followed the watcher stops, changes nothing and raises an alert.
 */

import assert from 'node:assert/strict';
import type { ChainAdapter } from '@lode/chain';
import { BitcoinChain } from '@lode/chain-bitcoin';
import { signingAccount } from '@lode/chain-bitcoin/keys';
import { TestBitcoind } from '@lode/chain-bitcoin/testing';
import { evmAdapter } from '@lode/chain-evm';
import { evmKeys } from '@lode/chain-evm/keys';
import { startAnvil, startScriptedEvm } from '@lode/chain-evm/testing';
import { assertBooksBalance } from '@lode/ledger';
import { startDepositFixture } from '../../apps/server/src/features/deposits/testing/deposit-fixture.ts';
import { compareWithChain, live } from '../../apps/server/src/features/deposits/testing/random-life.ts';
import { startTestApp } from '../../apps/server/src/testing/app.ts';
import { testAddressOf } from '../../apps/server/src/testing/test-nodes.ts';
import { ensureBitcoind } from '../../scripts/lib/bitcoind.mjs';
import type { Context, Options, Simulation } from './proofs.ts';

export const simulateReorganisations: Simulation = async (options, context) => {
  for (const network of ['BITCOIN', 'ERC20'] as const) await forkScriptedChain(network, options, context);
  await ensureBitcoind();
  for (const node of real) await reorganiseRealNode(node, options, context);
};

async function startWorld(network: 'BITCOIN' | 'ERC20') {
  const evm = network === 'ERC20' ? await startScriptedEvm() : null;
  const world = await startDepositFixture({ evm });
  const stop = async () => {
    await world.app.stop();
    evm?.close();
  };
  return { world, stop };
}

async function forkScriptedChain(
  network: 'BITCOIN' | 'ERC20',
  { seed, sizes }: Options,
  { prove }: Context,
): Promise<void> {
  // Half of them on each.
  const wanted = Math.ceil(sizes.forks / 2);
  const lives = `${network}: ${wanted} random forks, watchers that die anywhere: the books are what the chain says`;
  await prove(`R6, ${lives}`, async () => {
    for (let life = 0, forks = 0; forks < wanted; life++) {
      const { world, stop } = await startWorld(network);
      try {
        const lived = await live(world, seed + life, Math.min(300, 6 * (wanted - forks) + 6));
        await compareWithChain(world, lived.customers);
        forks += lived.forks;
      } finally {
        await stop();
      }
    }
  });

  await prove(`R6, ${network}, control: a watcher that takes nothing back is noticed`, async (onEnd) => {
    const { world, stop } = await startWorld(network);
    onEnd(stop);
    await world.app.without('deposits.orphan', async () => {
      const { customers } = await live(world, 5, 60);
      await assert.rejects(compareWithChain(world, customers));
    });
  });
}

/** A node of its own that a test may turn round. */
interface RealNode {
  chain: ChainAdapter;
  /** Answers how its sender sends the same once more, where a node forgets it with its block. */
  pay(address: string): Promise<() => Promise<unknown>>;
  mine(blocks: number): Promise<void>;
  reorganise(depth: number, length: number): Promise<void>;
  stop(): Promise<void>;
}

async function bitcoin(): Promise<RealNode> {
  const bitcoind = await TestBitcoind.start();
  await bitcoind.fundPayer();
  const accountKey = signingAccount(new Uint8Array(64).fill(9), 'regtest').extendedPublicKey;
  return {
    chain: new BitcoinChain({ url: bitcoind.url, chain: 'regtest', accountKey }),
    async pay(address) {
      const { txid } = await bitcoind.pay(address, '0.5');
      const { hex } = (await bitcoind.call('gettransaction', [txid])) as { hex: string };
      // From more than ten blocks that it takes back the node puts nothing into its mempool again.
      return () => bitcoind.call('sendrawtransaction', [hex]);
    },
    mine: (blocks) => bitcoind.mine(blocks),
    reorganise: (depth, length) => bitcoind.reorganise(depth, length),
    stop: () => bitcoind.stop(),
  };
}

async function ethereum(): Promise<RealNode> {
  const anvil = await startAnvil();
  const { extendedPublicKey } = evmKeys(new Uint8Array(64).fill(9));
  const { url: rpcUrl, chainId, usdt: usdtContract } = anvil;
  return {
    chain: evmAdapter({ rpcUrl, chainId, usdtContract, extendedPublicKey }),
    async pay(address) {
      const raw = await anvil.ask('eth_getRawTransactionByHash', await anvil.issue(address, 500_000_000n));
      return () => anvil.ask('eth_sendRawTransaction', raw);
    },
    mine: (blocks) => anvil.mine(blocks),
    reorganise: (depth, length) => anvil.reorganise(depth, length),
    stop: () => anvil.stop(),
  };
}

const real = [
  // A payment that lost its block waits in Bitcoin's mempool, where the watcher sees it; of a token there is nothing to see.
  { network: 'BITCOIN', coin: 'BTC', start: bitcoin, paid: '0.50000000', unmined: 'SEEN' },
  { network: 'ERC20', coin: 'USDT', start: ethereum, paid: '500.000000', unmined: 'ORPHANED' },
] as const;

async function reorganiseRealNode(
  { network, coin, start, paid, unmined }: (typeof real)[number],
  { sizes }: Options,
  { prove, onEnd }: Context,
): Promise<void> {
  const confirmations = 3;
  const followed = 20;
  const node = await start();
  onEnd(() => node.stop());
  const app = await startTestApp({
    nodes: {
      open: async (name) => (name === network ? node.chain : { closed: 'not in this run' }),
      addressOf: testAddressOf,
      confirmations: () => confirmations,
      depth: () => followed,
      demoNode: async () => null,
    },
  });
  onEnd(() => app.stop());
  await look();

  async function look(): Promise<void> {
    for (const watcher of app.watchers) await watcher(app.clock.now());
  }

  async function assertCustody(): Promise<void> {
    const { deposits } = app.slices;
    await assertBooksBalance(app.database, deposits.bookChecks);
    const sums = (await Promise.all(deposits.custodyChecks.map((check) => check()))).flat();
    const sides = sums.find((one) => one.coin === coin);
    if (!sides || !('ledger' in sides)) throw new Error('the node could not be asked');
    assert.equal(sides.ledger, sides.chain);
  }

  async function alertKinds(): Promise<string[]> {
    const { rows } = await app.database.query<{ kind: string }>({
      text: 'select kind from alert where resolved_at is null',
    });
    return rows.map(({ kind }) => kind);
  }

  async function reorganise(depth: number): Promise<void> {
    const customer = await app.createCustomer();
    const statusOf = async () =>
      (await app.data('depositPage', {}, customer.caller)).records.map(({ status }) => status);
    const { address } = await app.data('depositAddress', { coin, network }, customer.caller);
    const payAgain = await node.pay(address);
    for (let block = 0; block < Math.min(depth, confirmations); block++) {
      await node.mine(1);
      await look();
    }
    if (depth > confirmations) await node.mine(depth - confirmations);
    // As many blocks as a watcher reads in a step, and more.
    for (let time = 0; time < 3; time++) await look();
    const wasCredited = depth >= confirmations;
    assert.deepEqual(await statusOf(), [wasCredited ? 'CREDITED' : 'CONFIRMING']);
    await assertCustody();

    await node.reorganise(depth, depth + 1);
    await look();
    if (depth > followed) {
      // Too deep to reverse automatically: everything stays, and an alert is raised.
      assert.deepEqual(await statusOf(), ['CREDITED']);
      assert.ok((await alertKinds()).includes('watcher-stopped'), 'no alert');
      await assertBooksBalance(app.database, app.slices.deposits.bookChecks);
      return;
    }
    assert.deepEqual(await statusOf(), [wasCredited ? 'ORPHANED' : unmined]);
    await assertCustody();
    await payAgain();
    await node.mine(confirmations);
    await look();
    await look();
    assert.deepEqual(await statusOf(), ['CREDITED']);
    await assertCustody();
    const { accounts } = await app.data('wallet', {}, customer.caller);
    assert.equal(accounts.filter((one) => one.coin === coin && one.total === paid).length, 1);
  }

  for (const depth of sizes.depths) {
    await prove(`R6: ${depth} blocks of a real node are taken back, ${network}`, () => reorganise(depth));
  }
}
