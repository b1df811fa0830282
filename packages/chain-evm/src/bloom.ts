import { type Hex, hexToBytes, keccak256 } from 'viem';

/**
 * Whether a block can hold a log with this address or topic, by the bloom filter in its header (yellow paper, 4.3.1). It has
 * false positives and no false negatives.
 */
export function mayHold(logsBloom: Hex, item: Hex): boolean {
  const bloom = hexToBytes(logsBloom);
  // Without a bloom filter every item is possible.
  if (bloom.length !== 256) return true;
  const digest = hexToBytes(keccak256(item));
  return [0, 2, 4].every((at) => {
    const bit = (((digest[at] ?? 0) << 8) | (digest[at + 1] ?? 0)) & 2047;
    return ((bloom[255 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0;
  });
}
