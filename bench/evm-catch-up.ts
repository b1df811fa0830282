/**
 * S9 on the EVM: a watcher with 100,000 watched addresses catches up on blocks that are as full as the main net's, beside fetching
 * the same blocks from the same node, with their transactions and the token's logs, and dropping them.
 *
 *     npm run bench -- evm-catch-up [--blocks 20] [--rounds 5]
 */
import { randomBytes } from 'node:crypto';
import { WatchSet } from '@lode/chain';
import { evmAdapter } from '@lode/chain-evm';
import { evmKeys } from '@lode/chain-evm/keys';
import { startAnvil } from '@lode/chain-evm/testing';
import { catchUpSizes, measureCatchUp, watchedAddresses } from './chain-catch-up/catch-up.ts';

const sizes = catchUpSizes();
/** A block of the main net: some 200 transactions, a third of them USDT. */
const [plain, transfers] = [140, 60];

const keys = Array.from({ length: watchedAddresses }, () => randomBytes(20).toString('hex'));
const anvil = await startAnvil();
try {
  const { extendedPublicKey } = evmKeys(randomBytes(64));
  const chain = evmAdapter({ rpcUrl: anvil.url, chainId: anvil.chainId, usdtContract: anvil.usdt, extendedPublicKey });
  await anvil.ask('evm_setBlockGasLimit', '0x5f5e100');
  await anvil.mine();
  const start = await chain.tip();

  let expected = 0;
  let made = 0;
  const nextReceiver = (): string => {
    made += 1;
    // One transfer in twenty is ours.
    if (made % 20 !== 0) return `0x${randomBytes(20).toString('hex')}`;
    expected += 1;
    return `0x${keys[made % watchedAddresses]}`;
  };
  for (let block = 0; block < sizes.blocks; block += 1) {
    await Promise.all([
      ...Array.from({ length: transfers }, () => anvil.issue(nextReceiver(), 1_000_000n)),
      ...Array.from({ length: plain }, () => anvil.ether(`0x${randomBytes(20).toString('hex')}`, 1n)),
    ]);
    await anvil.mine();
  }
  const top = (await chain.tip()).height;

  const drop = async (method: string, params: unknown[]): Promise<void> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(anvil.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await answer.arrayBuffer();
  };
  await measureCatchUp({
    ...sizes,
    title: 'catching up on the EVM',
    blockOf: `${plain + transfers} transactions`,
    chain,
    start,
    watched: new WatchSet(keys, []),
    expected,
    async fetchOnly() {
      for (let height = start.height + 1; height <= top; height += 1) {
        const number = `0x${height.toString(16)}`;
        await drop('eth_getBlockByNumber', [number, true]);
        await drop('eth_getLogs', [{ fromBlock: number, toBlock: number, address: anvil.usdt }]);
      }
    },
  });
} finally {
  await anvil.stop();
}
