import type { Coin } from '@lode/money';
import type { BuildRefusal, FeeRate, PaymentOrder, SentPayment, SentStatus, Signed, Unsigned } from './payment.ts';
import type {
  AddressKey,
  Block,
  Branch,
  ChainIdentity,
  ChainSum,
  Network,
  OwnAddress,
  Payment,
  ScannedBlock,
  Watched,
} from './shapes.ts';

export type AddressRefusal = 'FORMAT' | 'CHECKSUM' | 'NETWORK';

/** `address` is the one canonical text of the key on the configured chain. */
export type AddressCheck = { valid: true; key: AddressKey; address: string } | { valid: false; reason: AddressRefusal };

export type BroadcastResult =
  /** The node took it, or has it already: in its mempool or in a block. */
  | { accepted: true; isNew: boolean }
  /** The node will not relay these bytes as things stand (fee too low, input spent). It may still get there by another way. */
  | { accepted: false; reason: string };

/**
 * What every chain must do. The server and the watcher know chains only through this.
 *
 * Every call that asks the node throws `ChainUnavailable` when there is no usable answer and `WrongChain` when another chain
 * answers; it is bounded in time and in bytes. A call without an answer has no effect that must be undone.
 */
export interface ChainAdapter {
  readonly network: Network;
  /** Coins that can come in and be withdrawn. */
  readonly coins: readonly Coin[];
  /** The coin that network fees are paid in. */
  readonly feeCoin: Coin;

  /** Asks the node who it is; throws `WrongChain` if it is not the configured chain. */
  identify(): Promise<ChainIdentity>;
  /** The newest block of the best chain. */
  tip(): Promise<Block>;
  /** The block of the best chain at a height, null above the tip. */
  blockAt(height: number): Promise<Block | null>;
  /** A block by hash, on the best chain or not; null when the node does not know it. */
  blockByHash(hash: string): Promise<(Block & { isOnBestChain: boolean }) | null>;
  /** The block of the best chain at a height with its payments to watched keys, in the block's own order; null above the tip. */
  scan(height: number, watched: Watched): Promise<ScannedBlock | null>;
  /** Payments to watched keys that wait for a block. Absent where a chain has no mempool worth reading. */
  scanMempool?(watched: Watched): Promise<Payment[]>;

  /** Judges an address as typed. Trims nothing and guesses nothing. Needs no node. */
  checkAddress(text: string): AddressCheck;
  /** Our own address number `index`, from the extended public key. Needs no node and no private key. */
  ownAddress(branch: Branch, index: number): OwnAddress;
  /** The canonical text of a key; throws on a key that no address has. */
  addressOf(key: AddressKey): string;

  /** A fee rate that confirms soon, between the configured floor and cap. */
  feeRate(): Promise<FeeRate>;
  /** Makes an unsigned payment from our outputs or from an account's nonce. Pure but for what a chain must ask its node (gas). */
  build(order: PaymentOrder): Promise<Unsigned | BuildRefusal>;
  /** The same payment from the same outputs or nonce at a higher rate. The receiver gets the same amount. */
  bump(previous: Unsigned, rate: FeeRate, maxFee?: bigint): Promise<Unsigned | BuildRefusal>;
  /** The txid that a payment will have, whoever signs it. Absent where the signature decides it. */
  txidOf?(unsigned: Unsigned): string;
  /** A payment of ours from the text that the signer got, for when nothing else of it is left. `from`: the account that pays, where there is one. */
  decodeUnsigned(payload: string, from: OwnAddress): Unsigned;
  /** Takes what the signer answered; throws unless it is exactly the unsigned payment, signed. */
  finish(unsigned: Unsigned, signed: string): Signed;
  /** Sends signed bytes. The same bytes again are accepted again and have no second effect. */
  broadcast(signed: Signed): Promise<BroadcastResult>;
  /** What became of a payment of ours. Needs no index of transactions on the node. */
  status(sent: SentPayment): Promise<SentStatus>;
  /**
   * The bytes of a transaction of a block, to be sent again should that block be replaced; null when the block has no such one.
   * Absent where nobody else can have sent a payment of ours.
   */
  rawTransaction?(txid: string, block: Pick<Block, 'hash'>): Promise<string | null>;
  /** What our addresses hold in confirmed blocks, one sum per coin, by the node's word: for the books' check, may take minutes. */
  holdings(addresses: readonly OwnAddress[]): Promise<ChainSum[]>;
  /** The next free nonce by the node's word, confirmed and with what waits. Only on chains with accounts. */
  nonces?(key: AddressKey): Promise<{ confirmed: number; pending: number }>;
}
