/**
 * S9 on the EVM: a watcher with 100,000 watched addresses catches up on blocks that are as full as the main net's, beside fetching
 * the same blocks from the same node, with their transactions and the token's logs, and dropping them.
 */
import { randomBytes } from 'node:crypto';
import { advance, nextStep, type WatcherState, WatchSet } from '@lode/chain';
import { evmAdapter } from '@lode/chain-evm';
import { evmKeys } from '@lode/chain-evm/keys';
import { startAnvil } from '@lode/chain-evm/testing';
import { report } from './lib/figure.ts';
import { describeMachine } from './lib/machine.ts';
import { takeTurns } from './lib/rounds.ts';

const blocks = 20;
/** A block of the main net: some 200 transactions, a third of them USDT. */
const [plain, transfers] = [140, 60];
const watchedAddresses = 100_000;
const limits = { maxDepth: 12, maxBlocks: 50 };

const keys = Array.from({ length: watchedAddresses }, () => randomBytes(20).toString('hex'));
const watched = new WatchSet(keys, []);
const anvil = await startAnvil();
const { extendedPublicKey } = evmKeys(randomBytes(64));
const chain = evmAdapter({ rpcUrl: anvil.url, chainId: anvil.chainId, usdtContract: anvil.usdt, extendedPublicKey });
await anvil.ask('evm_setBlockGasLimit', '0x5f5e100');
await anvil.mine();
const bottom = await chain.tip();

let expected = 0;
let made = 0;
const nextReceiver = (): string => {
  made += 1;
  // One transfer in twenty is ours.
  if (made % 20 !== 0) return `0x${randomBytes(20).toString('hex')}`;
  expected += 1;
  return `0x${keys[made % watchedAddresses]}`;
};
for (let block = 0; block < blocks; block += 1) {
  await Promise.all([
    ...Array.from({ length: transfers }, () => anvil.issue(nextReceiver(), 1_000_000n)),
    ...Array.from({ length: plain }, () => anvil.ether(`0x${randomBytes(20).toString('hex')}`, 1n)),
  ]);
  await anvil.mine();
}
const top = (await chain.tip()).height;
console.log(
  `${describeMachine()}, ${blocks} blocks of ${plain + transfers} transactions, ${watchedAddresses.toLocaleString('en-US')} addresses`,
);

const identity = await chain.identify();

async function watch(): Promise<void> {
  let state: WatcherState = { chain: identity, start: bottom, recent: [] };
  let found = 0;
  for (;;) {
    const step = await nextStep(state, chain, watched, limits);
    if (step.kind !== 'BLOCKS') break;
    found += step.added.reduce((sum, { payments }) => sum + payments.length, 0);
    state = advance(state, step, limits.maxDepth);
  }
  if (found !== expected) throw new Error(`found ${found} payments of ${expected}`);
}

async function fetchOnly(): Promise<void> {
  for (let height = bottom.height + 1; height <= top; height += 1) {
    const number = `0x${height.toString(16)}`;
    await drop('eth_getBlockByNumber', [number, true]);
    await drop('eth_getLogs', [{ fromBlock: number, toBlock: number, address: anvil.usdt }]);
  }
}

async function drop(method: string, params: unknown[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(anvil.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await answer.arrayBuffer();
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
    title: 'catching up on the EVM',
    unit: 'blocks/s',
    ours: results.get(ours) ?? [],
    yardstick: { name: 'fetching and dropping', values: results.get(yardstick) ?? [] },
    atLeast: 0.7,
  },
]);
await anvil.stop();
