import { type Block, type Payment, type SpentOutput, type Watched, WatchSet } from '@lode/chain';
import { sha256 } from '@noble/hashes/sha2.js';

/** The bytes are not a valid block or transaction. */
export class MalformedBlock extends Error {
  override readonly name = 'MalformedBlock';
}

const headerBytes = 80;
/** A coinbase output may be spent by a block this much higher. */
const coinbaseMaturity = 100;

export interface RawTransaction {
  /** Offsets of the transaction in the bytes. */
  from: number;
  to: number;
  inputs: { txid: string; index: number }[];
  outputs: { amount: bigint; script: string }[];
  txid: string;
}

const doubleHash = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));
/** Hashes are displayed in reverse byte order. */
const hashText = (bytes: Uint8Array): string => Buffer.from(bytes.toReversed()).toString('hex');

/** Reads the header, which lacks the height. Throws unless the bytes hash to `hash`. */
export function readHeader(bytes: Buffer, hash: string): Omit<Block, 'height'> {
  if (bytes.length < headerBytes) throw new MalformedBlock('shorter than a header');
  const header = bytes.subarray(0, headerBytes);
  if (hashText(doubleHash(header)) !== hash) throw new MalformedBlock(`these bytes are not the block ${hash}`);
  return { hash, parentHash: hashText(header.subarray(4, 36)), time: header.readUInt32LE(68) };
}

/** Watched payments and spends of a block, in one pass over its bytes. */
export function scanBlock(
  bytes: Buffer,
  height: number,
  watched: Watched,
): { payments: Payment[]; spentOutputs: SpentOutput[] } {
  const payments: Payment[] = [];
  const spentOutputs: SpentOutput[] = [];
  // An output may be spent in the block that made it.
  const here = new WatchSet();

  const isWatchedOutput = (at: number): string | null => {
    // The last four bytes of a hash are the first that are written.
    const word = bytes.readUInt32LE(at + 28);
    const isPassedOver = !here.mayHaveOutput(word) && watched.mayHaveOutput?.(word) === false;
    if (isPassedOver) return null;
    const outpoint = outpointAt(bytes, at);
    return here.hasOutput(outpoint) || watched.hasOutput(outpoint) ? outpoint : null;
  };
  const isWatchedScript = (from: number, to: number): string | null => {
    if (to - from >= 7 && watched.mayHaveKey?.(bytes.readUInt32BE(from + 3)) === false) return null;
    const key = bytes.toString('hex', from, to);
    return watched.hasKey(key) ? key : null;
  };

  readTransactions(bytes, (reader, isCoinbase) => {
    const start = reader.at;
    const tx = new TransactionScan(reader);
    const spent: string[] = [];
    tx.inputs((at) => {
      const outpoint = isCoinbase ? null : isWatchedOutput(at);
      if (outpoint !== null) spent.push(outpoint);
    });
    const found: { index: number; key: string; amount: bigint }[] = [];
    tx.outputs((index, at, scriptStart, scriptEnd) => {
      const key = isWatchedScript(scriptStart, scriptEnd);
      if (key !== null) found.push({ index, key, amount: bytes.readBigUInt64LE(at) });
    });
    tx.finish();
    if (spent.length === 0 && found.length === 0) return;
    const txid = tx.txid(start);
    for (const outpoint of spent) spentOutputs.push({ outpoint, txid });
    for (const { index, key, amount } of found) {
      if (amount === 0n) continue;
      const matures = isCoinbase ? { maturesAt: height + coinbaseMaturity } : {};
      payments.push({ txid, index, key, coin: 'BTC', amount, ...matures });
      here.addOutput(`${txid}:${index}`);
    }
  });
  return { payments, spentOutputs };
}

/** Decodes every transaction of a block. */
export function decodeBlock(bytes: Buffer): RawTransaction[] {
  const all: RawTransaction[] = [];
  readTransactions(bytes, (reader) => all.push(decode(reader)));
  return all;
}

/** One transaction, decoded. */
export function decodeTransaction(bytes: Buffer): RawTransaction {
  const reader = new Reader(bytes, 0);
  const tx = decode(reader);
  if (reader.at !== bytes.length) throw new MalformedBlock('bytes after the transaction');
  return tx;
}

function decode(reader: Reader): RawTransaction {
  const { bytes } = reader;
  const from = reader.at;
  const tx = new TransactionScan(reader);
  const inputs: RawTransaction['inputs'] = [];
  const outputs: RawTransaction['outputs'] = [];
  tx.inputs((at) => inputs.push({ txid: hashText(bytes.subarray(at, at + 32)), index: bytes.readUInt32LE(at + 32) }));
  tx.outputs((_index, at, scriptStart, scriptEnd) =>
    outputs.push({ amount: bytes.readBigUInt64LE(at), script: bytes.toString('hex', scriptStart, scriptEnd) }),
  );
  tx.finish();
  return { from, to: reader.at, inputs, outputs, txid: tx.txid(from) };
}

function outpointAt(bytes: Buffer, at: number): string {
  return `${hashText(bytes.subarray(at, at + 32))}:${bytes.readUInt32LE(at + 32)}`;
}

function readTransactions(bytes: Buffer, read: (reader: Reader, isCoinbase: boolean) => void): void {
  const reader = new Reader(bytes, headerBytes);
  const count = reader.compactSize();
  for (let number = 0; number < count; number += 1) read(reader, number === 0);
  if (reader.at !== bytes.length) throw new MalformedBlock('bytes after the last transaction');
}

/** Walks over one transaction; the parts must be read in their order. */
class TransactionScan {
  private readonly reader: Reader;
  private readonly isSegwit: boolean;
  private readonly body: number;
  private inputCount = 0;
  private bodyEnd = 0;

  constructor(reader: Reader) {
    this.reader = reader;
    reader.skip(4);
    this.isSegwit = reader.bytes[reader.at] === 0 && reader.bytes[reader.at + 1] === 1;
    if (this.isSegwit) reader.skip(2);
    this.body = reader.at;
  }

  inputs(each: (at: number) => void): void {
    this.inputCount = this.reader.compactSize();
    for (let input = 0; input < this.inputCount; input += 1) {
      const at = this.reader.at;
      this.reader.skip(36);
      this.reader.skip(this.reader.compactSize());
      this.reader.skip(4);
      each(at);
    }
  }

  outputs(each: (index: number, at: number, scriptStart: number, scriptEnd: number) => void): void {
    const count = this.reader.compactSize();
    for (let index = 0; index < count; index += 1) {
      const at = this.reader.at;
      this.reader.skip(8);
      const length = this.reader.compactSize();
      const scriptStart = this.reader.at;
      this.reader.skip(length);
      each(index, at, scriptStart, this.reader.at);
    }
    this.bodyEnd = this.reader.at;
  }

  finish(): void {
    for (let input = 0; this.isSegwit && input < this.inputCount; input += 1) {
      const items = this.reader.compactSize();
      for (let item = 0; item < items; item += 1) this.reader.skip(this.reader.compactSize());
    }
    this.reader.skip(4);
  }

  /** A txid does not cover witnesses. */
  txid(from: number): string {
    const { bytes, at } = this.reader;
    const parts = [bytes.subarray(from, from + 4), bytes.subarray(this.body, this.bodyEnd), bytes.subarray(at - 4, at)];
    return hashText(doubleHash(Buffer.concat(parts)));
  }
}

class Reader {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  skip(count: number): void {
    this.at += count;
    if (this.at > this.bytes.length) throw new MalformedBlock('ends in the middle of a transaction');
  }

  compactSize(): number {
    const first = this.number(1);
    if (first < 0xfd) return first;
    if (first === 0xfd) return this.number(2);
    if (first === 0xfe) return this.number(4);
    throw new MalformedBlock('a length of more than 32 bits');
  }

  private number(size: 1 | 2 | 4): number {
    const { at, bytes } = this;
    if (at + size > bytes.length) throw new MalformedBlock('ends in the middle of a number');
    this.at += size;
    if (size === 1) return bytes[at] as number;
    return size === 2 ? bytes.readUInt16LE(at) : bytes.readUInt32LE(at);
  }
}
