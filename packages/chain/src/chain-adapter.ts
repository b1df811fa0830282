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
  /** The node accepted it, or has it already in its mempool or in a block. */
  | { accepted: true; isNew: boolean }
  /** The node does not relay these bytes now (fee too low, input spent). They may still confirm through another node. */
  | { accepted: false; reason: string };

/**
 * The interface of a chain: server and watcher know chains only through it.
 *
 * Calls to the node are bounded in time and bytes, and throw `ChainUnavailable` or `WrongChain`. A failed call has no effect that
 * must be undone.
 */
export interface ChainAdapter {
  readonly network: Network;
  /** The configured chain, as `identify` names it: `main`, `regtest`, `1`. Needs no node. */
  readonly chain: string;
  /** Coins that can be deposited and withdrawn. */
  readonly coins: readonly Coin[];
  /** The coin that network fees are paid in. */
  readonly feeCoin: Coin;
  /** The current generation of the seed, which new addresses are of; absent for the first one. */
  readonly generation?: number;

  /** The node's chain; throws `WrongChain` if it is not the configured one. */
  identify(): Promise<ChainIdentity>;
  /** The newest block of the best chain. */
  tip(): Promise<Block>;
  /** The block of the best chain at a height, null above the tip. */
  blockAt(height: number): Promise<Block | null>;
  /** A block by hash, on the best chain or not; null when the node does not know it. */
  blockByHash(hash: string): Promise<(Block & { isOnBestChain: boolean }) | null>;
  /** The block of the best chain at a height with its payments to watched keys, in the block's own order; null above the tip. */
  scan(height: number, watched: Watched): Promise<ScannedBlock | null>;
  /** Unconfirmed payments to watched keys. Absent where a chain's mempool is not read. */
  scanMempool?(watched: Watched): Promise<Payment[]>;

  /** Validates an address exactly as typed. Needs no node. */
  checkAddress(text: string): AddressCheck;
  /** Derives our address from the extended public key of the number's generation. Needs no node and no private key. */
  ownAddress(branch: Branch, index: number): OwnAddress;
  /** The canonical text of a key; throws on a key that no address has. */
  addressOf(key: AddressKey): string;

  /** A fee rate that confirms soon, between the configured floor and cap. */
  feeRate(): Promise<FeeRate>;
  /** Builds an unsigned payment from our outputs or an account's nonce. Asks the node for gas at most. */
  build(order: PaymentOrder): Promise<Unsigned | BuildRefusal>;
  /** The same payment from the same outputs or nonce at a higher rate. The receiver gets the same amount. */
  bump(previous: Unsigned, rate: FeeRate, maxFee?: bigint): Promise<Unsigned | BuildRefusal>;
  /** The txid before signing. Absent where the signature decides it. */
  txidOf?(unsigned: Unsigned): string;
  /** Restores a payment from the payload that was sent to the signer. `from`: the paying account, on chains with accounts. */
  decodeUnsigned(payload: string, from: OwnAddress): Unsigned;
  /** Verifies the signer's response; throws unless it is exactly the unsigned payment, signed. */
  finish(unsigned: Unsigned, signed: string): Signed;
  /** Broadcasts signed bytes; idempotent. */
  broadcast(signed: Signed): Promise<BroadcastResult>;
  /** Status of our payment. Needs no transaction index on the node. */
  status(sent: SentPayment): Promise<SentStatus>;
  /**
   * Raw transaction of a block, to rebroadcast after a reorg; null when the block does not contain it. Absent where only we can
   * broadcast our payments.
   */
  rawTransaction?(txid: string, block: Pick<Block, 'hash'>): Promise<string | null>;
  /** Confirmed balance of our addresses per coin, by the node; may take minutes. */
  holdings(addresses: readonly OwnAddress[]): Promise<ChainSum[]>;
  /** The node's next nonce, confirmed and pending. Only on chains with accounts. */
  nonces?(key: AddressKey): Promise<{ confirmed: number; pending: number }>;
}
