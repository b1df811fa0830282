import type { Coin } from '@lode/money';

export type Network = 'BITCOIN' | 'ERC20';

/** What a watcher pins. `chain` is the chain's own name: `main`, `test`, `regtest`; for the EVM the chain id, `1`. */
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
 * What an address is compared by, in lower-case hex without `0x`: the output script on Bitcoin, the 20 bytes on the EVM. Two
 * texts of one address have one key.
 */
export type AddressKey = string;

/** One incoming payment. Unique by network, txid and index. */
export interface Payment {
  txid: string;
  /** Output index on Bitcoin; on the EVM the place among the token's transfers of the transaction: both stay when it is mined again. */
  index: number;
  key: AddressKey;
  coin: Coin;
  /** Atomic units of the chain: satoshi, micro-USDT. Above zero. */
  amount: bigint;
  /** Only on money fresh from a miner: it cannot be spent in a block below this height, so it is no source before. */
  maturesAt?: number;
}

/** One of our own outputs was spent by `txid`, whoever made that. Chains with accounts have none. */
export interface SpentOutput {
  /** The output that was spent, `txid:index`. */
  outpoint: string;
  txid: string;
}

/** One block of the best chain with what concerns us, as of one moment. */
export interface ScannedBlock {
  block: Block;
  payments: Payment[];
  spentOutputs: SpentOutput[];
}

/** What a scan looks for. All are asked once per output or input of a block: look-ups in memory, never queries. Use `WatchSet`. */
export interface Watched {
  hasKey(key: AddressKey): boolean;
  /** `txid:index` of an output of ours, also of those whose spend may still be taken back. */
  hasOutput(output: string): boolean;
  /** May be left out. False only if no watched key has these bytes 3 to 6 (big-endian); saves writing the whole key. */
  mayHaveKey?(word: number): boolean;
  /** May be left out. False only if no watched output's txid starts with these four bytes, as written. */
  mayHaveOutput?(word: number): boolean;
}

/** A number of the chain's smallest units: `{ coin: 'ETH', atomic: 10n ** 18n, decimals: 18 }` is one ether. */
export interface ChainSum {
  coin: Coin;
  atomic: bigint;
  decimals: number;
}

/** Where an address of our own lies under the extended public key: customers' addresses, and the house's (hot wallet, change). */
export type Branch = 'customer' | 'house';

export interface OwnAddress {
  branch: Branch;
  index: number;
  address: string;
  key: AddressKey;
}
