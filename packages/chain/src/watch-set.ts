import type { AddressKey, Watched } from './shapes.ts';

/**
 * Watched keys and outputs, each behind a bitmap over four bytes of every entry: one bit rejects most outputs of a block, also
 * with 100,000 keys.
 *
 *     const watched = new WatchSet(customerKeys, ownOutputs);
 *     watched.addKey(newAddress.key);
 */
export class WatchSet implements Watched {
  private readonly keys = new FilteredSet((key) => Number.parseInt(key.slice(6, 14), 16));
  private readonly outputs = new FilteredSet((name) => Number.parseInt(name.slice(0, 8), 16));

  constructor(keys: Iterable<AddressKey> = [], outputs: Iterable<string> = []) {
    for (const key of keys) this.addKey(key);
    for (const output of outputs) this.addOutput(output);
  }

  addKey(key: AddressKey): void {
    this.keys.add(key);
  }

  /** `txid:index`. */
  addOutput(output: string): void {
    this.outputs.add(output);
  }

  hasKey(key: AddressKey): boolean {
    return this.keys.has(key);
  }

  hasOutput(output: string): boolean {
    return this.outputs.has(output);
  }

  mayHaveKey(word: number): boolean {
    return this.keys.mayHave(word);
  }

  mayHaveOutput(word: number): boolean {
    return this.outputs.mayHave(word);
  }
}

/** Bits per entry: a false-positive rate of about 1 in 64. */
const bitsPerEntry = 64;
const fewestBits = 2 ** 16;
const mostBits = 2 ** 28;

class FilteredSet {
  private readonly entries = new Set<string>();
  private readonly wordOf: (entry: string) => number;
  private bits = new Uint32Array(fewestBits / 32);

  constructor(wordOf: (entry: string) => number) {
    this.wordOf = wordOf;
  }

  add(entry: string): void {
    this.entries.add(entry);
    if (this.entries.size * bitsPerEntry > this.bits.length * 32 && this.bits.length * 32 < mostBits) {
      this.bits = new Uint32Array(this.bits.length * 2);
      for (const known of this.entries) this.mark(this.wordOf(known));
    }
    this.mark(this.wordOf(entry));
  }

  has(entry: string): boolean {
    return this.entries.has(entry);
  }

  mayHave(word: number): boolean {
    return (((this.bits[(word >>> 5) & (this.bits.length - 1)] as number) >>> (word & 31)) & 1) === 1;
  }

  /** A short entry marks bit 0 and is found by its full text. */
  private mark(word: number): void {
    const at = (word >>> 5) & (this.bits.length - 1);
    this.bits[at] = (this.bits[at] as number) | (1 << (word & 31));
  }
}
