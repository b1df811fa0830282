import type { Coin } from '@lode/money';
import type { AddressKey, Block, ChainSum, OwnAddress } from './shapes.ts';

/** A rate carries its unit. */
export type FeeRate =
  | { unit: 'SAT_PER_KVB'; rate: bigint }
  | { unit: 'WEI_PER_GAS'; maxFee: bigint; maxPriorityFee: bigint };

/** One of our UTXOs. The caller has reserved it: no two orders share one. */
export interface OwnOutput {
  txid: string;
  index: number;
  amount: bigint;
  owner: OwnAddress;
}

/** Funding of a payment. */
export type Source =
  /** Spends all of `required` and as many of `outputs` as needed; the rest returns to `change`. The lists are disjoint. */
  | { kind: 'OUTPUTS'; outputs: readonly OwnOutput[]; required?: readonly OwnOutput[]; change: OwnAddress }
  /** The caller has reserved the `nonce` for this payment. */
  | { kind: 'ACCOUNT'; from: OwnAddress; nonce: number };

/** `amount` in atomic units is what the receiver gets. */
export interface Receiver {
  to: AddressKey;
  amount: bigint;
}

/** `amount` in atomic units is what the receiver gets: the network fee comes on top, from the source. */
export interface PaymentOrder {
  to: AddressKey;
  coin: Coin;
  amount: bigint;
  source: Source;
  rate: FeeRate;
  /** Largest network fee, in the smallest unit of the chain's own coin. */
  maxFee?: bigint;
  /**
   * Whom the same transaction pays besides. Only on chains with outputs. It then has change that pays its fee a second time, so that the
   * fee can be bumped; `NOT_ENOUGH` where that is not to be had.
   */
  also?: readonly Receiver[];
}

export interface BuildRefusal {
  refused: /** The source does not hold amount and fee. */
    | 'NOT_ENOUGH'
    /** The amount is too small for the network to relay. */
    | 'DUST'
    /** The rate is above the network's cap, or not above the rate that it replaces. */
    | 'FEE_RATE'
    /** At this rate the fee exceeds `maxFee`. */
    | 'FEE_CAP'
    /** The call would revert, for instance a token that refuses this receiver. */
    | 'WOULD_FAIL';
}

/** An unsigned payment. Plain data: stored, exported for offline signing and compared unchanged. */
export interface Unsigned {
  format: 'PSBT' | 'EIP1559';
  /** PSBT in base64; EIP-1559 transaction in hex with `0x`. */
  payload: string;
  /** `txid:index` of each input; on the EVM `address:nonce`, the address with `0x` in lower case. Sorted. */
  outpoints: string[];
  to: AddressKey;
  coin: Coin;
  amount: bigint;
  /** Exact on Bitcoin; on the EVM the most that it can cost. */
  fee: ChainSum;
  rate: FeeRate;
  /** What comes back to us in this transaction, null without change. */
  change: { owner: OwnAddress; index: number; amount: bigint } | null;
  /** All that it pays, with the output of each, in the order of the order; absent where it pays one. */
  receivers?: readonly (Receiver & { index: number })[];
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
  /** What all its receivers get, where they are several. */
  total?: bigint;
  /** Height of the tip when it was built: it cannot be in an earlier block. */
  sinceHeight: number;
  /** Index of its change, which is ours and unspent the longest: saves a search. */
  changeIndex?: number;
  /** The block that it was last seen in, when the watcher knows: saves a search. */
  blockHash?: string | null;
}

export type SentStatus =
  /**
   * Unknown to the node: broadcast the same bytes again. `isPayable`: its inputs or nonce are free in the blocks, so that it can be mined as
   * soon as a node takes its bytes; else an input is in no block.
   */
  | { state: 'UNKNOWN'; isPayable?: true }
  | { state: 'MEMPOOL' }
  | {
      state: 'CONFIRMED';
      block: Block;
      /** Its own block is the first. */
      confirmations: number;
      /** The fee paid. */
      feePaid: ChainSum;
      /** The receiver got the amount. */
      isPaid: boolean;
      /** The call failed, and the chain took its fee. Where it neither paid nor failed, the receiver may have got another amount. */
      isReverted: boolean;
    }
  /** A confirmed transaction used its inputs or nonce: this one can never confirm. `by`: its txid, if known. */
  | { state: 'CONFLICTED'; by: string | null; confirmations: number };

export type ConfirmedStatus = Extract<SentStatus, { state: 'CONFIRMED' }>;
