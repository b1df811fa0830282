// Into cold storage the signer sends without approvals: only to addresses of the descriptor in its own policy.
import { type ColdDescriptor, parseColdDescriptor } from '@lode/chain-bitcoin';
import type { InternalTransferRequest } from '@lode/signing';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from './policy.ts';
import { coldDescriptor as descriptor } from './testing/cold-descriptor.ts';
import { localPayments } from './testing/local-payments.ts';

/** One of these holders with two others. */
const foreign =
  "wsh(sortedmulti(2,[b0f82b43/48'/1'/0'/2']tpubDFcYsoTZVWzxtJ8KMzkP7YXPBQ7XkuhDEw2bbxk3iWu6QYmYRRLQAMxg65qN5aRrd4wo935UpTBuNQqoQHFKErea4nWjWvtH4twLkkDaBSn/0/*,[5377eda6/48'/1'/0'/2']tpubDFF593ygd3NZauyQMViVsH5bZ5XstBAqWsYJ65gVqjphYmEANfZosKBwDH26w4437YcXaw9VU6j5NhJCJBDGSqtU2RGuu5Nzkvz4vyXohHw/0/*,[e9c5ab7b/48'/1'/0'/2']tpubDFHdrzdW2M4ngh16JWL84AFnhhrr3UHAhYXbT3ET7or4JknMKyVcNRGoc121YQnzUcieLbbvyErWZJCz4CChbMoQjUwUDauvALG1CbR8QZw/0/*))#3ukwndhs";
const wallet: ColdDescriptor = parseColdDescriptor(descriptor, 'regtest');
const signed = { signed: expect.any(String) };

async function startCold(perDay = '100000000', text = descriptor) {
  const made = await localPayments({ bitcoin: { cold: { descriptor: text, perDay } } });
  const transfer = async (
    id: string,
    changes: { to?: string; number?: number; amount?: bigint; change?: 'customer' } = {},
  ) => {
    const { to, number = 0, amount = 100_000n, change } = changes;
    const { unsigned } = await made.payments.bitcoinPayment(id, {
      to: to ?? wallet.addressAt(number).key,
      amount,
      source: {
        kind: 'OUTPUTS',
        outputs: [made.payments.output(amount + 500_000n)],
        change: made.payments.bitcoin.ownAddress(change ?? 'house', 0),
      },
    });
    const request: InternalTransferRequest = {
      kind: 'COLD',
      id,
      network: 'BITCOIN',
      payload: unsigned.payload,
      coldNumber: number,
    };
    return request;
  };
  return { ...made, transfer };
}

describe('a transfer into cold storage', () => {
  it('is signed without approvals, and the same one again with the same bytes', async () => {
    const { local, transfer } = await startCold();
    const request = await transfer('cold:1', { number: 7 });
    const first = await local.signer.sign(request);
    expect(first).toMatchObject(signed);
    await local.restart();
    expect(await local.signer.sign(request)).toEqual(first);
  });

  it('is refused to any address that the policy’s descriptor does not give, whatever the server claims', async () => {
    const { local, transfer } = await startCold();
    const own = wallet.addressAt(3).key;
    const near = `${own.slice(0, -1)}${own.endsWith('0') ? '1' : '0'}`;
    const other = parseColdDescriptor(foreign, 'regtest').addressAt(3).key;
    for (const to of [near, other, wallet.addressAt(4).key, `0014${'c0'.repeat(20)}`])
      expect(await local.signer.sign(await transfer(`cold:${to.slice(-8)}`, { to, number: 3 })), to).toMatchObject({
        refused: 'DESTINATION',
      });
    expect(await local.signer.sign(await transfer('cold:3', { to: own, number: 3 }))).toMatchObject(signed);
  });

  it('is refused where the policy has another wallet or none', async () => {
    const otherPolicy = await startCold('100000000', foreign);
    expect(await otherPolicy.local.signer.sign(await otherPolicy.transfer('cold:1'))).toMatchObject({
      refused: 'DESTINATION',
    });
    const { local, payments } = await localPayments({});
    const { unsigned } = await payments.bitcoinPayment('cold:1', { to: wallet.addressAt(0).key });
    const request = { kind: 'COLD' as const, id: 'cold:1', network: 'BITCOIN' as const, payload: unsigned.payload };
    expect(await local.signer.sign({ ...request, coldNumber: 0 })).toMatchObject({
      refused: 'DESTINATION',
      detail: expect.stringContaining('no cold wallet'),
    });
  });

  it('returns the rest to the house, and goes no further than its holders look', async () => {
    const { local, transfer } = await startCold();
    expect(await local.signer.sign(await transfer('cold:1', { change: 'customer' }))).toMatchObject({
      refused: 'TRANSACTION',
    });
    expect(await local.signer.sign(await transfer('cold:2', { number: 101 }))).toMatchObject({
      refused: 'DESTINATION',
    });
    expect(await local.signer.sign(await transfer('cold:3', { number: 100 }))).toMatchObject(signed);
    expect(await local.signer.sign(await transfer('cold:4', { number: 200 }))).toMatchObject(signed);
  });

  it('stays within its own limit of a day, which starts again at midnight in Shanghai', async () => {
    const { local, transfer } = await startCold('1000000');
    expect(await local.signer.sign(await transfer('cold:1', { amount: 600_000n }))).toMatchObject(signed);
    expect(await local.signer.sign(await transfer('cold:2', { amount: 400_001n }))).toMatchObject({
      refused: 'DAY_LIMIT',
    });
    expect(await local.signer.sign(await transfer('cold:3', { amount: 400_000n }))).toMatchObject(signed);
    await local.restart();
    expect(await local.signer.sign(await transfer('cold:4'))).toMatchObject({ refused: 'DAY_LIMIT' });
    local.setTime('2026-03-01T16:00:00.000Z');
    expect(await local.signer.sign(await transfer('cold:5'))).toMatchObject(signed);
  });
});

it('a policy whose descriptor is none is refused as a whole', async () => {
  const { local } = await startCold();
  const text = JSON.stringify(local.policy);
  expect(parsePolicy(text).bitcoin?.cold?.descriptor).toBe(descriptor);
  expect(() => parsePolicy(text.replace('/0/*', '/1/*'))).toThrow('checksum');
  expect(() => parsePolicy(text.replace(/("cold":\{.*?"perDay":)"\d+"/, '$1"1.5"'))).toThrow('at /bitcoin/cold/perDay');
});
