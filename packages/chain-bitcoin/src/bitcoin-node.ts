import { type Block, WrongChain } from '@lode/chain';
import { blockBytes, JsonRpc, type RpcOptions, RpcRefusal, unavailable } from './json-rpc.ts';
import type { BitcoinChainName } from './networks.ts';
import { decodeTransaction, MalformedBlock, type RawTransaction, readHeader } from './raw-block.ts';
import { bytesOf, hashOf, malformed, objectOf, readInteger, satoshiOf, textOf, wholeSatoshiOf } from './responses.ts';

/** A block's header as the node tells it. `difficulty` is the node's own decimal text. */
export interface Header extends Block {
  medianTime: number;
  bits: string;
  difficulty: string;
  isOnBestChain: boolean;
  confirmations: number;
}

export interface RawBlock {
  bytes: Buffer;
  parentHash: string;
  time: number;
}

const notFound = -5;
const outOfRange = -8;
/** Codes with which a node refuses a transaction: it would conflict, or breaks consensus or its own policy. */
const txRefusals = new Set([-25, -26]);
const alreadyInChain = -27;

/**
 * The few calls that we need of a node, each with its answer checked: only such as Bitcoin Core and its forks share, without an index of
 * transactions, without notifications, without a wallet.
 */
export class BitcoinNode {
  readonly chain: BitcoinChainName;
  private readonly rpc: JsonRpc;
  private readonly patientMs: number;
  private isVerified = false;

  constructor({ chain, patientMs, ...options }: RpcOptions & { chain: BitcoinChainName; patientMs: number }) {
    this.chain = chain;
    this.rpc = new JsonRpc(options);
    this.patientMs = patientMs;
  }

  close(): void {
    this.rpc.close();
  }

  /** Asks which chain this is. Everything else is asked only after the right answer, and again after any failure. */
  async verify(): Promise<void> {
    const { chain } = objectOf('getblockchaininfo', await this.rpc.call('getblockchaininfo'));
    const found = textOf('chain', chain, /^[a-z0-9]{1,20}$/);
    if (found !== this.chain) throw new WrongChain('BITCOIN', this.chain, found);
    this.isVerified = true;
  }

  async tip(): Promise<Header> {
    const header = await this.header(hashOf('getbestblockhash', await this.ask('getbestblockhash')));
    if (!header) throw unavailable('malformed', new Error('the best block is unknown'));
    return header;
  }

  /** Null above the tip. */
  async hashAt(height: number): Promise<string | null> {
    if (!Number.isInteger(height) || height < 0 || height > 0x7fffffff) return null;
    const hash = await this.orNull(outOfRange, this.askOrRefuse('getblockhash', [height]));
    return hash === null ? null : hashOf('getblockhash', hash);
  }

  /** Null when the node does not know the block. */
  async header(hash: string): Promise<Header | null> {
    const answer = await this.orNull(
      notFound,
      this.askOrRefuse('getblockheader', [hash, true], { exactDecimals: true }),
    );
    if (answer === null) return null;
    const header = objectOf('getblockheader', answer);
    const height = readInteger('height', header.height);
    const confirmations = readInteger('confirmations', header.confirmations);
    if (header.hash !== hash || height < 0) throw malformed('getblockheader', answer);
    return {
      height,
      hash,
      parentHash: height === 0 ? '0'.repeat(64) : hashOf('previousblockhash', header.previousblockhash),
      time: readInteger('time', header.time),
      medianTime: readInteger('mediantime', header.mediantime),
      bits: textOf('bits', header.bits, /^[0-9a-f]{8}$/),
      difficulty: textOf('difficulty', String(header.difficulty), /^\d+(\.\d+)?([eE][+-]?\d{1,3})?$/),
      isOnBestChain: confirmations > 0,
      confirmations,
    };
  }

  /** The block's bytes, checked to be that block's; null when the node does not know it. */
  async rawBlock(hash: string): Promise<RawBlock | null> {
    const answer = await this.orNull(notFound, this.askOrRefuse('getblock', [hash, 0], { maxBytes: blockBytes }));
    if (answer === null) return null;
    const bytes = bytesOf('getblock', answer);
    return { bytes, ...asMalformed(() => readHeader(bytes, hash)) };
  }

  /** Subsidy and fees of a block in satoshi, as the node's own consensus rules give them. */
  async blockSums(hash: string): Promise<{ subsidy: bigint; fees: bigint }> {
    const stats = objectOf('getblockstats', await this.ask('getblockstats', [hash, ['subsidy', 'totalfee']]));
    return { subsidy: wholeSatoshiOf('subsidy', stats.subsidy), fees: wholeSatoshiOf('totalfee', stats.totalfee) };
  }

  /** What a transaction of a block paid to the miner. */
  async feeOf(txid: string, blockHash: string): Promise<bigint> {
    const options = { exactDecimals: true, maxBytes: blockBytes };
    const tx = objectOf('getrawtransaction', await this.ask('getrawtransaction', [txid, 2, blockHash], options));
    return satoshiOf('fee', tx.fee);
  }

  /** A transaction of a block as it is sent, in hex; null when the block is not known or has no such one. */
  async bytesIn(txid: string, blockHash: string): Promise<string | null> {
    const options = { maxBytes: blockBytes };
    const answer = await this.orNull(notFound, this.askOrRefuse('getrawtransaction', [txid, 0, blockHash], options));
    if (answer === null) return null;
    const bytes = bytesOf('getrawtransaction', answer);
    if (asMalformed(() => decodeTransaction(bytes)).txid !== txid) throw malformed('getrawtransaction', answer);
    return bytes.toString('hex');
  }

  async isInMempool(txid: string): Promise<boolean> {
    const entry = await this.orNull(notFound, this.askOrRefuse('getmempoolentry', [txid]));
    return entry !== null;
  }

  async mempool(): Promise<string[]> {
    const txids = await this.ask('getrawmempool', [], { maxBytes: 8 * blockBytes });
    if (!Array.isArray(txids)) throw malformed('getrawmempool', txids);
    return txids.map((txid) => hashOf('txid', txid));
  }

  /** A transaction of the mempool; null when it has left. */
  async waiting(txid: string): Promise<RawTransaction | null> {
    const answer = await this.orNull(notFound, this.askOrRefuse('getrawtransaction', [txid], { maxBytes: blockBytes }));
    if (answer === null) return null;
    const tx = asMalformed(() => decodeTransaction(bytesOf('getrawtransaction', answer)));
    if (tx.txid !== txid) throw malformed('getrawtransaction', answer);
    return tx;
  }

  /** Confirmations and best block of an output that no block has spent; null when it is spent or unknown. */
  async unspent(txid: string, index: number): Promise<{ confirmations: number; bestBlock: string } | null> {
    const answer = await this.ask('gettxout', [txid, index, false]);
    if (answer === null) return null;
    const output = objectOf('gettxout', answer);
    return {
      confirmations: readInteger('confirmations', output.confirmations),
      bestBlock: hashOf('bestblock', output.bestblock),
    };
  }

  /** Satoshi per 1,000 virtual bytes; null while the node has seen too little to say. */
  async estimatedRate(blocks: number): Promise<bigint | null> {
    const answer = objectOf('estimatesmartfee', await this.ask('estimatesmartfee', [blocks], { exactDecimals: true }));
    return answer.feerate === undefined ? null : satoshiOf('feerate', answer.feerate);
  }

  /** Below this rate the node takes nothing now. */
  async mempoolMinimumRate(): Promise<bigint> {
    const info = objectOf('getmempoolinfo', await this.ask('getmempoolinfo', [], { exactDecimals: true }));
    return satoshiOf('mempoolminfee', info.mempoolminfee);
  }

  /** Sends bytes. Asks first which chain this is: what was sent cannot be taken back. */
  async send(bytes: string): Promise<{ taken: true } | { taken: false; isInChain: boolean; reason: string }> {
    await this.reverify();
    try {
      hashOf('sendrawtransaction', await this.askOrRefuse('sendrawtransaction', [bytes]));
      return { taken: true };
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      if (error.code === alreadyInChain) return { taken: false, isInChain: true, reason: error.message };
      if (txRefusals.has(error.code)) return { taken: false, isInChain: false, reason: error.message };
      throw unavailable('refused', error);
    }
  }

  /** Sum of the unspent outputs of scripts by the node's set of all of them. Walks through the whole set: minutes on the public chain. */
  async unspentSum(scripts: readonly string[]): Promise<bigint> {
    const descriptors = scripts.map((script) => `raw(${script})`);
    const options = { timeoutMs: this.patientMs, exactDecimals: true, maxBytes: 8 * blockBytes };
    const answer = objectOf('scantxoutset', await this.ask('scantxoutset', ['start', descriptors], options));
    if (answer.success !== true) throw malformed('scantxoutset', answer.success);
    return satoshiOf('total_amount', answer.total_amount);
  }

  /** For calls that a node has no reason to refuse. */
  private async ask(...call: Parameters<JsonRpc['call']>): Promise<unknown> {
    try {
      return await this.askOrRefuse(...call);
    } catch (error) {
      throw error instanceof RpcRefusal ? unavailable('refused', error) : error;
    }
  }

  private async askOrRefuse(...call: Parameters<JsonRpc['call']>): Promise<unknown> {
    if (!this.isVerified) await this.verify();
    try {
      return await this.rpc.call(...call);
    } catch (error) {
      if (!(error instanceof RpcRefusal)) this.isVerified = false;
      throw error;
    }
  }

  private async reverify(): Promise<void> {
    this.isVerified = false;
    await this.verify();
  }

  /** A refusal of that code means "there is none"; any other refusal is a node that does not do what it must. */
  private async orNull(code: number, asking: Promise<unknown>): Promise<unknown> {
    try {
      return await asking;
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      if (error.code === code) return null;
      throw unavailable('refused', error);
    }
  }
}

function asMalformed<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedBlock) throw unavailable('malformed', error);
    throw error;
  }
}
