/**
 * S9: a watcher with 100,000 watched addresses catches up, beside fetching the same blocks from the same node and dropping them.
 * Needs a bitcoind: `BITCOIND`, or `node scripts/lib/bitcoind.mjs`.
 *
 *     npm run bench -- chain-catch-up [--blocks 20] [--rounds 5]
 */
import { randomBytes } from 'node:crypto';
import { WatchSet } from '@lode/chain';
import { BitcoinChain } from '@lode/chain-bitcoin';
import { signingAccount } from '@lode/chain-bitcoin/keys';
import { TestBitcoind } from '@lode/chain-bitcoin/testing';
import { mineBusyBlocks } from './chain-catch-up/busy-blocks.ts';
import { catchUpSizes, measureCatchUp, watchedAddresses } from './chain-catch-up/catch-up.ts';

const sizes = catchUpSizes();
const scripts = Array.from({ length: watchedAddresses }, () => Buffer.concat([Buffer.from([0, 20]), randomBytes(20)]));
const watched = new WatchSet(
  scripts.map((script) => script.toString('hex')),
  scripts.map(() => `${randomBytes(32).toString('hex')}:0`),
);

const node = await TestBitcoind.start();
try {
  const { extendedPublicKey: accountKey } = signingAccount(randomBytes(64), 'regtest');
  const chain = new BitcoinChain({ url: node.url, chain: 'regtest', accountKey });
  let made = 0;
  await mineBusyBlocks(node, sizes.blocks, () => {
    made += 1;
    // One output in a hundred is ours.
    return made % 100 === 0
      ? (scripts[made % watchedAddresses] as Buffer)
      : Buffer.concat([Buffer.from([0, 20]), randomBytes(20)]);
  });
  const top = Number(await node.call('getblockcount'));
  const bottom = top - sizes.blocks;
  await measureCatchUp({
    ...sizes,
    title: 'catching up',
    blockOf: '3,000 transactions',
    chain,
    start: { height: bottom, hash: await node.text('getblockhash', [bottom]) },
    watched,
    expected: Math.floor(made / 100),
    async fetchOnly() {
      for (let height = bottom + 1; height <= top; height += 1) {
        await node.call('getblock', [await node.text('getblockhash', [height]), 0]);
      }
    },
  });
  chain.close();
} finally {
  await node.stop();
}
