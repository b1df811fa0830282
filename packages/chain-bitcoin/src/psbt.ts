import type { AddressKey, OwnAddress, OwnOutput, Receiver, Signed, Unsigned } from '@lode/chain';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base64, hex } from '@scure/base';
import { SigHash, Transaction } from '@scure/btc-signer';
import { witnessPubKeyHash } from './account.ts';
import type { AccountKeys } from './account-generations.ts';
import { outpointOf, type Selection } from './coin-selection.ts';
import { isBeyondBounds } from './psbt-bounds.ts';

/** Signals replaceability (BIP125). */
const replaceable = 0xfffffffd;
/** Any script that has an address may be paid to, future witness versions too. */
const options = { version: 2, allowUnknownOutputs: true };
const derSighashAll = SigHash.ALL;
/** Characters of a signed PSBT: as many as a response of the signer may have. */
const longestSigned = 400_000;

export interface PsbtInput {
  txid: string;
  index: number;
  amount: bigint;
  key: AddressKey;
}

export interface PsbtOutput {
  key: AddressKey;
  amount: bigint;
}

export interface PsbtParts {
  receivers: readonly Receiver[];
  change: OwnAddress;
}

/**
 * Writes a PSBT (BIP174) that pays the receivers and our change. Inputs and outputs are sorted (BIP69): one selection has one PSBT, and
 * the order does not reveal the change.
 */
export function writePsbt(
  account: AccountKeys,
  selection: Selection,
  parts: PsbtParts,
): Pick<Unsigned, 'payload' | 'outpoints' | 'change'> & { indexes: number[] } {
  const tx = new Transaction(options);
  const inputs = [...selection.outputs].sort((a, b) =>
    a.txid === b.txid ? a.index - b.index : a.txid < b.txid ? -1 : 1,
  );
  for (const { txid, index, amount, owner } of inputs) {
    tx.addInput({
      txid,
      index,
      sequence: replaceable,
      witnessUtxo: { script: hex.decode(owner.key), amount },
      sighashType: SigHash.ALL,
      bip32Derivation: derivation(account, owner),
    });
  }
  const paid = parts.receivers.map(({ to, amount }) => ({ key: to, amount, owner: null }));
  const outputs: (PsbtOutput & { owner: OwnAddress | null })[] = [...paid];
  if (selection.change !== null) outputs.push({ key: parts.change.key, amount: selection.change, owner: parts.change });
  outputs.sort((a, b) => (a.amount === b.amount ? compare(a.key, b.key) : a.amount < b.amount ? -1 : 1));
  for (const { key, amount, owner } of outputs) {
    const own = owner ? { bip32Derivation: derivation(account, owner) } : {};
    tx.addOutput({ script: hex.decode(key), amount, ...own });
  }
  const index = outputs.findIndex(({ owner }) => owner !== null);
  const change = selection.change === null ? null : { owner: parts.change, index, amount: selection.change };
  const outpoints = selection.outputs.map(outpointOf).sort();
  const indexes = paid.map((one) => outputs.indexOf(one));
  return { payload: base64.encode(tx.toPSBT()), outpoints, change, indexes };
}

/** Equal ones keep the order of the order: two receivers may be alike. */
const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

function derivation(
  account: AccountKeys,
  { branch, index, key }: OwnAddress,
): [Uint8Array, { fingerprint: number; path: number[] }][] {
  const publicKey = account.publicKey(branch, index);
  if (hex.encode(witnessPubKeyHash(publicKey)) !== key)
    throw new Error(`${branch} ${index} has another script in this account`);
  return [[publicKey, account.origin(branch, index)]];
}

/** Inputs and outputs as the PSBT claims them. Throws unless it is a PSBT with P2WPKH inputs of known amounts. */
export function readPsbt(payload: string): DecodedParts {
  return readBytes(base64.decode(payload));
}

interface DecodedParts {
  inputs: PsbtInput[];
  outputs: PsbtOutput[];
  tx: Transaction;
}

function readBytes(psbt: Uint8Array): DecodedParts {
  const tx = Transaction.fromPSBT(psbt, options);
  const inputs = Array.from({ length: tx.inputsLength }, (_, at) => {
    const { txid, index, witnessUtxo } = tx.getInput(at);
    if (!txid || index === undefined || !witnessUtxo) throw new Error(`input ${at} lacks its outpoint or witness UTXO`);
    return { txid: hex.encode(txid), index, amount: witnessUtxo.amount, key: hex.encode(witnessUtxo.script) };
  });
  const outputs = Array.from({ length: tx.outputsLength }, (_, at) => {
    const { script, amount } = tx.getOutput(at);
    if (!script || amount === undefined) throw new Error(`output ${at} lacks its script or amount`);
    return { key: hex.encode(script), amount };
  });
  return { inputs, outputs, tx };
}

/** Final before signing: a txid does not cover witnesses. */
export function psbtTxid(payload: string): string {
  return readPsbt(payload).tx.id;
}

/** Whose an input or output is, by its derivation path and script. */
export type OwnerOf = (path: readonly number[], key: AddressKey) => OwnAddress;

/** The UTXOs that a PSBT spends, with their owners. */
export function spentOutputs(payload: string, ownerOf: OwnerOf): OwnOutput[] {
  const { inputs, tx } = readPsbt(payload);
  return inputs.map(({ txid, index, amount, key }, at) => {
    const [, { path }] = tx.getInput(at).bip32Derivation?.[0] ?? [null, { path: [] }];
    const owner = ownerOf(path, key);
    if (owner.key !== key) throw new Error(`input ${at} is not ours`);
    return { txid, index, amount, owner };
  });
}

/** Decodes a payment that `writePsbt` wrote: inputs, receivers, change (by its path). Throws on any other PSBT. */
export function paymentOf(payload: string, ownerOf: OwnerOf) {
  const outputs = spentOutputs(payload, ownerOf);
  const { outputs: paid, tx } = readPsbt(payload);
  const pathOf = (at: number) => tx.getOutput(at).bip32Derivation?.[0]?.[1].path;
  const receivers = paid.flatMap(({ key, amount }, index) =>
    pathOf(index) === undefined ? [{ to: key, amount, index }] : [],
  );
  const [payment] = receivers;
  const changeAt = paid.findIndex((_, at) => pathOf(at) !== undefined);
  const back = paid[changeAt];
  if (!payment || paid.length > receivers.length + 1)
    throw new Error('not a payment of this wallet: expected receivers and at most one change');
  const change = back
    ? { owner: ownerOf(pathOf(changeAt) ?? [], back.key), index: changeAt, amount: back.amount }
    : null;
  if (back && change?.owner.key !== back.key) throw new Error('the change is not ours');
  const held = outputs.reduce((sum, { amount }) => sum + amount, 0n);
  return {
    outputs,
    change,
    receivers,
    to: payment.to,
    amount: payment.amount,
    fee: held - receivers.reduce((sum, { amount }) => sum + amount, 0n) - (back?.amount ?? 0n),
  };
}

/**
 * Copies the signatures of a signed PSBT, final or not, into the unsigned one. Each is verified against exactly the transaction
 * that was built; all other fields are ignored, and so many that they would take long are refused before they are decoded.
 */
export function finishPsbt(unsigned: string, signed: string): Signed {
  const { tx, inputs, outputs } = readPsbt(unsigned);
  const given = signed.length > longestSigned ? null : base64.decode(signed);
  if (given === null || isBeyondBounds(given, 1 + inputs.length + outputs.length))
    throw new Error('the signed PSBT holds more than a signer puts into it');
  const signedTx = readBytes(given).tx;
  if (hex.encode(signedTx.unsignedTx) !== hex.encode(tx.unsignedTx)) {
    throw new Error('the signed transaction differs from the built one');
  }
  for (const [at, { amount, key }] of inputs.entries()) {
    const { signature, publicKey } = signatureOf(signedTx, at);
    if (hex.encode(witnessPubKeyHash(publicKey)) !== key) throw new Error(`input ${at} is signed by another key`);
    const digest = tx.preimageWitnessV0(at, hex.decode(`76a914${key.slice(4)}88ac`), derSighashAll, amount);
    const der = signature.subarray(0, -1);
    const isGood =
      signature.at(-1) === derSighashAll &&
      secp256k1.verify(der, digest, publicKey, { format: 'der', prehash: false, lowS: true });
    if (!isGood) throw new Error(`input ${at} has no valid signature`);
    tx.updateInput(at, { partialSig: [[publicKey, signature]] }, true);
  }
  tx.finalize();
  return { txid: tx.id, bytes: hex.encode(tx.extract()) };
}

function signatureOf(tx: Transaction, at: number): { signature: Uint8Array; publicKey: Uint8Array } {
  const { partialSig, finalScriptWitness } = tx.getInput(at);
  const [signature, publicKey] = finalScriptWitness ?? [...(partialSig?.[0] ?? [])].toReversed();
  if (!signature || publicKey?.length !== 33) throw new Error(`input ${at} is not signed`);
  return { signature, publicKey };
}
