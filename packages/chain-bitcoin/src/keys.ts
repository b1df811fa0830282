import { type Branch, numbersPerGeneration, type OwnAddress } from '@lode/chain';
import { base64, hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { SigHash } from '@scure/btc-signer';
import { BitcoinAccount, branchNumbers, hardened, witnessPubKeyHash } from './account.ts';
import { childKeys } from './child-keys.ts';
import { type BitcoinChainName, formsOf } from './networks.ts';
import { readPsbt } from './psbt.ts';

/** SLIP-132 writes BIP84 account keys as zpub and vpub. */
const slip132: Record<0 | 1, { public: number; private: number }> = {
  0: { public: 0x04b24746, private: 0x04b2430c },
  1: { public: 0x045f1cf6, private: 0x045f18bc },
};

/** The private half of a BIP84 account. Only the signer ever makes one. */
export interface SigningAccount {
  /** zpub or vpub, for the server. */
  extendedPublicKey: string;
  /** Fingerprint of the master key, for the PSBTs. */
  fingerprint: number;
  chain: BitcoinChainName;
  /** Key of `m/84'/coin'/0'`. */
  account: HDKey;
  /** Keys below it, by branch number and index. */
  readonly child: (branch: 0 | 1, index: number) => HDKey;
}

/** The first account of a seed (BIP39's 64 bytes), `m/84'/0'/0'` on the public chain and `m/84'/1'/0'` on a test chain. */
export function signingAccount(seed: Uint8Array, chain: BitcoinChainName): SigningAccount {
  const { coinType } = formsOf(chain);
  const master = HDKey.fromMasterSeed(seed, slip132[coinType]);
  const account = master.derive(`m/84'/${coinType}'/0'`);
  const child = childKeys([account.deriveChild(0), account.deriveChild(1)]);
  return { extendedPublicKey: account.publicExtendedKey, fingerprint: master.fingerprint, chain, account, child };
}

export interface DecodedPsbt {
  inputs: { outpoint: string; amount: bigint }[];
  /** `isOwn`: the script was derived here from the PSBT's path, on that branch of that generation. Every other output is a payment. */
  outputs: { key: string; amount: bigint; isOwn: boolean; branch?: Branch; generation?: number }[];
  fee: bigint;
}

/**
 * Decodes a PSBT from its bytes and our keys, never from its maker's claims. Throws unless every input is ours. The signer
 * compares the result with the approval request before it signs. The accounts are those of all generations, in their order.
 */
export function decodePsbt(payload: string, ...signing: SigningAccount[]): DecodedPsbt {
  return decode(readPsbt(payload), signing);
}

function decode({ inputs, outputs, tx }: ReturnType<typeof readPsbt>, signing: readonly SigningAccount[]): DecodedPsbt {
  for (const [at, { key }] of inputs.entries()) {
    if (!signingKeyOf(signing, key, tx.getInput(at).bip32Derivation)) throw new Error(`input ${at} is not ours`);
  }
  const seen = outputs.map(({ key, amount }, at) => ({
    key,
    amount,
    ...ownership(signing, key, tx.getOutput(at).bip32Derivation),
  }));
  const names = inputs.map(({ txid, index, amount }) => ({ outpoint: `${txid}:${index}`, amount }));
  if (new Set(names.map(({ outpoint }) => outpoint)).size !== names.length) throw new Error('duplicate input');
  const fee = sum(inputs) - sum(outputs);
  if (fee < 0n) throw new Error('the outputs exceed the inputs');
  return { inputs: names, outputs: seen, fee };
}

/** Signs every input with the key of its path (SIGHASH_ALL). Returns the signed PSBT in base64. */
export function signPsbt(payload: string, ...signing: SigningAccount[]): string {
  // Parsed once: it takes a square root for every public key in it.
  const psbt = readPsbt(payload);
  decode(psbt, signing);
  const { inputs, tx } = psbt;
  for (const [at, { key }] of inputs.entries()) {
    const { privateKey } = signingKeyOf(signing, key, tx.getInput(at).bip32Derivation)?.child ?? {};
    if (!privateKey) throw new Error(`input ${at} is not ours`);
    tx.signIdx(privateKey, at, [SigHash.ALL]);
  }
  return base64.encode(tx.toPSBT());
}

type Derivations = readonly (readonly [Uint8Array, { path: readonly number[] }])[] | undefined;

/** The key that a script pays to, with its generation. */
function signingKeyOf(
  signing: readonly SigningAccount[],
  script: string,
  derivations: Derivations,
): { child: HDKey; generation: number } | null {
  for (const [generation, account] of signing.entries()) {
    const child = childAt(account, derivations);
    if (child?.publicKey && hex.encode(witnessPubKeyHash(child.publicKey)) === script) return { child, generation };
  }
  return null;
}

/** Change goes to the house branch: an output to a customer's address would be credited as a deposit. */
function ownership(
  signing: readonly SigningAccount[],
  script: string,
  derivations: Derivations,
): { isOwn: boolean; branch?: Branch; generation?: number } {
  const found = signingKeyOf(signing, script, derivations);
  if (!found) return { isOwn: false };
  const branch = derivations?.[0]?.[1].path[3] === branchNumbers.house ? 'house' : 'customer';
  return { isOwn: true, branch, generation: found.generation };
}

/** The key at `m/84'/coin'/0'/branch/index`; null for any other path. */
function childAt({ child, chain }: SigningAccount, derivations: Derivations): HDKey | null {
  const path = derivations?.[0]?.[1].path ?? [];
  const [branch, index] = path.slice(3);
  const origin = [hardened(84), hardened(formsOf(chain).coinType), hardened(0)];
  const isOurs = path.length === 5 && origin.every((step, at) => path[at] === step);
  if (!isOurs || (branch !== 0 && branch !== 1) || index === undefined || index >= numbersPerGeneration) return null;
  return child(branch, index);
}

const sum = (parts: readonly { amount: bigint }[]): bigint => parts.reduce((all, { amount }) => all + amount, 0n);

/** Our own address, as the server derives it from the extended public key. */
export function signingAddress(
  { extendedPublicKey, chain }: SigningAccount,
  branch: Branch,
  index: number,
): OwnAddress {
  return new BitcoinAccount(extendedPublicKey, chain).address(branch, index);
}
