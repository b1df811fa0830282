import { createHash } from 'node:crypto';
import type { TestBitcoind } from '@lode/chain-bitcoin/testing';

/** Anybody may spend it, with a witness of one byte: thousands of transactions need no signature. */
const openScript = Buffer.from([0x51]);
const openLock = Buffer.concat([Buffer.from([0x00, 0x20]), sha256(openScript)]);

interface Coin {
  txid: Buffer;
  index: number;
  amount: bigint;
}

const transactions = 3_000;
const fee = 500n;
const payment = 1_000n;

/** Mines blocks like those of a busy day: three thousand transactions, each of two inputs and three outputs, one to a third party. */
export async function mineBusyBlocks(node: TestBitcoind, blocks: number, receiver: () => Buffer): Promise<void> {
  const { address } = (await node.call('decodescript', [openLock.toString('hex')])) as { address: string };
  await node.call('generatetoaddress', [1, address]);
  await node.mine(100);
  let coins = await fanOut(node, address);
  for (let block = 0; block < blocks; block += 1) {
    const raw: string[] = [];
    const next: Coin[] = [];
    for (let tx = 0; tx < transactions; tx += 1) {
      const inputs = coins.slice(tx * 2, tx * 2 + 2);
      const share = (inputs.reduce((sum, { amount }) => sum + amount, 0n) - fee - payment) / 2n;
      const made = transaction(inputs, [
        { amount: share, script: openLock },
        { amount: share, script: openLock },
        { amount: payment, script: receiver() },
      ]);
      raw.push(made.bytes.toString('hex'));
      for (const index of [0, 1]) next.push({ txid: made.txid, index, amount: share });
    }
    coins = next;
    await node.call('generateblock', [address, raw], { timeoutMs: 120_000 });
  }
}

/** Splits one block's reward into as many coins as a busy block spends. */
async function fanOut(node: TestBitcoind, address: string): Promise<Coin[]> {
  const height = Number(await node.call('getblockcount')) - 100;
  const hash = await node.text('getblockhash', [height]);
  const { tx } = (await node.call('getblock', [hash, 1])) as { tx: string[] };
  const reward = { txid: Buffer.from(Buffer.from(tx[0] ?? '', 'hex').toReversed()), index: 0, amount: 5_000_000_000n };
  const amount = (reward.amount - 1_000_000n) / BigInt(transactions * 2);
  const made = transaction(
    [reward],
    Array.from({ length: transactions * 2 }, () => ({ amount, script: openLock })),
  );
  await node.call('generateblock', [address, [made.bytes.toString('hex')]]);
  return Array.from({ length: transactions * 2 }, (_, index) => ({ txid: made.txid, index, amount }));
}

function transaction(inputs: readonly Coin[], outputs: readonly { amount: bigint; script: Buffer }[]) {
  const version = Buffer.from([2, 0, 0, 0]);
  const lockTime = Buffer.alloc(4);
  const body = Buffer.concat([
    count(inputs.length),
    ...inputs.flatMap(({ txid, index }) => [txid, word(index), Buffer.from([0]), word(0xffffffff)]),
    count(outputs.length),
    ...outputs.flatMap(({ amount, script }) => [long(amount), count(script.length), script]),
  ]);
  const witness = Buffer.concat(inputs.map(() => Buffer.from([1, openScript.length, ...openScript])));
  return {
    txid: sha256(sha256(Buffer.concat([version, body, lockTime]))),
    bytes: Buffer.concat([version, Buffer.from([0, 1]), body, witness, lockTime]),
  };
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function count(value: number): Buffer {
  return value < 0xfd ? Buffer.from([value]) : Buffer.from([0xfd, value & 0xff, value >> 8]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function long(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}
