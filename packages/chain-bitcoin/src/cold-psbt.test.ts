// What holders and the offline signer hand in is bounded before anything is calculated: a file of thousands of signatures, keys or inputs is
// refused at once.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base64, hex } from '@scure/base';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { expect, it } from 'vitest';
import { parseColdDescriptor } from './cold-descriptor.ts';
import { buildRefill, combineRefill } from './cold-psbt.ts';
import { finishPsbt } from './psbt.ts';
import { descriptorOfOthers, signAsOther } from './testing/cold-holders.ts';

const wallet = parseColdDescriptor(descriptorOfOthers, 'regtest');
const refill = buildRefill({
  to: '0014751e76e8199196d454941c45d1b3a323f1433bd6',
  amount: 60_000_000n,
  outputs: [{ txid: '11'.repeat(32), index: 0, amount: 100_000_000n, owner: wallet.addressAt(3), bytes: null }],
  change: wallet.addressAt(4),
  rate: 5_000n,
});
const payload = refill?.payload ?? '';

const signedBy = (...which: (0 | 1 | 2)[]): string =>
  which.reduce<string>((psbt, holder) => signAsOther(holder, psbt), payload);

/** Pairs as bytes, at the beginning of the first input's map. */
const withPairs = (...pairs: Uint8Array[]): string => withPairsIn(payload, pairs);
function withPairsIn(psbt: string, pairs: readonly Uint8Array[]): string {
  const bytes = base64.decode(psbt);
  const { unsignedTx } = Transaction.fromPSBT(bytes, { version: 2, allowUnknownOutputs: true });
  // The global map holds the unsigned transaction alone and ends with a zero.
  const end = hex.encode(bytes).indexOf(hex.encode(unsignedTx)) / 2 + unsignedTx.length + 1;
  return base64.encode(Buffer.concat([bytes.subarray(0, end), ...pairs, bytes.subarray(end)]));
}
const lengthOf = (count: number): Buffer => {
  const bytes = Buffer.alloc(5, 0xfe);
  bytes.writeUInt32LE(count, 1);
  return count < 0xfd ? Buffer.of(count) : count < 0x1_0000 ? Buffer.of(0xfd, count & 0xff, count >> 8) : bytes;
};
const pair = (type: number, key: Uint8Array, value: Uint8Array): Uint8Array =>
  Buffer.concat([lengthOf(1 + key.length), Buffer.of(type), key, lengthOf(value.length), value]);
const witnessOf = (items: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat([lengthOf(items.length), ...items.flatMap((item) => [lengthOf(item.length), item])]);

const count = 10_000;
const signature = Buffer.concat([
  secp256k1.sign(new Uint8Array(32).fill(7), new Uint8Array(32).fill(8), { format: 'der' }),
  Buffer.of(1),
]);
let point = secp256k1.Point.BASE;
const strangers = Array.from({ length: count }, () => {
  point = point.add(secp256k1.Point.BASE);
  return point.toBytes();
});

/** Also the yardstick: two signatures of one input take some milliseconds. */
const most = 500;
const refusal = (files: string[]): string => refusalOf(() => combineRefill(payload, files));
function refusalOf(take: () => unknown): string {
  const began = performance.now();
  try {
    take();
    return 'taken';
  } catch (error) {
    const took = performance.now() - began;
    return took < most ? (error as Error).message : `${(error as Error).message} after ${took.toFixed(0)} ms`;
  }
}
const tooMuch = 'a file holds more than holders put into it';

it('takes partial signatures of two holders, in either order', () => {
  for (const files of [[signedBy(0), signedBy(2)], [signedBy(2), signedBy(1)], [signedBy(0, 1)]])
    expect(combineRefill(payload, files).txid).toBe(refill?.txid);
});

it('takes none that stands beside another key than made it', () => {
  const tx = Transaction.fromPSBT(base64.decode(signedBy(0)), { version: 2 });
  const [[, own] = []] = tx.getInput(0).partialSig ?? [];
  const stranger = secp256k1.getPublicKey(new Uint8Array(32).fill(9));
  const misplaced = withPairs(pair(0x02, stranger, own ?? new Uint8Array()));
  expect(refusal([misplaced, signedBy(1)])).toBe('input 0 has 1 of 2 signatures of holders');
});

it('refuses ten thousand signatures at once, whatever field holds them', () => {
  const files = {
    partial: withPairs(...strangers.map((key) => pair(0x02, key, new Uint8Array()))),
    witness: withPairs(pair(0x08, new Uint8Array(), witnessOf(Array<Uint8Array>(count).fill(signature)))),
    derivations: withPairs(...strangers.map((key) => pair(0x06, key, Buffer.alloc(4)))),
    participants: withPairs(pair(0x1a, strangers[0] ?? new Uint8Array(), Buffer.concat(strangers))),
  };
  for (const [name, file] of Object.entries(files)) expect(refusal([file, signedBy(0)]), name).toBe(tooMuch);
});

it('refuses a finished witness of more than two signatures and the script', () => {
  const { witnessScript } = wallet.addressAt(3);
  const witness = (signatures: number) => {
    const items = [new Uint8Array(), ...Array<Uint8Array>(signatures).fill(signature), witnessScript];
    return withPairs(pair(0x08, new Uint8Array(), witnessOf(items)));
  };
  expect(refusal([witness(3), signedBy(0)])).toBe(tooMuch);
  expect(refusal([witness(2), signedBy(0)])).toBe('input 0 has 1 of 2 signatures of holders');
});

it('takes the signature of one key for a payment, and refuses ten thousand keys, signatures or inputs, and a file of any length', () => {
  const key = new Uint8Array(32).fill(5);
  const { script } = p2wpkh(secp256k1.getPublicKey(key));
  const psbtOf = (inputs: number, change: (tx: Transaction) => void = () => undefined): string => {
    const tx = new Transaction({ version: 2 });
    for (let index = 0; index < inputs; index += 1)
      tx.addInput({ txid: '22'.repeat(32), index, sighashType: 1, witnessUtxo: { script, amount: 5_000n } });
    tx.addOutput({ script, amount: 4_000n });
    change(tx);
    return base64.encode(tx.toPSBT());
  };
  const unsigned = psbtOf(1);
  const signed = psbtOf(1, (tx) => tx.signIdx(key, 0));
  const more = 'the signed PSBT holds more than a signer puts into it';
  for (const [name, file] of Object.entries({
    keys: withPairsIn(
      signed,
      strangers.map((stranger) => pair(0x06, stranger, Buffer.alloc(4))),
    ),
    signatures: withPairsIn(
      signed,
      strangers.map((stranger) => pair(0x02, stranger, signature)),
    ),
    inputs: psbtOf(1_000),
    length: 'A'.repeat(4_000_000),
  }))
    expect(
      refusalOf(() => finishPsbt(unsigned, file)),
      name,
    ).toBe(more);
  expect(refusalOf(() => finishPsbt(unsigned, psbtOf(2)))).toBe('the signed transaction differs from the built one');
  expect(finishPsbt(unsigned, signed).txid).toMatch(/^[0-9a-f]{64}$/);
});
