import type { Branch } from '@lode/chain';

/** What a transaction does, read from its own bytes and from our keys: nothing of it is taken from who asks. */
export interface DecodedTransaction {
  network: 'BITCOIN' | 'ERC20';
  chain: string;
  /** What it uses up: `txid:index` of each input, or `0xaddress:nonce`. Sorted. */
  outpoints: string[];
  /** What each input is said to be worth. A signature of ours is worthless unless that is true; see `judge.ts`. */
  inputAmounts: Record<string, bigint>;
  /** What it moves, to whom. Change is among it. */
  outputs: Output[];
  /** Satoshi or wei; on the EVM the most that it can cost. */
  fee: bigint;
}

export interface Output {
  coin: 'BTC' | 'USDT' | 'ETH';
  destination: string;
  amount: bigint;
  /** The branch of our own account that it goes to, derived again here; null for everybody else. */
  ownBranch: Branch | null;
}

/** The private side of one chain: reads what a transaction does, and signs it as it stands. */
export interface ChainSigner {
  /** What the server derives addresses from. */
  extendedPublicKey: string;
  /** Of the master key, for PSBTs; 0 on the EVM, which has no use for it. */
  fingerprint: number;
  /** The first address of the house's branch: what an operator funds. */
  hotAddress: string;
  /** Throws in words when it is no transaction that we could have made, or spends what is not ours. */
  decode(payload: string, places: { from?: KeyPath; to?: KeyPath }): DecodedTransaction;
  sign(payload: string, from: KeyPath | undefined): Promise<string>;
  /** Judges by kind whether a destination is one that money can be sent to: `P2WPKH`, …; `ADDRESS` on the EVM; null for none. */
  destinationKind(destination: string): string | null;
}

export interface KeyPath {
  branch: Branch;
  index: number;
}
