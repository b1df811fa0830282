import { createHash, type KeyObject } from 'node:crypto';
import { numbersPerGeneration, type OwnOutput } from '@lode/chain';
import { BitcoinChain } from '@lode/chain-bitcoin';
import { signingAccount } from '@lode/chain-bitcoin/keys';
import { evmKeys } from '@lode/chain-evm/keys';
import { unsignedPayment } from '@lode/chain-evm/testing';
import type { InternalTransferRequest } from '@lode/signing';
import { expect, it, onTestFinished } from 'vitest';
import { type LocalSigner, localSigner } from '../testing/in-process.ts';
import { publicKeysOf } from './generations.ts';

const next = createHash('sha512').update('next').digest();

async function rotating(later: Buffer[] = [next]): Promise<LocalSigner> {
  const local = await localSigner();
  onTestFinished(() => local.close());
  Object.assign(local.secrets, { later });
  await local.restart();
  return local;
}

const by = (approver: string) => ({ approver, signedAt: '2026-03-01T04:00:00.000Z' });
const signed = async ({ signer }: LocalSigner, id: string, name: string, key: KeyObject) =>
  signer.keys.sign(id, by(name), { key });

it('two approvers make the next generation current, also after a restart', async () => {
  const local = await rotating();
  const { hotAddresses } = local.signer;
  const before = hotAddresses();
  const { id, generation } = await local.signer.keys.askRotation(publicKeysOf(next));
  expect((await local.signer.keys.askRotation(publicKeysOf(next))).id).toBe(id);
  expect(generation).toBe(1);
  expect(await signed(local, id, 'finance', await local.keyOf('finance'))).toBe('SIGNED');
  expect(await signed(local, id, 'finance', await local.keyOf('finance'))).toBe('SIGNED_BEFORE');
  expect(local.signer.info().generation).toBe(0);
  expect(await signed(local, id, 'approver', await local.keyOf('approver'))).toBe('CHANGED');
  for (const state of ['running', 'restarted']) {
    if (state === 'restarted') await local.restart();
    expect(local.signer.info()).toMatchObject({ generation: 1, later: [{ publicKeys: publicKeysOf(next) }] });
    expect(local.signer.hotAddresses()).not.toEqual(before);
  }
});

it('a key file without the seed that approvers signed, or with another one, does not start', async () => {
  const local = await rotating();
  const { id } = await local.signer.keys.askRotation(publicKeysOf(next));
  for (const name of ['finance', 'approver']) await signed(local, id, name, await local.keyOf(name));
  for (const later of [[], [createHash('sha512').update('another').digest()]]) {
    Object.assign(local.secrets, { later });
    await expect(local.restart()).rejects.toThrow('the key file does not hold it');
  }
  Object.assign(local.secrets, { later: [next] });
  await local.restart();
});

const third = createHash('sha512').update('third').digest();
const isSigned = { signed: expect.any(String) };
const rate = { unit: 'SAT_PER_KVB', rate: 5_000n } as const;

async function rotated(local: LocalSigner, seed: Buffer): Promise<void> {
  const { id } = await local.signer.keys.askRotation(publicKeysOf(seed));
  for (const name of ['finance', 'approver']) await signed(local, id, name, await local.keyOf(name));
}

/** The hot wallet of a generation, by its number. */
const hot = (generation: number) => ({ branch: 'house' as const, index: generation * numbersPerGeneration });

function bitcoinOf({ secrets }: LocalSigner, ...later: Buffer[]) {
  const [first, ...others] = [secrets.seed, ...later].map((seed) => signingAccount(seed, 'regtest'));
  if (!first) throw new Error('a signer without a seed');
  const chain = new BitcoinChain({
    url: 'http://user:pass@127.0.0.1:1',
    chain: 'regtest',
    accountKey: first.extendedPublicKey,
    masterFingerprint: first.fingerprint,
    laterKeys: others.map((one) => ({ accountKey: one.extendedPublicKey, masterFingerprint: one.fingerprint })),
  });
  chain.close();
  let made = 0;
  const output = (): OwnOutput => {
    made += 1;
    return { txid: `${made}`.padStart(64, '0'), index: 0, amount: 1_000_000n, owner: chain.ownAddress('house', made) };
  };
  /** All of these outputs to the hot wallet of a generation. */
  const move = async (generation: number, outputs: OwnOutput[]) => {
    const change = chain.ownAddress('house', hot(generation).index);
    const amount = 900_000n * BigInt(outputs.length);
    const source = { kind: 'OUTPUTS' as const, outputs: [], required: outputs, change };
    const unsigned = await chain.build({ to: change.key, coin: 'BTC', amount, source, rate });
    if ('refused' in unsigned) throw new Error(unsigned.refused);
    return unsigned;
  };
  const request = (kind: 'ROTATE' | 'CONSOLIDATE', id: string, generation: number, payload: string) =>
    ({ kind, id, network: 'BITCOIN', to: hot(generation), payload }) satisfies InternalTransferRequest;
  return { chain, output, move, request };
}

it('a move that waits is replaced after a further rotation, to the place that it was signed for', async () => {
  const local = await rotating([next, third]);
  await rotated(local, next);
  const { chain, output, move, request } = bitcoinOf(local, next, third);
  const unsigned = await move(1, [output()]);
  expect(await local.signer.sign(request('ROTATE', 'cold:1', 1, unsigned.payload))).toMatchObject(isSigned);
  await rotated(local, third);
  const bumped = await chain.bump(unsigned, { ...rate, rate: 9_000n });
  if ('refused' in bumped) throw new Error(bumped.refused);
  expect(await local.signer.sign(request('ROTATE', 'cold:1', 1, bumped.payload))).toMatchObject(isSigned);
  // Nothing new goes there.
  const late = await move(1, [output()]);
  expect(await local.signer.sign(request('ROTATE', 'cold:2', 1, late.payload))).toMatchObject({
    refused: 'TRANSACTION',
  });
  const other = await move(2, [output()]);
  expect(await local.signer.sign(request('ROTATE', 'cold:1', 2, other.payload))).toMatchObject({
    refused: 'SIGNED_DIFFERENTLY',
  });
});

it('an input of a rotation goes to another rotation, and to nothing else', async () => {
  const local = await rotating();
  await rotated(local, next);
  const { chain, output, move, request } = bitcoinOf(local, next);
  const [lost, left, paid] = [output(), output(), output()];
  const sign = async (kind: 'ROTATE' | 'CONSOLIDATE', id: string, outputs: OwnOutput[]) =>
    local.signer.sign(request(kind, id, 1, (await move(1, outputs)).payload));
  const whole = async (kind: 'ROTATE' | 'CONSOLIDATE', id: string, one: OwnOutput) => {
    const change = chain.ownAddress('house', hot(1).index);
    const source = { kind: 'OUTPUTS' as const, outputs: [], required: [one], change };
    const unsigned = await chain.build({ to: change.key, coin: 'BTC', amount: 999_400n, source, rate });
    if ('refused' in unsigned) throw new Error(unsigned.refused);
    return local.signer.sign(request(kind, id, 1, unsigned.payload));
  };
  expect(await sign('ROTATE', 'cold:1', [lost, left])).toMatchObject(isSigned);
  expect(await sign('ROTATE', 'cold:2', [left])).toMatchObject(isSigned);
  await local.restart();
  expect(await whole('CONSOLIDATE', 'consolidate:1', left)).toMatchObject({ refused: 'OUTPOINT_RESERVED' });
  expect(await whole('CONSOLIDATE', 'consolidate:1', lost)).toMatchObject({ refused: 'OUTPOINT_RESERVED' });
  expect(await whole('CONSOLIDATE', 'consolidate:2', paid)).toMatchObject(isSigned);
  expect(await sign('ROTATE', 'cold:3', [paid])).toMatchObject({ refused: 'OUTPOINT_RESERVED' });
});

it('a sweep and a move of tokens that wait are replaced after a rotation, and none goes to earlier keys anew', async () => {
  const local = await rotating([next, third]);
  const [first, second] = [evmKeys(local.secrets.seed), evmKeys(next)];
  const { chain = '', usdtContract: usdt = '' } = local.policy.erc20 ?? {};
  const token = (to: string, nonce: number, maxFee: bigint) =>
    unsignedPayment({ chainId: Number(chain), nonce, to, amount: 5_000_000n, usdt, maxFee });
  const sweep = (id: string, index: number, maxFee: bigint): InternalTransferRequest => ({
    kind: 'SWEEP',
    id,
    network: 'ERC20',
    from: { branch: 'customer', index },
    payload: token(first.ownAddress('house', 0).key, 0, maxFee),
  });
  const rotate = (id: string, to: number, nonce: number, maxFee: bigint): InternalTransferRequest => ({
    kind: 'ROTATE',
    id,
    network: 'ERC20',
    from: hot(0),
    to: hot(to),
    payload: token(second.ownAddress('house', 0).key, nonce, maxFee),
  });
  expect(await local.signer.sign(sweep('sweep:1', 3, 10n ** 9n))).toMatchObject(isSigned);
  await rotated(local, next);
  expect(await local.signer.sign(sweep('sweep:1', 3, 2n * 10n ** 9n))).toMatchObject(isSigned);
  expect(await local.signer.sign(sweep('sweep:2', 4, 10n ** 9n))).toMatchObject({ refused: 'GENERATION' });
  expect(await local.signer.sign(rotate('rotate:3', 1, 0, 10n ** 9n))).toMatchObject(isSigned);
  await rotated(local, third);
  // The server names its hot wallet of now.
  expect(await local.signer.sign(rotate('rotate:3', 2, 0, 2n * 10n ** 9n))).toMatchObject(isSigned);
  expect(await local.signer.sign(rotate('rotate:4', 1, 1, 10n ** 9n))).toMatchObject({ refused: 'TRANSACTION' });
});
