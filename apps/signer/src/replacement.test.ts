/** Proves that a fee bump keeps what was decided of its payment: its kind, who approved it, the highest fee, the cold address. */
import { rm } from 'node:fs/promises';
import { parseColdDescriptor } from '@lode/chain-bitcoin';
import type { ApprovalRequest, InternalTransferRequest, PaymentRequest } from '@lode/signing';
import { describe, expect, it } from 'vitest';
import type { DecodedTransaction } from './chain-signer.ts';
import { Journal, type JournalLine, type NewLine, type SignedLine } from './journal.ts';
import { checkReplacement } from './replacement.ts';
import { rate, signed } from './testing/batching.ts';
import { coldDescriptor } from './testing/cold-descriptor.ts';
import { localPayments } from './testing/local-payments.ts';

const wallet = parseColdDescriptor(coldDescriptor, 'regtest');
const differently = { refused: 'SIGNED_DIFFERENTLY' };
const id = 'withdrawal:1-a';

type Made = Awaited<ReturnType<typeof localPayments>>;

/** The same payment at a fee far above 1,000 satoshi. */
async function dearer({ payments }: Made, unsigned: Parameters<typeof payments.bitcoin.bump>[0], sat = 100n) {
  const bumped = await payments.bitcoin.bump(unsigned, rate(sat));
  if ('refused' in bumped) throw new Error(bumped.refused);
  return bumped.payload;
}

describe('what people approved', () => {
  async function approved(limits: Parameters<typeof localPayments>[0] = {}) {
    const made = await localPayments(limits);
    const { approvalRequest: usual, unsigned } = await made.payments.bitcoinPayment(id);
    const approvalRequest: ApprovalRequest = { ...usual, feeCap: '1000' };
    const request = await made.payments.approved({ approvalRequest, unsigned });
    expect(await made.local.signer.sign(request)).toMatchObject(signed);
    return { ...made, request, approvalRequest, payload: await dearer(made, unsigned), unsigned };
  }

  it('is replaced within the fee that they approved, and not above', async () => {
    const made = await approved();
    const { local, request, unsigned, payload } = made;
    expect(await local.signer.sign({ ...request, payload })).toMatchObject(differently);
    expect(await local.signer.sign({ ...request, payload: await dearer(made, unsigned, 7n) })).toMatchObject(signed);
  });

  it('is not replaced above that fee as a transfer into cold storage, which needs no approval', async () => {
    const { local, payload } = await approved();
    const request: InternalTransferRequest = { kind: 'COLD', id, network: 'BITCOIN', payload, coldNumber: 0 };
    expect(await local.signer.sign(request)).toMatchObject(differently);
  });

  it('is not replaced above that fee by the policy, which names its own', async () => {
    const autoApproval = { perPayment: '1000000', perDay: '1000000', feesPerDay: '5000000' };
    const { local, approvalRequest, payload } = await approved({ bitcoin: { autoApproval } });
    const request: PaymentRequest = {
      kind: 'PAYMENT',
      approvalRequest: { ...approvalRequest, feeCap: '1000000' },
      authorization: { kind: 'AUTO_APPROVAL_POLICY' },
      payload,
    };
    expect(await local.signer.sign(request)).toMatchObject(differently);
  });
});

describe('what the policy approved', () => {
  it('keeps the highest fee that it was asked for with first', async () => {
    const autoApproval = { perPayment: '1000000', perDay: '1000000', feesPerDay: '5000000' };
    const made = await localPayments({ bitcoin: { autoApproval } });
    const { local, payments } = made;
    expect(
      await local.signer.sign(await payments.approved(await payments.bitcoinPayment('withdrawal:9-a'))),
    ).toMatchObject(signed);
    const { approvalRequest, unsigned } = await payments.bitcoinPayment(id);
    const ask = (payload: string, feeCap: string) =>
      local.signer.sign({
        kind: 'PAYMENT',
        approvalRequest: { ...approvalRequest, feeCap },
        authorization: { kind: 'AUTO_APPROVAL_POLICY' },
        payload,
      });
    expect(await ask(unsigned.payload, '2000')).toMatchObject(signed);
    await local.restart();
    expect(await ask(await dearer(made, unsigned), '1000000')).toMatchObject({
      ...differently,
      detail: expect.stringContaining('2000 as its highest fee'),
    });
    expect(await ask(await dearer(made, unsigned, 9n), '2000')).toMatchObject(signed);
    expect(await ask(await dearer(made, unsigned), '1000000')).toMatchObject(differently);
  });
});

describe('a transfer into cold storage', () => {
  async function cold() {
    const made = await localPayments({ bitcoin: { cold: { descriptor: coldDescriptor, perDay: '100000000' } } });
    const build = (number: number) =>
      made.payments.bitcoinPayment('cold:1', { to: wallet.addressAt(number).key, amount: 100_000n });
    const ask = (of: string, payload: string, coldNumber: number) =>
      made.local.signer.sign({ kind: 'COLD', id: of, network: 'BITCOIN', payload, coldNumber });
    const { unsigned } = await build(0);
    expect(await ask('cold:1', unsigned.payload, 0)).toMatchObject(signed);
    return { ...made, build, ask, bumped: await dearer(made, unsigned, 9n) };
  }
  const far = 2_000_000_000;

  it('keeps the number of its address: its holders look no further than the highest that was paid', async () => {
    const { local, build, ask, bumped } = await cold();
    const { payload } = (await build(far)).unsigned;
    expect(await ask('cold:2', payload, far)).toMatchObject({ refused: 'DESTINATION' });
    expect(await ask('cold:1', bumped, 2_147_483_647)).toMatchObject(differently);
    await local.restart();
    expect(await ask('cold:2', payload, far)).toMatchObject({ refused: 'DESTINATION' });
    expect(await ask('cold:1', bumped, 0)).toMatchObject(signed);
  });

  it('counts by the number of its first line, also where a signer of before took another one for a replacement', async () => {
    const { local, build, ask } = await cold();
    const line = local.journal.lines.at(-1);
    if (line?.kind !== 'SIGNED') throw new Error('not signed');
    await local.journal.append({ ...line, fee: '2000', coldNumber: 2_147_483_647 } as NewLine);
    await local.restart();
    expect(await ask('cold:2', (await build(far)).unsigned.payload, far)).toMatchObject({ refused: 'DESTINATION' });
    expect(await ask('cold:2', (await build(100)).unsigned.payload, 100)).toMatchObject(signed);
  });
});

describe('lines of before, without a cap', () => {
  const autoApproval = { perPayment: '1000000', perDay: '1000000', feesPerDay: '5000000' };

  async function before() {
    const made = await localPayments({ bitcoin: { autoApproval } });
    const { local, payments } = made;
    const { approvalRequest, unsigned } = await payments.bitcoinPayment(id);
    const request = await payments.approved({ approvalRequest, unsigned });
    expect(await local.signer.sign(request)).toMatchObject(signed);
    const lines = [...local.journal.lines];
    await rm(local.journalFile);
    const journal = await Journal.open(local.journalFile, local.secrets.journalKey);
    for (const one of lines) {
      const { feeCap: _, ...line } = one as JournalLine & { feeCap?: string };
      await journal.append(line as NewLine);
    }
    await journal.close();
    await local.restart();
    expect(local.journal.lines.at(-1)).toMatchObject({ kind: 'SIGNED', id });
    expect(local.journal.lines.at(-1)).not.toHaveProperty('feeCap');
    return { ...made, request, unsigned };
  }

  it('are replaced within what people approved', async () => {
    const made = await before();
    const ask = async (sat: bigint) =>
      made.local.signer.sign({ ...made.request, payload: await dearer(made, made.unsigned, sat) });
    expect(await ask(200n)).toMatchObject(differently);
    expect(await ask(20n)).toMatchObject(signed);
  });

  it('are not replaced by the policy', async () => {
    const made = await before();
    const { approvalRequest } = made.request;
    const request: PaymentRequest = {
      kind: 'PAYMENT',
      approvalRequest: { ...approvalRequest, feeCap: '1000000' },
      authorization: { kind: 'AUTO_APPROVAL_POLICY' },
      payload: await dearer(made, made.unsigned, 20n),
    };
    expect(await made.local.signer.sign(request)).toMatchObject(differently);
  });
});

it.each<[keyof SignedLine, unknown]>([
  ['request', 'CONSOLIDATE'],
  ['isAutoApproved', true],
  ['coldNumber', 0],
  ['destination', `0014${'ee'.repeat(20)}`],
  ['amount', '100001'],
  ['outpoints', ['other:0']],
  ['payments', [{ id, destination: '', amount: '1', output: 0 }]],
])('a replacement has the same %s', async (field, other) => {
  const { local, payments } = await localPayments({});
  await local.signer.sign(await payments.approved(await payments.bitcoinPayment(id)));
  const line = local.journal.lines.find((one) => one.kind === 'SIGNED') as SignedLine;
  const decoded = { outputs: [], fee: BigInt(line.fee) + 1n } as unknown as DecodedTransaction;
  const check = (one: SignedLine) => checkReplacement(one, decoded, [line], () => decoded);
  expect(() => check(line)).not.toThrow();
  expect(() => check({ ...line, [field]: other })).toThrow(`${id} was signed on line ${line.line}`);
});
