// Proves that blocks are read by their bytes: the first block of the public chain, and that no bytes do anything but fail cleanly.
import { WatchSet } from '@lode/chain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBlock, decodeTransaction, MalformedBlock, readHeader, scanBlock } from './raw-block.ts';

const genesis = Buffer.from(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
  'hex',
);
const genesisHash = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
const coinbase = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
const script =
  '4104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac';

describe('the first block', () => {
  it('has its header', () => {
    expect(readHeader(genesis, genesisHash)).toEqual({
      hash: genesisHash,
      parentHash: '0'.repeat(64),
      time: Date.parse('2009-01-03T18:15:05Z') / 1_000,
    });
  });

  it('has its one payment, which cannot be spent for 100 blocks', () => {
    expect(decodeBlock(genesis)).toMatchObject([{ txid: coinbase, outputs: [{ amount: 5_000_000_000n, script }] }]);
    const { payments, spentOutputs } = scanBlock(genesis, 0, new WatchSet([script]));
    expect(payments).toEqual([
      { txid: coinbase, index: 0, key: script, coin: 'BTC', amount: 5_000_000_000n, maturesAt: 100 },
    ]);
    expect(spentOutputs).toEqual([]);
  });

  it('is no other block', () => {
    const changed = Buffer.from(genesis);
    changed[70] = 0;
    expect(() => readHeader(changed, genesisHash)).toThrow(MalformedBlock);
  });
});

it('bytes that are cut off, changed or random are refused as malformed, or read, and never anything else', () => {
  const bytes = fc.oneof(
    fc.integer({ min: 0, max: genesis.length - 1 }).map((length) => genesis.subarray(0, length)),
    fc.tuple(fc.nat(genesis.length - 1), fc.nat(255)).map(([at, value]) => {
      const changed = Buffer.from(genesis);
      changed[at] = value;
      return changed;
    }),
    fc.uint8Array({ maxLength: 300 }).map((tail) => Buffer.concat([genesis.subarray(0, 80), tail])),
  );
  const onlyMalformed = (read: () => unknown): void => {
    try {
      read();
    } catch (error) {
      expect(error).toBeInstanceOf(MalformedBlock);
    }
  };
  fc.assert(
    fc.property(bytes, (found) => {
      onlyMalformed(() => scanBlock(found, 1, new WatchSet([script])));
      onlyMalformed(() => decodeTransaction(found));
    }),
    { numRuns: 5_000 },
  );
  for (let length = 0; length < genesis.length; length += 1) {
    expect(() => scanBlock(genesis.subarray(0, length), 0, new WatchSet())).toThrow(MalformedBlock);
  }
});
