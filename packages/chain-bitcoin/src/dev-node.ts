import { createHash, randomBytes } from 'node:crypto';
import { formatAmount } from '@lode/money';
import { JsonRpc, RpcRefusal } from './json-rpc.ts';
import { bytesOf, hashOf, objectOf, readInteger, satoshiOf, textOf } from './responses.ts';

/** Operations of a development node that mines and has a wallet. For demo and tests. */
export interface BitcoinDevNode {
  /** From the node's own wallet: the txid. */
  pay(address: string, satoshi: bigint): Promise<string>;
  mine(blocks: number): Promise<void>;
  /**
   * Keeps a waiting transaction out of the blocks that this node mines, after a restart too: false when it waits no more. The
   * node must relay for less than it mines for (`minrelaytxfee` under `blockmintxfee`).
   */
  excludeFromBlocks(txid: string): Promise<boolean>;
  /** Double-spends an unconfirmed payment of the wallet back to the wallet: false when it is no longer in the mempool. */
  doubleSpend(txid: string): Promise<boolean>;
  /** Mines an empty block whose coinbase pays a script in part. */
  mineTo(script: string, satoshi: bigint): Promise<void>;
}

/** Modified fee of an excluded transaction: half a satoshi per byte stays in the mempool and is not mined. */
const excludedBytesPerSatoshi = 2n;
/** Exceeds the fee of the replaced payment. */
const replacementFee = 20_000n;
const notThere = -5;

export function bitcoinDevNode(url: string): BitcoinDevNode {
  const rpc = new JsonRpc({ url, timeoutMs: 15_000 });
  const newAddress = async () => textOf('getnewaddress', await rpc.call('getnewaddress'), /^[0-9a-zA-Z]{14,90}$/);

  async function waitingEntry(txid: string): Promise<Record<string, unknown> | null> {
    try {
      return objectOf('entry', await rpc.call('getmempoolentry', [txid], { exactDecimals: true }));
    } catch (error) {
      if (error instanceof RpcRefusal && error.code === notThere) return null;
      throw error;
    }
  }

  return {
    async pay(address, satoshi) {
      return hashOf('sendtoaddress', await rpc.call('sendtoaddress', [address, formatAmount(satoshi, 'BTC')]));
    },
    async mine(blocks) {
      await rpc.call('generatetoaddress', [blocks, await newAddress()]);
    },
    async excludeFromBlocks(txid) {
      const entry = await waitingEntry(txid);
      if (entry === null) return false;
      const { modified } = objectOf('fees', entry.fees);
      const wanted = BigInt(readInteger('vsize', entry.vsize)) / excludedBytesPerSatoshi;
      const surplus = satoshiOf('modified fee', modified) - wanted;
      if (surplus > 0n) await rpc.call('prioritisetransaction', [txid, 0, -Number(surplus)]);
      return true;
    },
    async doubleSpend(txid) {
      if ((await waitingEntry(txid)) === null) return false;
      const raw = await rpc.call('getrawtransaction', [txid, true], { exactDecimals: true });
      const tx = objectOf('transaction', raw);
      const inputs = listOf(tx.vin).map(({ txid: from, vout }) => ({ txid: from, vout, sequence: 0xfffffffd }));
      const total = listOf(tx.vout).reduce((sum, { value }) => sum + satoshiOf('value', value), 0n);
      const outputs = [{ [await newAddress()]: formatAmount(total - replacementFee, 'BTC') }];
      const unsigned = await rpc.call('createrawtransaction', [inputs, outputs]);
      const { hex } = objectOf('signed', await rpc.call('signrawtransactionwithwallet', [unsigned]));
      await rpc.call('sendrawtransaction', [hex]);
      return true;
    },
    async mineTo(script, satoshi) {
      const template = objectOf('template', await rpc.call('getblocktemplate', [{ rules: ['segwit'] }]));
      const own = objectOf('address', await rpc.call('getaddressinfo', [await newAddress()]));
      const fees = listOf(template.transactions).reduce((sum, { fee }) => sum + BigInt(readInteger('fee', fee)), 0n);
      const rest = BigInt(readInteger('coinbasevalue', template.coinbasevalue)) - fees - satoshi;
      const coinbase = coinbaseOf(readInteger('height', template.height), [
        { script: Buffer.from(script, 'hex'), satoshi },
        { script: bytesOf('scriptPubKey', own.scriptPubKey), satoshi: rest },
      ]);
      const refused = await rpc.call('submitblock', [blockOf(template, coinbase)]);
      // `inconclusive`: another block arrived in between.
      if (refused !== null && refused !== 'inconclusive')
        throw new Error(`the block is refused: ${JSON.stringify(refused)}`);
    },
  };
}

function listOf(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) throw new Error('the node returned no list');
  return value.map((one) => objectOf('element', one));
}

const little = (value: bigint, bytes: number): Buffer => {
  const out = Buffer.alloc(8);
  out.writeBigUInt64LE(value);
  return out.subarray(0, bytes);
};
const twice = (bytes: Buffer): Buffer =>
  createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();
const reversed = (hex: string): Buffer => Buffer.from(Buffer.from(hex, 'hex').toReversed());

/** The coinbase transaction, with the block height (BIP34). */
function coinbaseOf(height: number, outputs: readonly { script: Buffer; satoshi: bigint }[]): Buffer {
  // The sign's bit stays free; heights below 17 are written otherwise, and no such node is asked.
  const number = little(BigInt(height), height < 2 ** 15 ? 2 : height < 2 ** 23 ? 3 : 4);
  const shortest = height < 2 ** 7 ? number.subarray(0, 1) : number;
  const words = Buffer.concat([Buffer.from([shortest.length]), shortest, Buffer.from([8]), randomBytes(8)]);
  return Buffer.concat([
    little(1n, 4),
    Buffer.from([1]),
    Buffer.alloc(32),
    Buffer.alloc(4, 0xff),
    Buffer.from([words.length]),
    words,
    Buffer.alloc(4, 0xff),
    Buffer.from([outputs.length]),
    ...outputs.flatMap(({ script, satoshi }) => [little(satoshi, 8), Buffer.from([script.length]), script]),
    little(0n, 4),
  ]);
}

/** With as much work as such a chain asks for: two tries or so. */
function blockOf(template: Record<string, unknown>, coinbase: Buffer): string {
  const target = textOf('target', template.target, /^[0-9a-f]{64}$/);
  const head = Buffer.concat([
    little(BigInt(readInteger('version', template.version)), 4),
    reversed(hashOf('previousblockhash', template.previousblockhash)),
    twice(coinbase),
    little(BigInt(readInteger('curtime', template.curtime)), 4),
    reversed(textOf('bits', template.bits, /^[0-9a-f]{8}$/)),
  ]);
  for (let nonce = 0n; nonce < 1_000_000n; nonce += 1n) {
    const header = Buffer.concat([head, little(nonce, 4)]);
    if (reversed(twice(header).toString('hex')).toString('hex') > target) continue;
    return Buffer.concat([header, Buffer.from([1]), coinbase]).toString('hex');
  }
  throw new Error('no proof of work found: the difficulty of this chain is too high');
}
