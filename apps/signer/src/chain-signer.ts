import type { Branch } from '@lode/chain';

/** A transaction decoded from its own bytes and our keys, never from the caller's word. */
export interface DecodedTransaction {
  network: 'BITCOIN' | 'ERC20';
  chain: string;
  /** `txid:index` of each input, or `0xaddress:nonce`. Sorted. */
  outpoints: string[];
  /** Claimed amount of each input. A signature over a wrong amount is invalid; see `checkHistory`. */
  inputAmounts: Record<string, bigint>;
  /** All outputs, change included. */
  outputs: Output[];
  /** Satoshi or wei; on the EVM the upper bound. */
  fee: bigint;
}

export interface Output {
  coin: 'BTC' | 'USDT' | 'ETH';
  destination: string;
  amount: bigint;
  /** Branch of our account that the output pays, derived here; null for a foreign destination. */
  ownBranch: Branch | null;
  /** Generation of the seed that the output pays; null for a foreign destination. */
  ownGeneration: number | null;
}

/** Keys of one chain, of all generations of the seed: decodes a transaction and signs it unchanged. */
export interface ChainSigner {
  /** The current generation. */
  generation: number;
  /** Of each generation: the key that the server derives addresses from, and the master key's fingerprint for PSBTs, 0 on the EVM. */
  keys: readonly [AccountKey, ...AccountKey[]];
  /** First address of the house branch of the current generation: the operator funds it. */
  hotAddress: string;
  /** Throws on a transaction that we cannot have built, and on a foreign input. */
  decode(payload: string, paths: { from?: KeyPath; to?: KeyPath }): DecodedTransaction;
  sign(payload: string, from: KeyPath | undefined): Promise<string>;
  /** Kind of a payable destination: `P2WPKH`, …; `ADDRESS` on the EVM; null if not payable. */
  destinationKind(destination: string): string | null;
  /** The address of a destination as people read it. */
  addressOf(destination: string): string;
}

export interface AccountKey {
  extendedPublicKey: string;
  fingerprint: number;
}

/** `index` is the address number, which names the generation too. */
export interface KeyPath {
  branch: Branch;
  index: number;
}
