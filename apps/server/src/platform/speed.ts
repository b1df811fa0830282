import { parseDecimal } from '@lode/money';

/** How fast a machine hashes: 504 of MH/s. */
export interface Speed {
  hashrate: string;
  hashrateUnit: string;
}

const zerosOf: Record<string, number> = { '': 0, K: 3, M: 6, G: 9, T: 12, P: 15 };

/** In millionths of a hash a second. */
export function microHashes({ hashrate, hashrateUnit }: Speed): bigint {
  const [, prefix = ''] = /^([KMGTP]?)H/.exec(hashrateUnit) ?? [];
  return parseDecimal(hashrate, 6) * 10n ** BigInt(zerosOf[prefix] ?? 0);
}
