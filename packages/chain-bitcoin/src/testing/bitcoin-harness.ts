import type { OwnAddress, OwnOutput, Watched } from '@lode/chain';
import type { ChainHarness } from '@lode/chain/conformance';
import { formatAmount } from '@lode/money';
import { BitcoinChain } from '../bitcoin-chain.ts';
import { type SigningAccount, signingAccount, signPsbt } from '../keys.ts';
import { TestBitcoind } from './bitcoind.ts';
import { brokenNode } from './broken-node.ts';

export const testSeed = new Uint8Array(64).fill(7);

export interface BitcoinHarness extends ChainHarness {
  chain: BitcoinChain;
  node: TestBitcoind;
  signing: SigningAccount;
  /** Our outputs in the newest block. */
  outputsIn(owners: readonly OwnAddress[]): Promise<OwnOutput[]>;
}

/** A regtest node, an adapter on it, and a signer with the keys. */
export async function startBitcoinHarness(): Promise<BitcoinHarness> {
  const node = await TestBitcoind.start();
  await node.fundPayer();
  const signing = signingAccount(testSeed, 'regtest');
  const { extendedPublicKey: accountKey, fingerprint } = signing;
  const options = { chain: 'regtest', accountKey, masterFingerprint: fingerprint } as const;
  const chain = new BitcoinChain({ ...options, url: node.url });
  const closers: (() => Promise<void>)[] = [];
  let used = 0;

  const outputsIn = async (owners: readonly OwnAddress[]): Promise<OwnOutput[]> => {
    const watched: Watched = { hasKey: (key) => owners.some((owner) => owner.key === key), hasOutput: () => false };
    const { height } = await chain.tip();
    const { payments } = (await chain.scan(height, watched)) ?? { payments: [] };
    return payments.flatMap(({ txid, index, amount, key }) => {
      const owner = owners.find((candidate) => candidate.key === key);
      return owner ? [{ txid, index, amount, owner }] : [];
    });
  };

  return {
    chain,
    node,
    signing,
    outputsIn,
    coin: 'BTC',
    amount: 1_500_000n,
    mine: (blocks) => node.mine(blocks),
    pay: (to, amount) => node.pay(chain.addressOf(to), formatAmount(amount, 'BTC')),
    reorganise: (depth, length) => node.reorganise(depth, length),
    async fundedSource(amount) {
      used += 1;
      const [owner, change] = [chain.ownAddress('house', 1_000 + used), chain.ownAddress('house', 2_000 + used)];
      await node.pay(owner.address, formatAmount(amount * 2n, 'BTC'));
      await node.mine(1);
      return { source: { kind: 'OUTPUTS', outputs: await outputsIn([owner]), change }, owners: [owner, change] };
    },
    sign: async ({ payload }) => signPsbt(payload, signing),
    higher: (rate) => (rate.unit === 'SAT_PER_KVB' ? { ...rate, rate: rate.rate * 3n } : rate),
    tooHigh: () => ({ unit: 'SAT_PER_KVB', rate: 200_001n }),
    async broken(reason) {
      const { url, close } = await brokenNode(reason);
      const broken = new BitcoinChain({ ...options, url, timeoutMs: 300, patientMs: 300 });
      closers.push(async () => {
        broken.close();
        await close();
      });
      return broken;
    },
    ofOtherChain: () =>
      new BitcoinChain({
        url: node.url,
        chain: 'main',
        accountKey: signingAccount(testSeed, 'main').extendedPublicKey,
      }),
    goodAddresses: [
      {
        text: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
        address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
        key: '0014751e76e8199196d454941c45d1b3a323f1433bd6',
      },
      {
        text: 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
        address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
        key: '0014751e76e8199196d454941c45d1b3a323f1433bd6',
      },
      {
        text: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
        address: 'mrS8eVKXguwufwvsVe9GtgGb7fif9UQeAu',
        key: '76a91477bff20c60e522dfaa3350c39b030a5d004e839a88ac',
      },
    ],
    badAddresses: [
      { text: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt081', reason: 'CHECKSUM' },
      { text: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kYGT080', reason: 'FORMAT' },
      { text: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', reason: 'NETWORK' },
      { text: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', reason: 'CHECKSUM' },
      { text: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e', reason: 'FORMAT' },
    ],
    async close() {
      chain.close();
      for (const close of closers) await close();
      await node.stop();
    },
  };
}
