import type { AddressCheck, BroadcastResult, ChainAdapter } from '../chain-adapter.ts';
import { ChainUnavailable, WrongChain } from '../errors.ts';
import type {
  BuildRefusal,
  FeeRate,
  PaymentOrder,
  Receiver,
  SentPayment,
  SentStatus,
  Signed,
  Unsigned,
} from '../payment.ts';
import type {
  AddressKey,
  Block,
  Branch,
  ChainIdentity,
  ChainSum,
  OwnAddress,
  Payment,
  ScannedBlock,
  Watched,
} from '../shapes.ts';
import { hashOf, paymentsOf, ScriptedBlocks, type ScriptedTx, satoshis, scanTransactions } from './scripted-blocks.ts';

/** Of a payment with one receiver; each further one adds an output. */
const virtualBytes = 150n;
const outputBytes = 31n;
const sizeOf = (receivers: number): bigint => virtualBytes + outputBytes * BigInt(receivers - 1);
const dustLimit = 294n;
const rates = { floor: 1_000n, usual: 5_000n, cap: 200_000n };
const addressShape = /^s1([0-9a-f]{44})([0-9a-f]{4})$/;
const checksum = (key: string): string => hashOf('checksum', key).slice(0, 4);

/**
 * An in-memory chain that passes the conformance suite, and can be scripted: forks of any shape, failures at any call, another
 * chain behind the same address.
 */
export class ScriptedChain implements ChainAdapter {
  readonly network = 'BITCOIN';
  readonly chain = 'scripted';
  readonly coins = ['BTC'] as const;
  readonly feeCoin = 'BTC';
  /** The script: set it, mine on it, fork it, swap it for another chain's. */
  blocks: ScriptedBlocks;
  /** Called before each call that a real adapter would ask its node for; throw here, or change the blocks under a reader. */
  beforeCall: (call: string) => void = () => {};
  private readonly expectedGenesis: string;

  constructor(seed = 'scripted') {
    this.blocks = new ScriptedBlocks(seed);
    this.expectedGenesis = this.blocks.tip.hash;
  }

  async identify(): Promise<ChainIdentity> {
    this.beforeCall('identify');
    const genesis = this.blocks.at(0)?.block.hash ?? '';
    if (genesis !== this.expectedGenesis) throw new WrongChain(this.network, this.expectedGenesis, genesis);
    return { network: this.network, chain: this.chain, genesis };
  }

  async tip(): Promise<Block> {
    this.beforeCall('tip');
    return this.blocks.tip;
  }

  async blockAt(height: number): Promise<Block | null> {
    this.beforeCall('blockAt');
    return this.blocks.at(height)?.block ?? null;
  }

  async blockByHash(hash: string): Promise<(Block & { isOnBestChain: boolean }) | null> {
    this.beforeCall('blockByHash');
    const block = this.blocks.find(hash)?.block;
    return block ? { ...block, isOnBestChain: this.blocks.at(block.height)?.block.hash === hash } : null;
  }

  async scan(height: number, watched: Watched): Promise<ScannedBlock | null> {
    this.beforeCall('scan');
    const node = this.blocks.at(height);
    return node && scanTransactions(node.block, node.txs, watched);
  }

  async scanMempool(watched: Watched): Promise<Payment[]> {
    this.beforeCall('scanMempool');
    return [...this.blocks.mempool.values()].flatMap((tx) => paymentsOf(tx, watched));
  }

  checkAddress(text: string): AddressCheck {
    const match = addressShape.exec(text);
    if (!match) return { valid: false, reason: 'FORMAT' };
    const [, key = '', sum] = match;
    return sum === checksum(key) ? { valid: true, key, address: text } : { valid: false, reason: 'CHECKSUM' };
  }

  ownAddress(branch: Branch, index: number): OwnAddress {
    const key = `0014${hashOf('address', branch, index).slice(0, 40)}`;
    return { branch, index, key, address: this.addressOf(key) };
  }

  addressOf(key: AddressKey): string {
    if (!/^0014[0-9a-f]{40}$/.test(key)) throw new TypeError(`no address has the key ${key}`);
    return `s1${key}${checksum(key)}`;
  }

  async feeRate(): Promise<FeeRate> {
    this.beforeCall('feeRate');
    return { unit: 'SAT_PER_KVB', rate: rates.usual };
  }

  async build({ to, coin, amount, source, rate, maxFee, also = [] }: PaymentOrder): Promise<Unsigned | BuildRefusal> {
    if (source.kind !== 'OUTPUTS' || rate.unit !== 'SAT_PER_KVB') throw new TypeError('the scripted chain has outputs');
    const receivers = [{ to, amount }, ...also];
    if (receivers.some((one) => one.amount < dustLimit)) return { refused: 'DUST' };
    if (rate.rate > rates.cap) return { refused: 'FEE_RATE' };
    const fee = (rate.rate * sizeOf(receivers.length) + 999n) / 1_000n;
    const leaves = receivers.reduce((sum, one) => sum + one.amount, 0n) + fee;
    const taken = [...(source.required ?? [])];
    let held = taken.reduce((sum, output) => sum + output.amount, 0n);
    // With several receivers its change can pay the fee a second time.
    const needed = also.length > 0 ? leaves + fee + dustLimit : leaves;
    for (const output of source.outputs) {
      if (held >= needed) break;
      taken.push(output);
      held += output.amount;
    }
    if (held < needed) return { refused: 'NOT_ENOUGH' };
    const rest = held - leaves;
    const change = rest >= dustLimit ? { owner: source.change, index: receivers.length, amount: rest } : null;
    const paid = change ? fee : fee + rest;
    if (maxFee !== undefined && paid > maxFee) return { refused: 'FEE_CAP' };
    const outpoints = taken.map(({ txid, index }) => `${txid}:${index}`).sort();
    return {
      format: 'PSBT',
      payload: payloadOf(
        outpoints,
        [...receivers.map(keyed), ...(change ? [{ key: change.owner.key, amount: rest }] : [])],
        paid,
      ),
      outpoints,
      to,
      coin,
      amount,
      fee: satoshis(paid),
      rate,
      change,
      ...several(receivers),
    };
  }

  async bump(previous: Unsigned, rate: FeeRate, maxFee?: bigint): Promise<Unsigned | BuildRefusal> {
    if (rate.unit !== 'SAT_PER_KVB' || previous.rate.unit !== 'SAT_PER_KVB') throw new TypeError('another unit');
    if (rate.rate <= previous.rate.rate || rate.rate > rates.cap) return { refused: 'FEE_RATE' };
    const receivers = previous.receivers ?? [previous];
    const fee = (rate.rate * sizeOf(receivers.length) + 999n) / 1_000n;
    const rest = (previous.change?.amount ?? 0n) + previous.fee.atomic - fee;
    if (rest < 0n) return { refused: 'NOT_ENOUGH' };
    const change = previous.change && rest >= dustLimit ? { ...previous.change, amount: rest } : null;
    const paid = change ? fee : fee + rest;
    if (maxFee !== undefined && paid > maxFee) return { refused: 'FEE_CAP' };
    const outputs = receivers.map(keyed);
    if (change) outputs.push({ key: change.owner.key, amount: change.amount });
    return { ...previous, payload: payloadOf(previous.outpoints, outputs, paid), fee: satoshis(paid), rate, change };
  }

  finish(unsigned: Unsigned, signed: string): Signed {
    if (signed !== signScripted(unsigned.payload)) throw new Error('the signed payment differs from the built one');
    return { txid: readPayload(unsigned.payload).txid, bytes: bytesFrom(unsigned.payload) };
  }

  decodeUnsigned(payload: string): Unsigned {
    const { inputs, outputs, fee } = readPayload(payload);
    const [payment] = outputs;
    if (!payment) throw new Error('expected a payment output');
    const { key: to, amount } = payment;
    const rest = outputs.at(-1);
    const isOther = outputs.length > 1 && rest !== undefined;
    const owner = isOther
      ? Array.from({ length: 10 }, (_, at) => this.ownAddress('house', at)).find(({ key }) => key === rest.key)
      : undefined;
    const change = isOther && owner ? { owner, index: outputs.length - 1, amount: rest.amount } : null;
    const receivers = outputs
      .slice(0, change ? -1 : outputs.length)
      .map((one) => ({ to: one.key, amount: one.amount }));
    const rate = { unit: 'SAT_PER_KVB' as const, rate: (fee * 1_000n) / sizeOf(receivers.length) };
    const unsigned = { payload, outpoints: inputs, to, amount, fee: satoshis(fee), rate, change };
    return { format: 'PSBT', coin: 'BTC', ...unsigned, ...several(receivers) };
  }

  txidOf({ payload }: Unsigned): string {
    return readPayload(payload).txid;
  }

  async broadcast({ bytes }: Signed): Promise<BroadcastResult> {
    this.beforeCall('broadcast');
    const tx = readPayload(Buffer.from(bytes, 'hex').toString());
    if (this.blocks.mempool.has(tx.txid) || this.blocks.transactions().some((known) => known.tx.txid === tx.txid)) {
      return { accepted: true, isNew: false };
    }
    if (!tx.inputs.every((input) => this.blocks.isUnspent(input, false))) {
      return { accepted: false, reason: 'missing or spent input' };
    }
    for (const [txid, waiting] of this.blocks.mempool) {
      if (!waiting.inputs.some((input) => tx.inputs.includes(input))) continue;
      if (waiting.fee >= tx.fee) return { accepted: false, reason: 'fee below the one that it would replace' };
      this.blocks.mempool.delete(txid);
    }
    this.blocks.submit(tx);
    return { accepted: true, isNew: true };
  }

  async status({ txid, outpoints }: SentPayment): Promise<SentStatus> {
    this.beforeCall('status');
    if (this.blocks.mempool.has(txid)) return { state: 'MEMPOOL' };
    const all = this.blocks.transactions();
    const confirmations = (block: Block): number => this.blocks.tip.height - block.height + 1;
    const found = all.find(({ tx }) => tx.txid === txid);
    if (found) {
      const { block, tx } = found;
      const feePaid = satoshis(tx.fee);
      const times = confirmations(block);
      return { state: 'CONFIRMED', block, confirmations: times, feePaid, isPaid: true, isReverted: false };
    }
    const rival = all.find(({ tx }) => tx.inputs.some((input) => outpoints.includes(input)));
    if (rival) return { state: 'CONFLICTED', by: rival.tx.txid, confirmations: confirmations(rival.block) };
    const isPayable = outpoints.every((input) => this.blocks.isUnspent(input, false));
    return isPayable ? { state: 'UNKNOWN', isPayable } : { state: 'UNKNOWN' };
  }

  async rawTransaction(txid: string, { hash }: Pick<Block, 'hash'>): Promise<string | null> {
    this.beforeCall('bytesOf');
    const tx = this.blocks.find(hash)?.txs.find((one) => one.txid === txid);
    return tx ? bytesFrom(payloadOf(tx.inputs, tx.outputs, tx.fee)) : null;
  }

  async holdings(addresses: readonly OwnAddress[]): Promise<ChainSum[]> {
    this.beforeCall('holdings');
    const keys = new Set(addresses.map(({ key }) => key));
    const unspent = this.blocks
      .transactions()
      .flatMap(({ tx }) => tx.outputs.map((output, index) => ({ ...output, name: `${tx.txid}:${index}` })))
      .filter(({ key, name }) => keys.has(key) && this.blocks.isUnspent(name, false));
    return [satoshis(unspent.reduce((sum, { amount }) => sum + amount, 0n))];
  }

  /** The same node, broken: every call that asks it fails like that. */
  broken(reason: ChainUnavailable['reason']): ScriptedChain {
    const broken = new ScriptedChain();
    broken.beforeCall = () => {
      throw new ChainUnavailable(this.network, reason, new Error('scripted'));
    };
    return broken;
  }
}

const keyed = ({ to, amount }: Receiver) => ({ key: to, amount });
const several = (receivers: readonly Receiver[]) =>
  receivers.length > 1 && { receivers: receivers.map((one, index) => ({ ...one, index })) };

/** The scripted chain's signature. */
export function signScripted(payload: string): string {
  return `signed:${payload}`;
}

const bytesFrom = (payload: string): string => Buffer.from(payload).toString('hex');

function payloadOf(inputs: string[], outputs: ScriptedTx['outputs'], fee: bigint): string {
  const plain = { inputs, outputs: outputs.map(({ key, amount }) => [key, String(amount)]), fee: String(fee) };
  return Buffer.from(JSON.stringify(plain)).toString('base64');
}

function readPayload(payload: string): ScriptedTx {
  const plain = JSON.parse(Buffer.from(payload, 'base64').toString()) as {
    inputs: string[];
    outputs: [string, string][];
    fee: string;
  };
  const outputs = plain.outputs.map(([key, amount]) => ({ key, amount: BigInt(amount) }));
  const fee = BigInt(plain.fee);
  return { txid: hashOf(plain.inputs, outputs, fee), inputs: plain.inputs, outputs, fee };
}
