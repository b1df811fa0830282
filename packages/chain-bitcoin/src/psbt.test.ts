// Proves that our PSBTs interoperate, that only exactly the built transaction is broadcast, and that the signer decodes a PSBT from
// its keys alone.
import type { Unsigned } from '@lode/chain';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64, createBase58check, hex } from '@scure/base';
import type { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodePsbt, signingAccount, signPsbt } from './keys.ts';
import { readPsbt } from './psbt.ts';
import { type BitcoinHarness, startBitcoinHarness, testSeed } from './testing/bitcoin-harness.ts';

const base58check = createBase58check(sha256);
let harness: BitcoinHarness;
beforeAll(async () => {
  harness = await startBitcoinHarness();
});
afterAll(() => harness.close());

async function build(amount = 1_000_000n): Promise<Unsigned> {
  const { chain, fundedSource } = harness;
  const { source } = await fundedSource(amount);
  const to = chain.ownAddress('customer', 900).key;
  const built = await chain.build({ to, coin: 'BTC', amount, source, rate: { unit: 'SAT_PER_KVB', rate: 3_000n } });
  if ('refused' in built) throw new Error(built.refused);
  return built;
}

describe('a built PSBT', () => {
  it("is decoded by the node with its fee, and signed by the node's signer into what we broadcast", async () => {
    const unsigned = await build();
    const { node, chain, signing } = harness;
    const analysed = (await node.call('analyzepsbt', [unsigned.payload], { exactDecimals: true })) as Record<
      string,
      unknown
    >;
    expect(analysed).toMatchObject({ next: 'signer', fee: `0.${String(unsigned.fee.atomic).padStart(8, '0')}` });

    // Offline signing by other software: the account's descriptor with the private key.
    const xprv = tprvOf(signing.account.privateExtendedKey);
    const origin = `${signing.fingerprint.toString(16).padStart(8, '0')}/84h/1h/0h`;
    const descriptors = [0, 1].map((branch) => ({
      desc: `wpkh([${origin}]${xprv}/${branch}/*)`,
      range: [1_000, 1_020],
    }));
    const signedBy = async (isFinal: boolean): Promise<string> => {
      const answer = await node.call('descriptorprocesspsbt', [unsigned.payload, descriptors, 'ALL', true, isFinal]);
      return (answer as { psbt: string }).psbt;
    };
    const ours = chain.finish(unsigned, signPsbt(unsigned.payload, signing));
    expect(chain.finish(unsigned, await signedBy(false)).txid).toBe(ours.txid);
    const theirs = chain.finish(unsigned, await signedBy(true));
    expect(theirs.txid).toBe(ours.txid);
    expect(await chain.broadcast(theirs)).toEqual({ accepted: true, isNew: true });
  });

  it('pays its fee, at no less than the rate and hardly more', async () => {
    const unsigned = await build();
    const { node, chain, signing } = harness;
    const { bytes } = chain.finish(unsigned, signPsbt(unsigned.payload, signing));
    const { vsize } = (await node.call('decoderawtransaction', [bytes])) as { vsize: number };
    expect(Number(unsigned.fee.atomic)).toBeGreaterThanOrEqual(vsize * 3);
    expect(Number(unsigned.fee.atomic)).toBeLessThanOrEqual((vsize + 2) * 3);
  });

  it('signals replaceability and carries the path of its change', async () => {
    const unsigned = await build();
    const { tx, outputs } = readPsbt(unsigned.payload);
    expect(tx.getInput(0).sequence).toBe(0xfffffffd);
    expect(outputs[unsigned.change!.index]).toEqual({
      key: unsigned.change!.owner.key,
      amount: unsigned.change!.amount,
    });
  });
});

describe('decoding at the signer', () => {
  it('knows payment, change and fee from its own keys', async () => {
    const unsigned = await build();
    const view = decodePsbt(unsigned.payload, harness.signing);
    expect(view.fee).toBe(unsigned.fee.atomic);
    expect(view.inputs.map(({ outpoint }) => outpoint).sort()).toEqual(unsigned.outpoints);
    // The test pays to a customer's address, which is under the same account; nothing in the PSBT says so.
    expect(view.outputs.filter(({ isOwn }) => !isOwn)).toEqual([
      { key: unsigned.to, amount: unsigned.amount, isOwn: false },
    ]);
    expect(view.outputs.filter(({ isOwn }) => isOwn)).toHaveLength(1);
  });

  it('treats a foreign output with our path as a payment', async () => {
    const { tx, outputs } = readPsbt((await build()).payload);
    const change = outputs.findIndex((_, at) => tx.getOutput(at).bip32Derivation);
    tx.updateOutput(change, { script: hex.decode(`0014${'ab'.repeat(20)}`) });
    const view = decodePsbt(base64.encode(tx.toPSBT()), harness.signing);
    expect(view.outputs.every(({ isOwn }) => !isOwn)).toBe(true);
  });

  it('distinguishes house and customer addresses by the derived path', async () => {
    const { tx, outputs } = readPsbt((await build()).payload);
    const at = outputs.findIndex((_, index) => !tx.getOutput(index).bip32Derivation);
    const [publicKey, { fingerprint }] = tx.getInput(0).bip32Derivation![0]!;
    const path = [0x80000054, 0x80000001, 0x80000000, 0, 900];
    tx.updateOutput(at, { bip32Derivation: [[publicKey, { fingerprint, path }]] });
    const view = decodePsbt(base64.encode(tx.toPSBT()), harness.signing);
    expect(view.outputs.map(({ branch }) => branch).sort()).toEqual(['customer', 'house']);
  });

  it('refuses inputs that are not ours, and another account refuses ours', async () => {
    const { payload } = await build();
    const { tx } = readPsbt(payload);
    tx.updateInput(0, { witnessUtxo: { script: hex.decode(`0014${'ab'.repeat(20)}`), amount: 5_000_000n } });
    expect(() => decodePsbt(base64.encode(tx.toPSBT()), harness.signing)).toThrow('not ours');
    const stranger = signingAccount(
      testSeed.map((byte) => byte + 1),
      'regtest',
    );
    expect(() => signPsbt(payload, stranger)).toThrow('not ours');
  });
});

describe('a signed PSBT is rejected', () => {
  it('when an output was changed, one was added, or a signature belongs to other amounts', async () => {
    const unsigned = await build();
    const { chain, signing } = harness;
    const changed = (change: (tx: Transaction) => void): string => {
      const { tx } = readPsbt(unsigned.payload);
      change(tx);
      return signPsbt(base64.encode(tx.toPSBT()), signing);
    };
    const richer = changed((tx) => tx.updateOutput(0, { amount: tx.getOutput(0).amount! + 1n }));
    expect(() => chain.finish(unsigned, richer)).toThrow('differs from the built one');
    const longer = changed((tx) => tx.addOutput({ script: hex.decode(`0014${'ab'.repeat(20)}`), amount: 300n }));
    expect(() => chain.finish(unsigned, longer)).toThrow('differs from the built one');
    const amount = readPsbt(unsigned.payload).inputs[0]!.amount;
    const script = hex.decode(readPsbt(unsigned.payload).inputs[0]!.key);
    const lied = changed((tx) => tx.updateInput(0, { witnessUtxo: { script, amount: amount + 1n } }));
    expect(() => chain.finish(unsigned, lied)).toThrow('no valid signature');
  });
});

describe('BIP174', () => {
  it.each([
    [
      'a transaction of the network',
      'AgAAAAEmgXE3Ht/yhek3re6ks3t4AAwFZsuzrWRkFxPKQhcb9gAAAABqRzBEAiBwsiRRI+a/R01gxbUMBD1MaRpdJDXwmjSnZiqdwlF5CgIgATKcqdrPKAvfMHQOwDkEIkIsgctFg5RXrrdvwS7dlbMBIQJlfRGNM1e44PTCzUbbezn22cONmnCry5st5dyNv+TOMf7///8C09/1BQAAAAAZdqkU0MWZA8W6woaHYOkP1SGkZlqnZSCIrADh9QUAAAAAF6kUNUXm4zuDLEcFDyTT7rk8nAOUi8eHsy4TAA==',
    ],
    [
      'one where an input of the unsigned transaction has a script',
      'cHNidP8BAP0KAQIAAAACqwlJoIxa98SbghL0F+LxWrP1wz3PFTghqBOfh3pbe+QAAAAAakcwRAIgR1lmF5fAGwNrJZKJSGhiGDR9iYZLcZ4ff89X0eURZYcCIFMJ6r9Wqk2Ikf/REf3xM286KdqGbX+EhtdVRs7tr5MZASEDXNxh/HupccC1AaZGoqg7ECy0OIEhfKaC3Ibi1z+ogpL+////qwlJoIxa98SbghL0F+LxWrP1wz3PFTghqBOfh3pbe+QBAAAAAP7///8CYDvqCwAAAAAZdqkUdopAu9dAy+gdmI5x3ipNXHE5ax2IrI4kAAAAAAAAGXapFG9GILVT+glechue4O/p+gOcykWXiKwAAAAAAAABASAA4fUFAAAAABepFDVF5uM7gyxHBQ8k0+65PJwDlIvHhwEEFgAUhdE1N/LiZUBaNNuvqePdoB+4IwgAAAA=',
    ],
    ['an empty text', ''],
    ['the magic alone', 'cHNidP8='],
  ])('%s is no PSBT', (_, text) => {
    expect(() => readPsbt(text)).toThrow();
  });
});

/** The node writes test keys as tprv, SLIP-132 as vprv: the same key under another version. */
function tprvOf(vprv: string): string {
  const bytes = base58check.decode(vprv);
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(0, 0x04358394);
  return base58check.encode(bytes);
}
