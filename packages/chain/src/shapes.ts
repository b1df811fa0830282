import type { Coin } from '@lode/money';

export type Network = 'BITCOIN' | 'ERC20';

/** Identity that a watcher pins. `chain` is the chain's own name: `main`, `test`, `regtest`; for the EVM the chain id, `1`. */
export interface ChainIdentity {
  network: Network;
  chain: string;
  /** Hash of block 0. */
  genesis: string;
}

/** Hashes and txids are lower-case hex, on the EVM with `0x`. `time` is the block's own, in Unix seconds. */
export interface Block {
  height: number;
  hash: string;
  parentHash: string;
  time: number;
}

/**
 * Canonical key of an address, in lower-case hex without `0x`: the output script on Bitcoin, the 20 bytes on the EVM.
 */
export type AddressKey = string;

/** One incoming payment. Unique by network, txid and index. */
export interface Payment {
  txid: string;
  /** Output index on Bitcoin; on the EVM the position among the token's transfers of the transaction. Stable across reorgs. */
  index: number;
  key: AddressKey;
  coin: Coin;
  /** Atomic units of the chain: satoshi, micro-USDT. Above zero. */
  amount: bigint;
  /** Coinbase outputs only: first height at which they may be spent. */
  maturesAt?: number;
  /** Tokens only: whose they were. */
  from?: AddressKey;
}

/** An output of our wallet, spent by `txid`. Chains with accounts have none. */
export interface SpentOutput {
  /** `txid:index`. */
  outpoint: string;
  txid: string;
}

/** A block of the best chain with its payments to us and its spends of our outputs. */
export interface ScannedBlock {
  block: Block;
  payments: Payment[];
  spentOutputs: SpentOutput[];
}

/** Keys and outputs that a scan looks for. Called per output and input of a block, so in memory only. Use `WatchSet`. */
export interface Watched {
  hasKey(key: AddressKey): boolean;
  /** `txid:index` of our outputs, including those whose spend may still be reorged. */
  hasOutput(output: string): boolean;
  /** May be left out. False only if no watched key has these bytes 3 to 6 (big-endian); saves writing the whole key. */
  mayHaveKey?(word: number): boolean;
  /** May be left out. False only if no watched output's txid starts with these four bytes, as written. */
  mayHaveOutput?(word: number): boolean;
}

/** An amount in the chain's smallest units: `{ coin: 'ETH', atomic: 10n ** 18n, decimals: 18 }` is one ether. */
export interface ChainSum {
  coin: Coin;
  atomic: bigint;
  decimals: number;
}

/** Branch under the extended public key: deposit addresses, or the house (hot wallet, change). */
export type Branch = 'customer' | 'house';

export interface OwnAddress {
  branch: Branch;
  index: number;
  address: string;
  key: AddressKey;
}
