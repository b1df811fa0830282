/**
 * S9: a watcher with 100,000 watched addresses catches up, beside fetching the same blocks from the same node and dropping them.
 * Needs a bitcoind: `BITCOIND`, or `node scripts/lib/bitcoind.mjs`.
 */
import { randomBytes } from 'node:crypto';
import { advance, nextStep, type WatcherState, WatchSet } from '@lode/chain';
import { BitcoinChain } from '@lode/chain-bitcoin';
import { signingAccount } from '@lode/chain-bitcoin/keys';
import { TestBitcoind } from '@lode/chain-bitcoin/testing';
import { mineBusyBlocks } from './chain-catch-up/busy-blocks.ts';
import { report } from './lib/figure.ts';
import { describeMachine } from './lib/machine.ts';
import { takeTurns } from './lib/rounds.ts';

const blocks = 20;
const watchedAddresses = 100_000;
const limits = { maxDepth: 12, maxBlocks: 50 };

const scripts = Array.from({ length: watchedAddresses }, () => Buffer.concat([Buffer.from([0, 20]), randomBytes(20)]));
const watched = new WatchSet(
  scripts.map((script) => script.toString('hex')),
  scripts.map(() => `${randomBytes(32).toString('hex')}:0`),
);

const node = await TestBitcoind.start();
const { extendedPublicKey: accountKey } = signingAccount(randomBytes(64), 'regtest');
const chain = new BitcoinChain({ url: node.url, chain: 'regtest', accountKey });
let made = 0;
await mineBusyBlocks(node, blocks, () => {
  made += 1;
  // One output in a hundred is ours.
  return made % 100 === 0
    ? (scripts[made % watchedAddresses] as Buffer)
    : Buffer.concat([Buffer.from([0, 20]), randomBytes(20)]);
});
const top = Number(await node.call('getblockcount'));
const bottom = top - blocks;
console.log(
  `${describeMachine()}, ${blocks} blocks of 3,000 transactions, ${watchedAddresses.toLocaleString('en-US')} addresses`,
);

const start = { height: bottom, hash: await node.text('getblockhash', [bottom]) };
const identity = await chain.identify();

async function watch(): Promise<void> {
  let state: WatcherState = { chain: identity, start, recent: [] };
  let found = 0;
  for (;;) {
    const step = await nextStep(state, chain, watched, limits);
    if (step.kind !== 'BLOCKS') break;
    found += step.added.reduce((sum, { payments }) => sum + payments.length, 0);
    state = advance(state, step, limits.maxDepth);
  }
  if (found !== Math.floor(made / 100)) throw new Error(`found ${found} payments`);
}

async function fetchOnly(): Promise<void> {
  for (let height = bottom + 1; height <= top; height += 1) {
    await node.call('getblock', [await node.text('getblockhash', [height]), 0]);
  }
}

const perSecond = (work: () => Promise<void>) => async (): Promise<number> => {
  const started = performance.now();
  await work();
  return (blocks * 1_000) / (performance.now() - started);
};

const [ours, yardstick] = ['watching', 'fetching'];
const results = await takeTurns([
  { name: ours, run: perSecond(watch) },
  { name: yardstick, run: perSecond(fetchOnly) },
]);
report([
  {
    title: 'catching up',
    unit: 'blocks/s',
    ours: results.get(ours) ?? [],
    yardstick: { name: 'fetching and dropping', values: results.get(yardstick) ?? [] },
    atLeast: 0.7,
  },
]);
chain.close();
await node.stop();
