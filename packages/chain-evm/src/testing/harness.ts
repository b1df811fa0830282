import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChainHarness } from '@lode/chain/conformance';
import { type EvmOptions, evmAdapter } from '../evm-adapter.ts';
import { evmKeys } from '../keys.ts';
import { startAnvil, type TestAnvil, textOf } from './anvil.ts';

/** Of `test test … junk`, the phrase that every development node knows; anvil's own accounts use another branch of it. */
export const testSeed = Buffer.from(
  '9dfc3c64c2f8bede1533b6a79f8570e5943e0b8fd1cf77107adf7b72cef42185d564a3aee24cab43f80e3c4538087d70fc824eabbad596a23c97b6ee8322ccc0',
  'hex',
);

export interface EvmHarness extends ChainHarness {
  anvil: TestAnvil;
  options: EvmOptions;
}

const ether = 10n ** 18n;

/** What the suite of every chain needs, on an anvil of its own. */
export async function startEvmHarness(): Promise<EvmHarness> {
  const anvil = await startAnvil();
  const keys = evmKeys(testSeed);
  const options: EvmOptions = {
    rpcUrl: anvil.url,
    chainId: anvil.chainId,
    usdtContract: anvil.usdt,
    extendedPublicKey: keys.extendedPublicKey,
    timeoutMs: 20_000,
  };
  const chain = evmAdapter(options);
  const servers: Server[] = [];
  let nextSource = 0;

  return {
    anvil,
    options,
    chain,
    coin: 'USDT',
    amount: 250_000_000n,
    mine: (blocks) => anvil.mine(blocks),
    pay: async (to, amount) => ({ txid: await anvil.issue(textOf(to), amount) }),
    reorganise: (depth, length) => anvil.reorganise(depth, length),
    async fundedSource(amount) {
      const from = chain.ownAddress('house', 1000 + nextSource++);
      await anvil.issue(from.address, amount);
      await anvil.ether(from.address, ether);
      await anvil.mine();
      return { source: { kind: 'ACCOUNT', from, nonce: 0 }, owners: [from] };
    },
    sign(unsigned) {
      const from = unsigned.outpoints[0]?.slice(2, 42);
      const index = Array.from({ length: nextSource }, (_, i) => 1000 + i).find(
        (i) => chain.ownAddress('house', i).key === from,
      );
      if (index === undefined) throw new Error('not an account of this harness');
      return keys.sign('house', index, unsigned.payload);
    },
    higher(rate) {
      if (rate.unit !== 'WEI_PER_GAS') throw new Error('not a rate of this chain');
      return { ...rate, maxFee: rate.maxFee * 2n, maxPriorityFee: rate.maxPriorityFee * 2n };
    },
    tooHigh: () => ({ unit: 'WEI_PER_GAS', maxFee: 301n * 10n ** 9n, maxPriorityFee: 1n }),
    async broken(reason) {
      const server = brokenNode(reason);
      servers.push(server);
      const port = await listen(server);
      if (reason === 'down') server.close();
      return evmAdapter({ ...options, rpcUrl: `http://127.0.0.1:${port}`, timeoutMs: 300 });
    },
    ofOtherChain: () => evmAdapter({ ...options, chainId: 1 }),
    goodAddresses: [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '0xde709f2102306220921060314715629080e2fb77',
    ].flatMap((address) => writtenInAllWays(address)),
    badAddresses: [
      { text: '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed', reason: 'CHECKSUM' },
      { text: 'fb6916095ca1df60bB79Ce92cE3Ea74c37c5d359', reason: 'CHECKSUM' },
      { text: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', reason: 'FORMAT' },
      { text: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd', reason: 'FORMAT' },
      { text: ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', reason: 'FORMAT' },
      { text: '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', reason: 'FORMAT' },
      { text: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg', reason: 'FORMAT' },
      { text: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n', reason: 'FORMAT' },
      { text: `0x${'0'.repeat(40)}`, reason: 'FORMAT' },
      { text: anvil.usdt, reason: 'FORMAT' },
      { text: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', reason: 'FORMAT' },
    ],
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
      await anvil.stop();
    },
  };
}

/** With and without `0x`, in small and in capital letters: one key, one canonical text. */
function writtenInAllWays(address: string): { text: string; address: string; key: string }[] {
  const digits = address.slice(2);
  const key = digits.toLowerCase();
  return [digits, key, digits.toUpperCase()].flatMap((text) => [
    { text, address, key },
    { text: `0x${text}`, address, key },
  ]);
}

/** A node that answers nothing in time, or nonsense. */
function brokenNode(reason: 'down' | 'slow' | 'malformed'): Server {
  return createServer((request, response) => {
    request.resume();
    if (reason === 'malformed') response.end('<html>It works!</html>');
  });
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
