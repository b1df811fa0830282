/**
 * Proves that one false request does not make outputs unspendable for good: the bytes that made an output correct its amount, and
 * nothing else does.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OwnOutput } from '@lode/chain';
import { decodeTransaction } from '@lode/chain-bitcoin';
import { expect, it, onTestFinished } from 'vitest';
import { parseTransactions } from './input-amounts.ts';
import { signed } from './testing/batching.ts';
import { localPayments } from './testing/local-payments.ts';
import type { TestPayments } from './testing/payments.ts';
import { testPayments } from './testing/payments.ts';
import { prepareSigner } from './testing/start-signer.ts';

const littleEndian = (value: bigint, bytes: number): string => {
  const text = Buffer.alloc(8);
  text.writeBigUInt64LE(value);
  return text.toString('hex', 0, bytes);
};

/** A transaction that pays our addresses these amounts, and its outputs. */
function funded({ bitcoin }: TestPayments, amounts: readonly bigint[]): { raw: string; outputs: OwnOutput[] } {
  const owners = amounts.map((_, at) => bitcoin.ownAddress('house', 10 + at));
  const paid = owners.map(({ key }, at) => `${littleEndian(amounts[at] ?? 0n, 8)}16${key}`);
  const input = `${'ab'.repeat(32)}0000000000ffffffff`;
  const raw = `0200000001${input}${littleEndian(BigInt(paid.length), 1)}${paid.join('')}00000000`;
  const { txid } = decodeTransaction(Buffer.from(raw, 'hex'));
  return { raw, outputs: owners.map((owner, index) => ({ txid, index, amount: amounts[index] ?? 0n, owner })) };
}

/** All of these outputs into one, each with so many satoshi more than it has. */
async function consolidation({ bitcoin }: TestPayments, outputs: readonly OwnOutput[], more: bigint) {
  const house = bitcoin.ownAddress('house', 0);
  const required = outputs.map((one) => ({ ...one, amount: one.amount + more }));
  const source = { kind: 'OUTPUTS' as const, outputs: [], required, change: house };
  const amount = outputs.reduce((sum, one) => sum + one.amount, 0n) - 650n * BigInt(outputs.length);
  const rate = { unit: 'SAT_PER_KVB', rate: 5_000n } as const;
  const built = await bitcoin.build({ to: house.key, coin: 'BTC', amount, rate, source });
  if ('refused' in built) throw new Error(built.refused);
  const id = 'consolidate:1';
  const to = { branch: 'house', index: 0 } as const;
  return { kind: 'CONSOLIDATE', id, network: 'BITCOIN', to, payload: built.payload } as const;
}

/** The hot wallet, and a worker that was taken over: it says of each output that it has one satoshi more. */
async function lied() {
  const { local, payments } = await localPayments({});
  const { raw, outputs } = funded(payments, [300_000_000n, 300_000_000n]);
  expect(await local.signer.sign(await consolidation(payments, outputs, 1n))).toMatchObject(signed);
  const pay = async (spent: OwnOutput[], id = 'withdrawal:1-a') => {
    const change = payments.bitcoin.ownAddress('house', 0);
    const source = { kind: 'OUTPUTS' as const, outputs: spent, change };
    const made = await payments.bitcoinPayment(id, { source, amount: 400_000_000n });
    return local.signer.sign(await payments.approved(made));
  };
  return { local, payments, raw, outputs, pay };
}

const falseAmount = { refused: 'INPUTS', detail: expect.stringMatching(/300000001 satoshi before.*amounts:correct/) };

it('the raw transaction frees what a false request had fixed, also after a restart', async () => {
  const { local, raw, outputs, pay } = await lied();
  await local.signer.abandon('consolidate:1', 'false amounts');
  await local.restart();
  expect(await pay(outputs)).toMatchObject(falseAmount);
  const corrected = await local.signer.correctAmounts([raw]);
  expect(corrected).toEqual(
    outputs.map(({ txid, index }) => ({ output: `${txid}:${index}`, claimed: '300000001', amount: '300000000' })),
  );
  await local.restart();
  expect(await pay(outputs)).toMatchObject(signed);
});

it('afterwards an input has that amount in all signatures: two worthless halves give no whole', async () => {
  const { local, payments, raw, outputs, pay } = await lied();
  await local.signer.abandon('consolidate:1', 'false amounts');
  await local.signer.correctAmounts([raw]);
  for (const at of [0, 1])
    expect(
      await pay(outputs.map((one, index) => (index === at ? { ...one, amount: one.amount + 1n } : one))),
    ).toMatchObject({ refused: 'INPUTS' });
  const again = { ...(await consolidation(payments, outputs, 2n)), id: 'consolidate:2' };
  expect(await local.signer.sign(again)).toMatchObject({ refused: 'INPUTS' });
  expect(await pay(outputs)).toMatchObject(signed);
});

it('no other bytes correct an amount', async () => {
  const { local, payments, raw, outputs, pay } = await lied();
  await local.signer.abandon('consolidate:1', 'false amounts');
  const more = funded(payments, [300_000_002n, 300_000_002n]).raw;
  expect(more).toHaveLength(raw.length);
  const lines = local.journal.lines.length;
  await expect(local.signer.correctAmounts([more])).rejects.toThrow('no input');
  expect(local.journal.lines).toHaveLength(lines);
  expect(await pay(outputs)).toMatchObject(falseAmount);
  await local.signer.correctAmounts([raw]);
  await expect(local.signer.correctAmounts([raw])).rejects.toThrow('no input');
});

it.each([
  ['nothing', ' \n', 'no transaction'],
  ['no hex', 'xyz', 'hex'],
  ['half a byte', 'abc', 'hex'],
  ['half a transaction', '0200000001', 'ends in the middle'],
])('a file with %s is none', (_which, text, why) => {
  expect(() => parseTransactions(text)).toThrow(why);
});

it('is a command at the signer’s machine', { timeout: 60_000 }, async () => {
  const signer = await prepareSigner();
  onTestFinished(() => signer.close());
  await signer.start();
  const payments = await testPayments(signer);
  payments.bitcoin.close();
  const { raw, outputs } = funded(payments, [300_000_000n]);
  expect(await signer.client.sign(await consolidation(payments, outputs, 1n))).toMatchObject(signed);
  await signer.kill();
  const file = join(signer.folder, 'transactions');
  const correct = () => signer.command(['amounts:correct', '--transactions', file]);
  await writeFile(file, 'nonsense');
  expect(await correct()).toMatchObject({ code: 1, output: expect.stringMatching(/^refused: .*hex\n$/) });
  await writeFile(file, `${raw}\n`);
  expect(await correct()).toMatchObject({
    code: 0,
    output: `${outputs[0]?.txid}:0 has 300000000 satoshi, and not 300000001\n`,
  });
  expect(await correct()).toMatchObject({ code: 1, output: expect.stringContaining('no input') });
});
