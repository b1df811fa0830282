import {
  type AddressCheck,
  type AddressKey,
  type Block,
  type Branch,
  type BroadcastResult,
  type BuildRefusal,
  type ChainAdapter,
  type ChainIdentity,
  type ChainSum,
  type FeeRate,
  hotAddress,
  type OwnAddress,
  type Payment,
  type PaymentOrder,
  type Receiver,
  type ScannedBlock,
  type SentPayment,
  type SentStatus,
  type Signed,
  type Unsigned,
  type Watched,
} from '@lode/chain';
import { BitcoinAccount } from './account.ts';
import { AccountGenerations } from './account-generations.ts';
import { bitcoinAddress, checkBitcoinAddress } from './addresses.ts';
import { BitcoinNode } from './bitcoin-node.ts';
import { BlockReader } from './block-reader.ts';
import { outpointOf, type Selection, selectOutputs, withChangeAndFee } from './coin-selection.ts';
import { currentFeeRate, type FeeLimits } from './fee-rate.ts';
import { unavailable } from './json-rpc.ts';
import { MempoolWatch } from './mempool-watch.ts';
import { type BitcoinNetworkDay, networkDayFromNode } from './network-day.ts';
import type { BitcoinChainName } from './networks.ts';
import { finishPsbt, paymentOf, psbtTxid, spentOutputs, writePsbt } from './psbt.ts';
import { MalformedBlock, scanBlock } from './raw-block.ts';
import { sentStatus } from './sent-status.ts';
import { dustLimit, feeFor, virtualBytes } from './sizes.ts';

export interface BitcoinOptions {
  /** `http://user:pass@host:port` of a node's JSON-RPC. */
  url: string;
  /** Which chain must answer there. */
  chain: BitcoinChainName;
  /** Extended public key of the BIP84 account: zpub or xpub on the public chain, vpub or tpub on a test chain. */
  accountKey: string;
  /** Fingerprint of the account's master key, written into PSBTs for signers that ask for it. */
  masterFingerprint?: number;
  /** The same of later generations of the seed, in their order: the last one is the current one. */
  laterKeys?: readonly { accountKey: string; masterFingerprint: number }[];
  /** Whole satoshi per virtual byte. `BITCOIN_FEE_CAP_SAT_VB`. */
  feeFloor?: number;
  feeCap?: number;
  /** For one answer of the node, and for the walk through all unspent outputs. */
  timeoutMs?: number;
  patientMs?: number;
}

/** Incremental relay fee: what a replacement adds per 1,000 virtual bytes. */
const replacementStep = 1_000n;
const satoshis = (atomic: bigint): ChainSum => ({ coin: 'BTC', atomic, decimals: 8 });
const onlyBlock = ({ height, hash, parentHash, time }: Block): Block => ({ height, hash, parentHash, time });

/** Bitcoin through a node's JSON-RPC. No private key, no wallet of the node, no index of transactions. */
export class BitcoinChain implements ChainAdapter {
  readonly network = 'BITCOIN';
  readonly coins = ['BTC'] as const;
  readonly feeCoin = 'BTC';
  /** The chain that must answer, and whose network days these are. */
  readonly chain: BitcoinChainName;
  private readonly node: BitcoinNode;
  readonly generation: number;
  private readonly accounts: AccountGenerations;
  private readonly fees: FeeLimits;
  private readonly mempool: MempoolWatch;
  private readonly blocks: BlockReader;

  constructor(options: BitcoinOptions) {
    const { url, chain, accountKey, masterFingerprint = 0, laterKeys = [], feeFloor = 1, feeCap = 200 } = options;
    if (!(feeFloor >= 1 && feeCap >= feeFloor))
      throw new RangeError(`fees from ${feeFloor} to ${feeCap} satoshi a byte`);
    this.chain = chain;
    this.node = new BitcoinNode({
      url,
      chain,
      timeoutMs: options.timeoutMs ?? 10_000,
      patientMs: options.patientMs ?? 600_000,
    });
    const accounts = [{ accountKey, masterFingerprint }, ...laterKeys].map(
      (one) => new BitcoinAccount(one.accountKey, chain, one.masterFingerprint),
    );
    this.accounts = new AccountGenerations(accounts);
    this.generation = this.accounts.current;
    this.fees = { floor: BigInt(feeFloor) * 1_000n, cap: BigInt(feeCap) * 1_000n };
    this.mempool = new MempoolWatch(this.node);
    this.blocks = new BlockReader(this.node);
  }

  /** Ends the connections to the node. */
  close(): void {
    this.node.close();
  }

  async identify(): Promise<ChainIdentity> {
    await this.node.verify();
    const genesis = await this.node.hashAt(0);
    if (!genesis) throw unavailable('malformed', new Error('no block 0'));
    return { network: this.network, chain: this.chain, genesis };
  }

  async tip(): Promise<Block> {
    return onlyBlock(await this.node.tip());
  }

  async blockAt(height: number): Promise<Block | null> {
    const hash = await this.node.hashAt(height);
    const header = hash === null ? null : await this.node.header(hash);
    return header && onlyBlock(header);
  }

  async blockByHash(hash: string): Promise<(Block & { isOnBestChain: boolean }) | null> {
    const header = await this.node.header(hash);
    return header && { ...onlyBlock(header), isOnBestChain: header.isOnBestChain };
  }

  async scan(height: number, watched: Watched): Promise<ScannedBlock | null> {
    const raw = await this.blocks.read(height);
    if (!raw) return null;
    const { bytes, hash, parentHash, time } = raw;
    try {
      return { block: { height, hash, parentHash, time }, ...scanBlock(bytes, height, watched) };
    } catch (error) {
      if (error instanceof MalformedBlock) throw unavailable('malformed', error);
      throw error;
    }
  }

  scanMempool(watched: Watched): Promise<Payment[]> {
    return this.mempool.payments(watched);
  }

  checkAddress(text: string): AddressCheck {
    return checkBitcoinAddress(text, this.chain);
  }

  ownAddress(branch: Branch, index: number): OwnAddress {
    return this.accounts.address(branch, index);
  }

  addressOf(key: AddressKey): string {
    return bitcoinAddress(key, this.chain);
  }

  async feeRate(): Promise<FeeRate> {
    return { unit: 'SAT_PER_KVB', rate: await currentFeeRate(this.node, this.fees) };
  }

  async build(order: PaymentOrder): Promise<Unsigned | BuildRefusal> {
    const { to, coin, amount, source, maxFee, also = [] } = order;
    if (source.kind !== 'OUTPUTS' || coin !== 'BTC')
      throw new TypeError('a Bitcoin payment is made from outputs, in BTC');
    const rate = rateOf(order.rate);
    const receivers = [{ to, amount }, ...also];
    if (receivers.some((one) => one.amount < dustLimit(one.to))) return { refused: 'DUST' };
    if (!this.isAllowed(rate)) return { refused: 'FEE_RATE' };
    const need = { ...needOf(receivers), changeTo: source.change.key, rate };
    const { required, outputs } = source;
    const selection = selectOutputs(outputs, need, {
      ...(required && { required }),
      maxFee,
      // One that is stuck would hold up all that it pays.
      isBumpable: also.length > 0,
    });
    if (!selection) return { refused: 'NOT_ENOUGH' };
    return isAbove(selection.fee, maxFee)
      ? { refused: 'FEE_CAP' }
      : this.unsigned(selection, receivers, order.rate, source.change);
  }

  async bump(previous: Unsigned, newRate: FeeRate, maxFee?: bigint): Promise<Unsigned | BuildRefusal> {
    const rate = rateOf(newRate);
    if (rate <= rateOf(previous.rate) || !this.isAllowed(rate)) return { refused: 'FEE_RATE' };
    const outputs = spentOutputs(previous.payload, (path, key) => this.accounts.ownerAt(path, key));
    const change = previous.change?.owner ?? hotAddress(this);
    const receivers = (previous.receivers ?? [previous]).map(({ to, amount }) => ({ to, amount }));
    const need = { ...needOf(receivers), changeTo: change.key, rate };
    const size = virtualBytes(outputs.length, previous.change ? [...need.to, change.key] : need.to);
    const leastFee = previous.fee.atomic + feeFor(size, replacementStep);
    const selection = withChangeAndFee(outputs, need, leastFee);
    if (!selection) return { refused: 'NOT_ENOUGH' };
    return isAbove(selection.fee, maxFee)
      ? { refused: 'FEE_CAP' }
      : this.unsigned(selection, receivers, newRate, change);
  }

  finish(unsigned: Unsigned, signed: string): Signed {
    return finishPsbt(unsigned.payload, signed);
  }

  decodeUnsigned(payload: string): Unsigned {
    const { outputs, change, fee, to, amount, receivers } = paymentOf(payload, (path, key) =>
      this.accounts.ownerAt(path, key),
    );
    const scripts = receivers.map((one) => one.to);
    const size = virtualBytes(outputs.length, change ? [...scripts, change.owner.key] : scripts);
    const rate: FeeRate = { unit: 'SAT_PER_KVB', rate: (fee * 1_000n) / size };
    const outpoints = outputs.map(outpointOf).sort();
    const several = receivers.length > 1 && { receivers };
    return {
      format: 'PSBT',
      payload,
      outpoints,
      to,
      coin: 'BTC',
      amount,
      fee: satoshis(fee),
      rate,
      change,
      ...several,
    };
  }

  /** Signatures of segwit inputs are not in it. */
  txidOf({ payload }: Unsigned): string {
    return psbtTxid(payload);
  }

  async broadcast({ txid, bytes }: Signed): Promise<BroadcastResult> {
    const isKnown = await this.node.isInMempool(txid);
    const sent = await this.node.send(bytes);
    if (sent.taken) return { accepted: true, isNew: !isKnown };
    return sent.isInChain || isKnown ? { accepted: true, isNew: false } : { accepted: false, reason: sent.reason };
  }

  status(sent: SentPayment): Promise<SentStatus> {
    return sentStatus(this.node, sent);
  }

  rawTransaction(txid: string, { hash }: Pick<Block, 'hash'>): Promise<string | null> {
    return this.node.bytesIn(txid, hash);
  }

  async holdings(addresses: readonly OwnAddress[]): Promise<ChainSum[]> {
    if (addresses.length === 0) return [satoshis(0n)];
    return [satoshis(await this.node.unspentSum([...new Set(addresses.map(({ key }) => key))]))];
  }

  /** Blocks, difficulty and fees of a mining date; null until the date is final on the chain. */
  networkDay(date: string): Promise<BitcoinNetworkDay | null> {
    return networkDayFromNode(this.node, date);
  }

  private isAllowed(rate: bigint): boolean {
    return rate >= this.fees.floor && rate <= this.fees.cap;
  }

  private unsigned(selection: Selection, receivers: readonly Receiver[], rate: FeeRate, change: OwnAddress): Unsigned {
    const [first] = receivers;
    if (!first) throw new TypeError('a payment has a receiver');
    const { indexes, ...written } = writePsbt(this.accounts, selection, { receivers, change });
    const several = receivers.length > 1 && {
      receivers: receivers.map((one, at) => ({ ...one, index: indexes[at] ?? 0 })),
    };
    return { format: 'PSBT', ...written, ...first, coin: 'BTC', fee: satoshis(selection.fee), rate, ...several };
  }
}

const needOf = (receivers: readonly Receiver[]) => ({
  amount: receivers.reduce((sum, { amount }) => sum + amount, 0n),
  to: receivers.map(({ to }) => to),
});

const isAbove = (fee: bigint, maxFee: bigint | undefined): boolean => maxFee !== undefined && fee > maxFee;

function rateOf(rate: FeeRate): bigint {
  if (rate.unit !== 'SAT_PER_KVB') throw new TypeError('Bitcoin fees are satoshi per 1,000 virtual bytes');
  return rate.rate;
}
