// Abandoned exports: they delay other payments as little as possible, release their inputs when they are worthless, and a payment
// that was broadcast by hand is rebroadcast. On a scripted Bitcoin.
import { scriptedKey, scriptedTx } from '@lode/chain/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createConsole } from '../../../console.ts';
import type { FinalisedPayment } from '../../../platform/chains/payment-signer.ts';
import { loadConfig } from '../../../platform/config/config.ts';
import { requestCounts, requestLimits } from '../../../platform/http/limits.ts';
import { rowReader } from '../../../testing/all-rows.ts';
import { type TestCustomer, testPepper } from '../../../testing/app.ts';
import { consoleClient, consoleOrigin } from '../../../testing/console-client.ts';
import { inEnglish } from '../../../testing/in-english.ts';
import type { PayoutOverrides } from '../../../testing/payout-deps.ts';
import { startPayoutFixture } from '../../../testing/payout-fixture.ts';
import { stuckPaymentsConsole } from '../console/stuck-payments.console.ts';
import { readReservations } from '../outpoint-reservation.repository.ts';
import { discardUnsigned, readPayments } from '../payment.repository.ts';
import type { Sign } from '../payout-ports.ts';
import { storeExport } from './exported-payment.repository.ts';
import type { FailCommand } from './fail-command.ts';
import { failPayment } from './fail-payment.ts';
import { releaseInputs } from './release-inputs.ts';

const ports = { recordAudit: async () => undefined };
const offline: Sign = async () => ({ outcome: 'OFFLINE_CHANNEL' });
const never: FinalisedPayment = { isFinalised: true, signed: [] };
let world: Awaited<ReturnType<typeof startPayoutFixture>>;
let app: (typeof world)['app'];
beforeAll(async () => {
  world = await startPayoutFixture();
  app = world.app;
});
afterAll(() => world.stop());
beforeEach(() => {
  world.alerts.length = 0;
});

const command = (id: string): FailCommand => ({
  id: BigInt(id),
  authority: {} as FailCommand['authority'],
  reason: 'seen',
  now: app.clock.now(),
});
const fail = (id: string) =>
  inEnglish(failPayment(world.payer({ finalise: async () => never }).deps, ports, command(id)));
const free = (id: string, answer = never) =>
  inEnglish(releaseInputs(world.payer({ finalise: async () => answer }).deps, ports, command(id)));
const state = async (customer: TestCustomer, id: string) => (await world.record(customer, id)).thirdStatus;
const kept = (id: string) => readReservations(app.database, BigInt(id));

async function ticked(rounds: number, broken: Partial<PayoutOverrides> = {}): Promise<void> {
  const { tick } = world.payer(broken);
  for (let round = 0; round < rounds; round += 1) await tick();
}

/** Approved, built, and written to a file: its id, and the transaction that the file's holder may broadcast. */
async function exported(customer: TestCustomer, amount: string) {
  const id = await world.approved(customer, amount);
  await ticked(3, { sign: offline });
  const [payment] = await readPayments(app.database, BigInt(id));
  if (!payment) throw new Error('not built');
  const { unsigned } = payment;
  await storeExport(app.database, { ...payment, txid: world.chain.txidOf(unsigned), now: app.clock.now() });
  const { amount: rest = 0n, owner } = unsigned.change ?? {};
  const outputs = [{ key: unsigned.to, amount: unsigned.amount }, ...(owner ? [{ key: owner.key, amount: rest }] : [])];
  const tx = scriptedTx(unsigned.outpoints, outputs, unsigned.fee.atomic);
  expect(tx.txid).toBe(world.chain.txidOf(unsigned));
  return { id, tx, outpoints: unsigned.outpoints };
}

describe('a file that was sent by hand beside another attempt', () => {
  it('reports its remaining inputs, and frees them when the signer abandoned it', async () => {
    const customer = await world.customer(5_000_000n);
    const { id, tx, outpoints } = await exported(customer, '0.05');
    await app.database.transaction((dbTx) => discardUnsigned(dbTx, BigInt(id)));
    await world.customer(4_000_000n);
    const { feeRate } = world.chain;
    world.chain.feeRate = async () => ({ unit: 'SAT_PER_KVB', rate: 200_000n });
    await ticked(2);
    world.chain.feeRate = feeRate;
    const both = await kept(id);
    expect([await state(customer, id), both.length > outpoints.length]).toEqual(['IN_PAYMENT', true]);
    world.chain.blocks.mine([tx]);
    await world.mine(3);
    expect(await world.record(customer, id)).toMatchObject({ thirdStatus: 'SUCCESS', txid: tx.txid });
    expect(world.alerts.join()).toContain('withdrawal:free');
    const more = both.filter((outpoint) => !outpoints.includes(outpoint));
    expect(await free(id, { isFinalised: false, signed: [] })).toMatchObject({
      refused: expect.stringContaining('release'),
    });
    expect(await free(id)).toEqual({ done: `free again: ${more.join(', ')}` });
    expect(await free(id)).toEqual({ refused: `withdrawal ${id} keeps nothing` });
    expect(await kept(id)).toEqual(outpoints);
  });
});

describe('a file that was sent by hand', () => {
  it('is rebroadcast when a reorg removes it', async () => {
    const customer = await world.customer(5_000_000n);
    const { id, tx } = await exported(customer, '0.03');
    world.chain.blocks.mine([tx]);
    await ticked(1);
    expect(await state(customer, id)).toBe('IN_PAYMENT');
    world.chain.blocks.reorganise(1, [[]]);
    world.chain.blocks.mempool.delete(tx.txid);
    await ticked(1);
    expect([...world.chain.blocks.mempool.keys()]).toEqual([tx.txid]);
    await world.mine(3);
    expect(await world.record(customer, id)).toMatchObject({ thirdStatus: 'SUCCESS', txid: tx.txid });
    await world.assertBooks();
  });

  it('is not adopted before its bytes are known, and an alert is raised', async () => {
    const customer = await world.customer(5_000_000n);
    const { id, tx } = await exported(customer, '0.03');
    world.chain.blocks.mine([tx]);
    const { rawTransaction } = world.chain;
    world.chain.rawTransaction = async () => null;
    await ticked(1);
    expect([await state(customer, id), world.alerts.join()]).toEqual([
      'APPROVAL_TO_BE_SIGNED',
      expect.stringContaining('its bytes are not to be had'),
    ]);
    world.chain.rawTransaction = rawTransaction;
    await world.mine(3);
    expect(await state(customer, id)).toBe('SUCCESS');
  });
});

const asBefore = { unit: 'SAT_PER_KVB', rate: 10_000n } as const;

describe('abandoned exports', () => {
  it('three cost a payment one input each at most, and none where its fee is above what was approved', async () => {
    const abandoned: { customer: TestCustomer; id: string; outpoints: string[] }[] = [];
    for (let one = 0; one < 3; one += 1) {
      const customer = await world.customer(1_000_000n);
      const { id, outpoints } = await exported(customer, '0.0099');
      abandoned.push({ customer, id, outpoints });
    }
    for (const { id } of abandoned)
      expect(await fail(id)).toMatchObject({ done: expect.stringContaining('is returned automatically') });
    const rich = await world.customer(90_000_000n);
    const takenBy = async (id: string) => {
      const outpoints = await kept(id);
      return abandoned.filter((one) => one.outpoints.some((outpoint) => outpoints.includes(outpoint))).length;
    };
    const { build } = world.chain;
    const wanted: number[] = [];
    world.chain.build = async (order) => {
      const required = order.source.kind === 'OUTPUTS' ? (order.source.required?.length ?? 0) : 0;
      wanted.push(required);
      return required > 0 ? { refused: 'FEE_CAP' } : build.call(world.chain, order);
    };
    const dear = await world.approved(rich, '0.01');
    await ticked(3);
    world.chain.build = build;
    expect(wanted).toEqual([1, 0]);
    expect([await state(rich, dear), await takenBy(dear)]).toEqual(['IN_PAYMENT', 0]);
    await world.mine(3);

    for (let left = 3; left > 0; left -= 1) {
      const id = await world.approved(rich, '0.01');
      await ticked(3);
      expect([await state(rich, id), await takenBy(id)]).toEqual(['IN_PAYMENT', 1]);
      await world.mine(4);
      const ended = await Promise.all(abandoned.map(({ customer, id: one }) => state(customer, one)));
      expect(ended.filter((one) => one === 'FAILED')).toHaveLength(4 - left);
    }
    await world.assertBooks();
  });

  it('one is never built once more for another withdrawal of the same amount to the same receiver', async () => {
    const customer = await world.customer(300_000_000n);
    const { id, tx } = await exported(customer, '0.5');
    await fail(id);
    const again = await world.approved(customer, '0.5');
    await ticked(3);
    const paid = await world.record(customer, again);
    expect(paid).toMatchObject({ thirdStatus: 'IN_PAYMENT', txid: expect.not.stringMatching(tx.txid) });
    await world.mine(4);
    await world.approved(await world.customer(2_000_000n), '0.01');
    await ticked(3);
    await world.mine(4);
    expect([await state(customer, id), await state(customer, again)]).toEqual(['FAILED', 'SUCCESS']);
    await world.assertBooks();
  });

  it('a fee bump of another withdrawal never equals one', async () => {
    const customer = await world.customer(700_000_000n);
    const { feeRate } = world.chain;
    world.chain.feeRate = async () => asBefore;
    const { id, tx } = await exported(customer, '0.7');
    world.chain.feeRate = feeRate;
    await fail(id);
    const again = await world.approved(customer, '0.7');
    await ticked(3);
    const { txid } = await world.record(customer, again);
    expect(await kept(again)).toEqual(tx.inputs);
    world.chain.feeRate = async () => asBefore;
    app.clock.advance({ minutes: 61 });
    await ticked(2);
    world.chain.feeRate = feeRate;
    expect([...world.chain.blocks.mempool.keys()]).toEqual([txid]);
    await world.mine(4);
    expect([await state(customer, id), await state(customer, again)]).toEqual(['FAILED', 'SUCCESS']);
    await world.assertBooks();
  });
});

it('one that the second node has on its way is not ended, at the signer neither', async () => {
  const customer = await world.customer(5_000_000n);
  const { id } = await exported(customer, '0.04');
  let ended = 0;
  const { deps } = world.payer({
    async finalise() {
      ended += 1;
      return never;
    },
  });
  const failCounted = () => inEnglish(failPayment(deps, ports, command(id)));
  world.second.BITCOIN = Object.create(world.chain, { status: { value: async () => ({ state: 'MEMPOOL' }) } });
  expect(await failCounted()).toMatchObject({ refused: expect.stringContaining('the second node has') });
  expect(ended).toBe(0);
  delete world.second.BITCOIN;
  expect(await failCounted()).toMatchObject({ done: expect.stringContaining('is returned automatically') });
  expect(ended).toBe(1);
});

it('that its inputs were spent by others is the word of two nodes, where there is a second one', async () => {
  const customer = await world.customer(5_000_000n);
  const { id } = await exported(customer, '0.04');
  expect(await fail(id)).toMatchObject({ done: expect.stringContaining('is returned automatically') });
  const { status } = world.chain;
  world.chain.status = async () => ({ state: 'CONFLICTED', by: 'ff'.repeat(32), confirmations: 99 });
  world.second.BITCOIN = Object.create(world.chain, { status: { value: status.bind(world.chain) } });
  await ticked(2);
  expect(await state(customer, id)).toBe('APPROVAL_TO_BE_SIGNED');
  // The control: by the word of the first alone it returns.
  delete world.second.BITCOIN;
  await ticked(2);
  expect(await state(customer, id)).toBe('FAILED');
  world.chain.status = status;
});

it('frees the inputs of worthless exports, except one that another party has spent', async () => {
  const customer = await world.customer(2_000_001n);
  await world.deposit(customer, 3_000_001n);
  const { build } = world.chain;
  world.chain.build = ({ source, ...order }) => {
    const all = source.kind === 'OUTPUTS' ? source.outputs : [];
    const own = all.filter(({ amount }) => amount === 2_000_001n || amount === 3_000_001n);
    return build.call(world.chain, { ...order, source: { ...source, outputs: own } as typeof source });
  };
  const before = await world.balance(customer);
  const { id, outpoints } = await exported(customer, '0.0495');
  world.chain.build = build;
  expect(outpoints).toHaveLength(2);
  const [lost = '', left = ''] = outpoints;
  world.chain.blocks.mine([scriptedTx([lost], [{ key: scriptedKey('ee'), amount: 1n }])]);
  await world.mine(3);
  expect(await fail(id)).toMatchObject({ done: expect.stringContaining('withdrawal:free') });
  expect([await state(customer, id), await world.balance(customer)]).toEqual(['FAILED', before]);
  expect(await kept(id)).toEqual(outpoints);
  const { call } = await financeAtConsole();
  const release = async () => (await call('releaseInputs', { id, reason: 'r' })).data;
  expect(await release()).toEqual({ summary: `已释放：${left}` });
  expect(await kept(id)).toEqual([lost]);
  // The request comes again: nothing is freed that is not free.
  const readAll = rowReader(app);
  const freed = await readAll();
  expect(await release()).toEqual({ summary: '它要花的都已花掉' });
  expect(await readAll()).toEqual(freed);
});

/** At the console of a product whose signer has abandoned everything. */
async function financeAtConsole() {
  const { clock, log, slices } = app;
  const config = loadConfig({ DEMO: '1', CONSOLE_ORIGIN: consoleOrigin, RATE_LIMIT_SCALE: '10000' });
  const { deps } = world.payer({ finalise: async () => never });
  const recovery = stuckPaymentsConsole(deps, { ...slices.staff, staffReads: app.database });
  const payouts = { ...slices.payouts, consoleHandlers: { ...slices.payouts.consoleHandlers, ...recovery } };
  const served = await createConsole(
    { clock, config, pepper: testPepper, log, checksAnswers: true },
    { ...slices, payouts },
    requestLimits(config, requestCounts(app.database)),
  );
  onTestFinished(() => served.close());
  const client = consoleClient(served);
  await client.call('loginByPassword', { name: 'finance', password: 'Lode@Console1' });
  return client;
}
