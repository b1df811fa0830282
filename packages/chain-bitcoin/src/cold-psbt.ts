import type { AddressKey, Signed } from '@lode/chain';
import { divCeil } from '@lode/money';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base64, hex } from '@scure/base';
import { SigHash, Transaction } from '@scure/btc-signer';
import { outpointOf } from './coin-selection.ts';
import type { ColdAddress } from './cold-descriptor.ts';
import { isBeyondBounds } from './psbt-bounds.ts';
import { dustLimit, feeFor } from './sizes.ts';

/** An output of the cold wallet. */
export interface ColdOutput {
  txid: string;
  index: number;
  amount: bigint;
  owner: ColdAddress;
  /** Of the transaction that made it, in hex, where they are known: hardware wallets ask for them. */
  bytes: string | null;
}

export interface RefillOrder {
  to: AddressKey;
  amount: bigint;
  outputs: readonly ColdOutput[];
  change: ColdAddress;
  /** Satoshi per 1,000 virtual bytes. */
  rate: bigint;
}

/** A payment of the cold wallet that its holders sign. */
export interface UnsignedRefill {
  /** PSBT in base64. */
  payload: string;
  /** Final before signing: a txid does not cover witnesses. */
  txid: string;
  outpoints: string[];
  fee: bigint;
  /** Place of the payment, and of the change, among the outputs. */
  toIndex: number;
  change: { index: number; amount: bigint } | null;
}

const signatures = 2;
/** Signals replaceability (BIP125). */
const replaceable = 0xfffffffd;
const options = { version: 2, allowUnknownOutputs: true };
const mostInputs = 200;
/** Characters of a file, which holds the transactions of its inputs too. */
const longestCopy = 1024 * 1024;
/** An empty item, the signatures and the script. */
const witnessItems = 1 + signatures + 1;
/** Weight units: outpoint, empty script, sequence; witness of an empty item, two signatures of at most 72 bytes, the script of 105. */
const inputWeight = 41 * 4 + 1 + 1 + 2 * (1 + 72) + 1 + 105;
const outputWeight = (script: string): number => (8 + 1 + script.length / 2) * 4;

/** Why holders' files are not taken. */
export type RefillFlaw =
  | { kind: 'NO_PSBT' }
  | { kind: 'OTHER_TRANSACTION' }
  | { kind: 'TOO_MUCH' }
  | { kind: 'SIGNATURES_MISSING'; input: number; given: number; needed: number };

export class UnusableRefill extends Error {
  override readonly name = 'UnusableRefill';
  readonly flaw: RefillFlaw;
  constructor(message: string, flaw: RefillFlaw, options?: ErrorOptions) {
    super(message, options);
    this.flaw = flaw;
  }
}

/** Spends the largest outputs first. Null when all of them do not pay amount and fee. */
export function buildRefill({ to, amount, outputs, change, rate }: RefillOrder): UnsignedRefill | null {
  const sorted = [...outputs].sort((a, b) =>
    a.amount === b.amount ? (outpointOf(a) < outpointOf(b) ? -1 : 1) : a.amount > b.amount ? -1 : 1,
  );
  for (let count = 1; count <= Math.min(sorted.length, mostInputs); count += 1) {
    const taken = sorted.slice(0, count);
    const held = taken.reduce((sum, output) => sum + output.amount, 0n);
    const feeOf = (scripts: string[]): bigint => feeFor(sizeOf(count, scripts), rate);
    if (held < amount + feeOf([to])) continue;
    const rest = held - amount - feeOf([to, change.key]);
    return write(taken, { to, amount, change, rest: rest >= dustLimit(change.key) ? rest : null });
  }
  return null;
}

function sizeOf(inputs: number, scripts: readonly string[]): bigint {
  const overhead = (4 + 4 + 1 + 1) * 4 + 2;
  const weight = overhead + inputs * inputWeight + scripts.reduce((sum, script) => sum + outputWeight(script), 0);
  return divCeil(BigInt(weight), 4n);
}

function write(
  taken: readonly ColdOutput[],
  { to, amount, change, rest }: Pick<RefillOrder, 'to' | 'amount' | 'change'> & { rest: bigint | null },
): UnsignedRefill {
  const tx = new Transaction(options);
  // BIP69.
  const inputs = [...taken].sort((a, b) => (a.txid === b.txid ? a.index - b.index : a.txid < b.txid ? -1 : 1));
  for (const { txid, index, amount: value, owner, bytes } of inputs) {
    tx.addInput({
      txid,
      index,
      sequence: replaceable,
      witnessUtxo: { script: hex.decode(owner.key), amount: value },
      ...(bytes !== null && { nonWitnessUtxo: hex.decode(bytes) }),
      witnessScript: owner.witnessScript,
      bip32Derivation: owner.derivations,
    });
  }
  const outputs = [{ key: to, value: amount, own: null as ColdAddress | null }];
  if (rest !== null) outputs.push({ key: change.key, value: rest, own: change });
  outputs.sort((a, b) => (a.value === b.value ? (a.key < b.key ? -1 : 1) : a.value < b.value ? -1 : 1));
  for (const { key, value, own } of outputs) {
    // By these a holder's wallet sees that the change is its own.
    const known = own && { witnessScript: own.witnessScript, bip32Derivation: own.derivations };
    tx.addOutput({ script: hex.decode(key), amount: value, ...known });
  }
  const held = taken.reduce((sum, output) => sum + output.amount, 0n);
  return {
    payload: base64.encode(tx.toPSBT()),
    txid: tx.id,
    outpoints: taken.map(outpointOf).sort(),
    fee: held - amount - (rest ?? 0n),
    toIndex: outputs.findIndex(({ own }) => own === null),
    change: rest === null ? null : { index: outputs.findIndex(({ own }) => own !== null), amount: rest },
  };
}

/**
 * Puts the holders' signatures into the proposed transaction. Each PSBT must be of exactly that transaction; of everything else in
 * it only signatures are taken, and each is verified. Throws `UnusableRefill`, which says what is missing or foreign.
 */
export function combineRefill(payload: string, signed: readonly string[]): Signed {
  const tx = Transaction.fromPSBT(base64.decode(payload), options);
  const copies = signed.map((text) => readCopy(text, 1 + tx.inputsLength + tx.outputsLength));
  const proposed = hex.encode(tx.unsignedTx);
  if (copies.some((copy) => hex.encode(copy.unsignedTx) !== proposed))
    throw new UnusableRefill('a file holds another transaction than the proposed one', { kind: 'OTHER_TRANSACTION' });
  const inputs = Array.from({ length: tx.inputsLength }, (_, at) => at);
  if (copies.some((copy) => inputs.some((at) => (copy.getInput(at).finalScriptWitness?.length ?? 0) > witnessItems)))
    throw tooMuch();
  for (const at of inputs) {
    const given = copies.flatMap((copy) => signaturesAt(tx, copy, at));
    const { witnessScript = new Uint8Array() } = tx.getInput(at);
    const inOrder = publicKeysOf(witnessScript).flatMap((key) => given.find((one) => one.key === key) ?? []);
    if (inOrder.length < signatures)
      throw new UnusableRefill(`input ${at} has ${inOrder.length} of ${signatures} signatures of holders`, {
        kind: 'SIGNATURES_MISSING',
        input: at,
        given: inOrder.length,
        needed: signatures,
      });
    const witness = inOrder.slice(0, signatures).map(({ signature }) => signature);
    tx.updateInput(at, { finalScriptWitness: [new Uint8Array(), ...witness, witnessScript] }, true);
  }
  return { txid: tx.id, bytes: hex.encode(tx.extract()) };
}

const tooMuch = (): UnusableRefill =>
  new UnusableRefill('a file holds more than holders put into it', { kind: 'TOO_MUCH' });

function readCopy(text: string, maps: number): Transaction {
  try {
    if (text.length > longestCopy) throw tooMuch();
    const bytes = base64.decode(text.trim());
    if (isBeyondBounds(bytes, maps)) throw tooMuch();
    return Transaction.fromPSBT(bytes, options);
  } catch (error) {
    if (error instanceof UnusableRefill) throw error;
    throw new UnusableRefill('a file is no PSBT in base64', { kind: 'NO_PSBT' }, { cause: error });
  }
}

/** `OP_2 <33 bytes> × 3 OP_3 OP_CHECKMULTISIG`, as the proposal has it. */
function publicKeysOf(witnessScript: Uint8Array): string[] {
  return [0, 1, 2].map((at) => hex.encode(witnessScript.subarray(2 + at * 34, 2 + at * 34 + 33)));
}

/** The valid signatures of one copy, with their keys: partial ones, or those of an input that a wallet has finished. */
function signaturesAt(tx: Transaction, copy: Transaction, at: number): { key: string; signature: Uint8Array }[] {
  const { witnessScript, witnessUtxo } = tx.getInput(at);
  if (!witnessScript || !witnessUtxo) throw new Error(`input ${at} of the proposal has no script`);
  const digest = tx.preimageWitnessV0(at, witnessScript, SigHash.ALL, witnessUtxo.amount);
  const { partialSig = [], finalScriptWitness = [] } = copy.getInput(at);
  const holders = publicKeysOf(witnessScript);
  const partial = partialSig
    .map(([key, signature]) => ({ key: hex.encode(key), signature }))
    .filter(({ key, signature }) => holders.includes(key) && isSignedBy(signature, digest, key));
  const final = finalScriptWitness.slice(1, -1).flatMap((signature) => {
    const key = holders.find((one) => isSignedBy(signature, digest, one));
    return key === undefined ? [] : [{ key, signature }];
  });
  return [...partial, ...final];
}

function isSignedBy(signature: Uint8Array, digest: Uint8Array, key: string): boolean {
  if (signature.at(-1) !== SigHash.ALL) return false;
  try {
    const der = signature.subarray(0, -1);
    return secp256k1.verify(der, digest, hex.decode(key), { format: 'der', prehash: false, lowS: true });
  } catch {
    return false;
  }
}
