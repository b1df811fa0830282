import type { Coin } from '@lode/money';
import type { AddressKey, Block, ChainSum, OwnAddress } from './shapes.ts';

/** Rates are never mixed up: each says its unit. A thousandth of satoshi per virtual byte is exact enough for any node. */
export type FeeRate =
  | { unit: 'SAT_PER_KVB'; rate: bigint }
  | { unit: 'WEI_PER_GAS'; maxFee: bigint; maxPriorityFee: bigint };

/** An output of ours that may be spent. The caller has reserved it: no two orders get the same one. */
export interface OwnOutput {
  txid: string;
  index: number;
  amount: bigint;
  owner: OwnAddress;
}

/** What a payment is made from. */
export type Source =
  /** All of `required` and enough of `outputs` are taken, the rest goes to `change`. No output stands in both. */
  | { kind: 'OUTPUTS'; outputs: readonly OwnOutput[]; required?: readonly OwnOutput[]; change: OwnAddress }
  /** The account's `nonce` is used up by exactly one payment; the caller has reserved it. */
  | { kind: 'ACCOUNT'; from: OwnAddress; nonce: number };

/** `amount` in atomic units is what the receiver gets: the network fee comes on top, from the source. */
export interface PaymentOrder {
  to: AddressKey;
  coin: Coin;
  amount: bigint;
  source: Source;
  rate: FeeRate;
  /** The most that the network may take, in the smallest units of the chain's own coin. */
  maxFee?: bigint;
}

export interface BuildRefusal {
  refused: /** The source does not hold amount and fee. */
    | 'NOT_ENOUGH'
    /** The amount is too small for the network to relay. */
    | 'DUST'
    /** The rate is above the cap of this network, or not above the one that it should replace. */
    | 'FEE_RATE'
    /** At this rate the network would take more than `maxFee`. */
    | 'FEE_CAP'
    /** The chain says that the call would fail, for instance a token that refuses this receiver. */
    | 'WOULD_FAIL';
}

/** An unsigned payment. Plain data: it is stored, exported for offline signing and compared as it is. */
export interface Unsigned {
  format: 'PSBT' | 'EIP1559';
  /** PSBT in base64; EIP-1559 transaction in hex with `0x`. */
  payload: string;
  /** What it uses up: `txid:index` of each input; on the EVM `address:nonce`, the address with `0x` in lower case. Sorted. */
  outpoints: string[];
  to: AddressKey;
  coin: Coin;
  amount: bigint;
  /** Exact on Bitcoin; on the EVM the most that it can cost. */
  fee: ChainSum;
  rate: FeeRate;
  /** What comes back to us in this transaction, null without change. */
  change: { owner: OwnAddress; index: number; amount: bigint } | null;
}

/** Stored before the first broadcast. */
export interface Signed {
  txid: string;
  /** The bytes to broadcast, in hex (with `0x` on the EVM). */
  bytes: string;
}

/** What the status of a payment is found by, also years later. */
export interface SentPayment {
  txid: string;
  /** As in `Unsigned`. */
  outpoints: readonly string[];
  to: AddressKey;
  coin: Coin;
  amount: bigint;
  /** Height of the tip when it was built: it cannot be in an earlier block. */
  sinceHeight: number;
  /** The block that it was last seen in, when the watcher knows: saves a search. */
  blockHash?: string | null;
}

export type SentStatus =
  /** The node knows nothing of it, and what it spends is still there: broadcast the same bytes again. */
  | { state: 'UNKNOWN' }
  | { state: 'MEMPOOL' }
  | {
      state: 'CONFIRMED';
      block: Block;
      /** Its own block is the first. */
      confirmations: number;
      /** What the network really took. */
      feePaid: ChainSum;
      /** The receiver got the amount. False where a chain includes a failed call and takes its fee. */
      isPaid: boolean;
    }
  /** What it spends was used up by another transaction in a block: this one can never be. `by` is its txid where the chain tells. */
  | { state: 'CONFLICTED'; by: string | null; confirmations: number };
