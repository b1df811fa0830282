import type { CustomerRange } from '../close-kind.ts';

/** What is digested: a batch of a day, and the transfers that it posted. */
export interface DigestScope {
  date: string;
  range: CustomerRange;
  transferIds: string[];
}

export interface Digest {
  digest: Buffer;
  changed: string | null;
}
