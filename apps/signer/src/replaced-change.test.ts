/** Proves that a fee bump takes its change nowhere else than the transaction that it replaces: a thief may have an earlier seed. */
import { createHash } from 'node:crypto';
import { numbersPerGeneration, type Unsigned } from '@lode/chain';
import { BitcoinChain, parseColdDescriptor } from '@lode/chain-bitcoin';
import { signingAccount } from '@lode/chain-bitcoin/keys';
import type { SignRequest } from '@lode/signing';
import { expect, it, onTestFinished } from 'vitest';
import { publicKeysOf } from './rotation/generations.ts';
import { a, b, batching, ids, signed } from './testing/batching.ts';
import { coldDescriptor } from './testing/cold-descriptor.ts';
import { localSigner } from './testing/in-process.ts';
import { receiver } from './testing/payments.ts';

const next = createHash('sha512').update('next').digest();
const differently = { refused: 'SIGNED_DIFFERENTLY', detail: expect.stringContaining('its change did not go to') };

async function rotating() {
  const local = await localSigner({ bitcoin: { cold: { descriptor: coldDescriptor, perDay: '100000' } } });
  onTestFinished(() => local.close());
  Object.assign(local.secrets, { later: [next] });
  await local.restart();
  const rotate = async () => {
    const { id } = await local.signer.keys.askRotation(publicKeysOf(next));
    const signedAt = '2026-03-01T04:00:00.000Z';
    for (const approver of ['finance', 'approver'])
      await local.signer.keys.sign(id, { approver, signedAt }, { key: await local.keyOf(approver) });
    expect(local.signer.info().generation).toBe(1);
  };
  const [first, second] = [local.secrets.seed, next].map((seed) => signingAccount(seed, 'regtest'));
  if (!first || !second) throw new Error('two accounts');
  const chain = new BitcoinChain({
    url: 'http://user:pass@127.0.0.1:1',
    chain: 'regtest',
    accountKey: first.extendedPublicKey,
    masterFingerprint: first.fingerprint,
    laterKeys: [{ accountKey: second.extendedPublicKey, masterFingerprint: second.fingerprint }],
  });
  chain.close();
  return { local, chain, rotate };
}

type Kind = 'PAYMENT' | 'COLD';

async function paying(kind: Kind) {
  const made = await rotating();
  const { local, chain } = made;
  const to = kind === 'COLD' ? parseColdDescriptor(coldDescriptor, 'regtest').addressAt(0).key : receiver.BITCOIN;
  /** All of the hot wallet, under one of the two seeds; its change to the house's address of a number. */
  const build = async (sat: bigint, { from, change }: { from: number; change: number }): Promise<Unsigned> => {
    const owner = chain.ownAddress('house', from);
    const outputs = [{ txid: 'ab'.repeat(32), index: 0, amount: 1_000_000_000n, owner }];
    const source = { kind: 'OUTPUTS' as const, outputs, change: chain.ownAddress('house', change) };
    const rate = { unit: 'SAT_PER_KVB', rate: sat * 1000n } as const;
    const unsigned = await chain.build({ to, coin: 'BTC', amount: 100_000n, source, rate });
    if ('refused' in unsigned) throw new Error(unsigned.refused);
    return unsigned;
  };
  const approvalRequest = {
    paymentId: 'withdrawal:1-a',
    signer: local.signer.info().id as string,
    network: 'BITCOIN',
    chain: 'regtest',
    coin: 'BTC',
    destination: receiver.BITCOIN,
    amount: '100000',
    feeCap: '20000',
  } as const;
  const authorization = { kind: 'APPROVALS' as const, approvals: await local.approvals(approvalRequest) };
  const ask = ({ payload }: Unsigned) => {
    const request: SignRequest =
      kind === 'COLD'
        ? { kind, id: 'cold:1', network: 'BITCOIN', payload, coldNumber: 0 }
        : { kind, approvalRequest, authorization, payload };
    return local.signer.sign(request);
  };
  return { ...made, build, ask };
}

const later = numbersPerGeneration;

it.each(['PAYMENT', 'COLD'] as const)(
  'the replacement of a %s takes its change to no seed that was rotated away',
  async (kind) => {
    const { local, build, ask, rotate } = await paying(kind);
    await rotate();
    expect(await ask(await build(5n, { from: later, change: 0 }))).toMatchObject({ refused: 'GENERATION' });
    expect(await ask(await build(5n, { from: later, change: later }))).toMatchObject(signed);
    await local.restart();
    expect(await ask(await build(9n, { from: later, change: 0 }))).toMatchObject(differently);
    expect(await ask(await build(9n, { from: later, change: later + 1 }))).toMatchObject(differently);
    expect(await ask(await build(9n, { from: later, change: later }))).toMatchObject(signed);
    // Nor the next one: it is compared with the first.
    expect(await ask(await build(12n, { from: later, change: 0 }))).toMatchObject(differently);
  },
);

it.each(['PAYMENT', 'COLD'] as const)(
  'the replacement of a %s that was signed before the rotation keeps its change',
  async (kind) => {
    const { build, ask, rotate } = await paying(kind);
    expect(await ask(await build(5n, { from: 0, change: 0 }))).toMatchObject(signed);
    await rotate();
    expect(await ask(await build(9n, { from: 0, change: later }))).toMatchObject(differently);
    expect(await ask(await build(9n, { from: 0, change: 0 }))).toMatchObject(signed);
  },
);

it('the replacement of a batch keeps its change', async () => {
  const { payments, build, batch, ask } = await batching();
  const { bitcoin } = payments;
  const outputs = [payments.output(50_000_000n)];
  const request = (unsigned: Unsigned) =>
    batch(unsigned, [
      [ids[0], a],
      [ids[1], b],
    ]);
  expect(await ask(request(await build([a, b], { outputs })))).toMatchObject(signed);
  const elsewhere = await bitcoin.build({
    ...a,
    also: [b],
    coin: 'BTC',
    rate: { unit: 'SAT_PER_KVB', rate: 9_000n },
    source: { kind: 'OUTPUTS', outputs, change: bitcoin.ownAddress('house', 1) },
  });
  if ('refused' in elsewhere) throw new Error(elsewhere.refused);
  expect(await ask(request(elsewhere))).toMatchObject(differently);
  expect(await ask(request(await build([a, b], { outputs, sat: 9n })))).toMatchObject(signed);
});
