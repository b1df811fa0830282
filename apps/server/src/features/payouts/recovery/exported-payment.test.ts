// An exported payment can be signed and broadcast by its holder at any time: it stays recorded, and every later payment of the
// withdrawal conflicts with it. On a real bitcoind, with the real signer.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Difference } from '@lode/ledger';
import { readRequestFile, type SignResponse, writeResponseFile } from '@lode/signing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readUnsigned } from '../../../platform/chains/stored-unsigned.ts';
import type { TestCustomer } from '../../../testing/app.ts';
import { startBitcoinPayoutFixture } from '../../../testing/bitcoin-payout-fixture.ts';
import { runCommand } from '../../../testing/commands.ts';
import { endAt } from '../../../testing/payout-deps.ts';

const start = 120_000;
let world: Awaited<ReturnType<typeof startBitcoinPayoutFixture>>;
let folder: string;
let customer: TestCustomer;
let address: string;
beforeAll(async () => {
  world = await startBitcoinPayoutFixture();
  folder = await mkdtemp(join(tmpdir(), 'lode-exported-'));
}, start);
afterAll(async () => {
  await world?.stop();
  await rm(folder, { recursive: true, force: true });
}, start);
beforeEach(async () => {
  customer = await world.customer('0.4');
  address = await world.receiver();
}, start);
// Each test leaves a clean state for the next.
afterEach(() => world.assertBooks());

let files = 0;
const no = async () => ({ outcome: 'DENIED_FOR_NOW', reason: 'the limit of the day' }) as const;
const state = async (id: string) => (await world.record(customer, id)).thirdStatus;
const rows = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await world.app.owner.query<Row>({ text, values })).rows;
const reservationsOf = async (id: string) =>
  (await rows<{ unsigned: string }>('select unsigned from withdrawal_payment where withdrawal_id = $1', id)).flatMap(
    ({ unsigned }) => readUnsigned(unsigned).outpoints,
  );

/** On the offline channel, approved, built and exported. */
async function exported(amount = '0.1'): Promise<{ id: string; file: string }> {
  const id = await world.applied(customer, address, amount);
  await world.ops('withdrawal:offline', `--id ${id} --by finance`);
  await world.approve(id);
  await world.look(3);
  files += 1;
  const file = join(folder, `request-${files}`);
  expect(await world.ops('withdrawal:export', `--id ${id} --file ${file} --by finance`)).toMatchObject({ exit: 0 });
  return { id, file };
}

/** The signer's own machine: a file in, an answer out. */
async function signedFile(file: string): Promise<SignResponse> {
  const request = readRequestFile(await readFile(file, 'utf8'));
  const answer = await world.signer.client.sign(request);
  await writeFile(`${file}.answer`, writeResponseFile(request, answer));
  return answer;
}

/** Broadcast by a holder of the signed file without access to the product. */
async function sentByHand(file: string): Promise<{ txid: string; isTaken: boolean }> {
  const request = readRequestFile(await readFile(file, 'utf8'));
  const answer = await signedFile(file);
  if (!('signed' in answer)) throw new Error(answer.refused);
  const signed = world.chain.finish(world.chain.decodeUnsigned(request.payload), answer.signed);
  return { txid: signed.txid, isTaken: (await world.chain.broadcast(signed)).accepted };
}

describe('an export that was broadcast by hand', () => {
  it('before its answer was imported is followed and posted, and its change is counted once', {
    timeout: start,
  }, async () => {
    const { id, file } = await exported();
    const { txid } = await sentByHand(file);
    // Also while only the watcher has seen it.
    await world.bitcoind.mine(1);
    for (const watcher of world.app.slices.deposits.watchers) await watcher(world.app.clock.now());
    await world.assertBooks();
    for (let block = 0; block < 4; block += 1) {
      await world.mine();
      await world.assertBooks();
    }
    expect(await world.record(customer, id)).toMatchObject({ thirdStatus: 'SUCCESS', txid });
    expect(await world.received(address)).toBe(0.0998);
    expect(await rows('select id from house_arrival where txid = $1', txid)).toEqual([]);
    expect(await rows('select index from spendable_output where txid = $1', txid)).toHaveLength(1);
    const late = await world.ops('withdrawal:import', `--id ${id} --file ${file}.answer --by finance`);
    expect(late).toMatchObject({ exit: 1 });
  });

  it('and imported while it is in a block is the same payment', { timeout: start }, async () => {
    const { id, file } = await exported();
    await sentByHand(file);
    await world.bitcoind.mine(1);
    expect(await world.ops('withdrawal:import', `--id ${id} --file ${file}.answer --by finance`)).toMatchObject({
      exit: 0,
    });
    await world.mine(3);
    expect(await state(id)).toBe('SUCCESS');
    expect(await world.received(address)).toBe(0.0998);
  });
});

describe('back on the online channel', () => {
  /** Exported, put back, refused and built anew at a higher fee, while a larger output has come that would be taken first. */
  async function builtAnew(): Promise<{ id: string; file: string; first: string[]; second: string[] }> {
    const { id, file } = await exported();
    const first = await reservationsOf(id);
    await world.deposit(await world.app.createMoneyCustomer(), '3');
    expect(await world.both('withdrawal:online', `--id ${id}`)).toMatchObject({ exit: 0 });
    const feeRate = world.chain.feeRate.bind(world.chain);
    world.chain.feeRate = async () => ({ unit: 'SAT_PER_KVB', rate: 12_000n });
    await world.payer({ sign: no }).tick();
    await world
      .payer({ sign: () => Promise.reject(new Error('no answer')) })
      .tick()
      .catch(() => undefined);
    world.chain.feeRate = feeRate;
    return { id, file, first, second: await reservationsOf(id) };
  }

  it('a payment is built anew so that only one of the two can be, and one is paid', { timeout: start }, async () => {
    const { id, file, first, second } = await builtAnew();
    expect(second).toEqual(expect.arrayContaining(first));
    await world.look();
    await world.look();
    expect(await state(id)).toBe('IN_PAYMENT');
    await world.mine();
    // The wire's signer is the file's here, and gives no other signature any more.
    expect((await signedFile(file)) as object).toHaveProperty('refused');
    await world.mine(3);
    expect(await state(id)).toBe('SUCCESS');
    expect(await world.received(address)).toBe(0.0998);
  });

  it('though both were signed, it is posted as the one that got into a block, and never returned', {
    timeout: start,
  }, async () => {
    const { id, file } = await exported();
    const request = readRequestFile(await readFile(file, 'utf8'));
    const answer = await signedFile(file);
    if (!('signed' in answer)) throw new Error(answer.refused);
    const first = world.chain.finish(world.chain.decodeUnsigned(request.payload), answer.signed);
    await world.both('withdrawal:online', `--id ${id}`);
    const feeRate = world.chain.feeRate.bind(world.chain);
    world.chain.feeRate = async () => ({ unit: 'SAT_PER_KVB', rate: 12_000n });
    await world.payer({ sign: no }).tick();
    const dying = world.payer({
      failpoint(point) {
        if (point === 'broadcast:before') throw new Error('ended');
      },
    });
    for (let round = 0; round < 3; round += 1) await dying.tick().catch(() => undefined);
    world.chain.feeRate = feeRate;
    const second = await world.record(customer, id);
    expect(second).toMatchObject({ thirdStatus: 'IN_PAYMENT', txid: expect.not.stringMatching(first.txid) });
    await world.chain.broadcast(first);
    await world.bitcoind.mine(3);
    expect((await world.both('withdrawal:fail', `--id ${id}`)).exit).toBe(1);
    await world.mine(1);
    expect(await world.record(customer, id)).toMatchObject({ thirdStatus: 'SUCCESS', txid: first.txid });
    expect(await world.received(address)).toBe(0.0998);
  });

  it('a payment is confirmed as the export that was broadcast by hand', { timeout: start }, async () => {
    const { id, file } = await builtAnew();
    const { txid } = await sentByHand(file);
    await world.mine(4);
    expect(await world.record(customer, id)).toMatchObject({ thirdStatus: 'SUCCESS', txid });
    expect(await world.received(address)).toBe(0.0998);
  });

  it('without the stored export it would be paid from other outputs (broken control)', {
    timeout: start,
  }, async () => {
    const { id } = await exported();
    const first = await reservationsOf(id);
    await world.deposit(await world.app.createMoneyCustomer(), '5');
    await world.both('withdrawal:online', `--id ${id}`);
    await rows('delete from withdrawal_export where withdrawal_id = $1', id);
    await world.payer({ sign: no }).tick();
    await world
      .payer({ sign: () => Promise.reject(new Error('no answer')) })
      .tick()
      .catch(() => undefined);
    expect((await reservationsOf(id)).some((spend) => first.includes(spend))).toBe(false);
    await world.look();
    await world.mine(4);
    expect(await state(id)).toBe('SUCCESS');
  });
});

describe('ended by two people', () => {
  it('an unsigned export returns when another payment has spent its inputs, and never before', {
    timeout: start,
  }, async () => {
    const before = await world.balance(customer);
    const { id, file } = await exported();
    const expired = { refused: 'EXPIRED', detail: 'the approval of finance is a month old' } as const;
    const request = readRequestFile(await readFile(file, 'utf8'));
    await writeFile(`${file}.expired`, writeResponseFile(request, expired));
    const imported = await world.ops('withdrawal:import', `--id ${id} --file ${file}.expired --by finance`);
    expect(imported.failed.join()).toContain('withdrawal:fail');

    const alone = await world.ops('withdrawal:fail', `--id ${id} --by finance`);
    expect(alone.printed.join()).toMatch(
      /^proposed as \d+: .*once another payment has spent the inputs of the exported/,
    );
    expect(await state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    const ended = await world.both('withdrawal:fail', `--id ${id}`);
    expect(ended).toMatchObject({ exit: 0 });
    expect(ended.printed.join()).toContain('is returned automatically');
    expect(await signedFile(file)).toMatchObject({ refused: 'ABANDONED' });
    await world.mine(4);
    expect(await state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    expect(await world.balance(customer)).not.toBe(before);
    const waiting = world.app.slices.withdrawals.opsCommands['withdrawal:waiting'];
    const { printed } = await runCommand(world.app, waiting as never, '--hours 0');
    expect(printed.find((line) => line.startsWith(`withdrawal ${id} `))).toContain('for another payment');

    // Another payment is made, from an output that would be chosen first.
    const other = await world.customer('4');
    const paid = await world.approved(other, await world.receiver(), '1');
    await world.look(4);
    await world.mine(2);
    expect(await state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    await world.mine(2);
    expect((await world.record(other, paid)).thirdStatus).toBe('SUCCESS');
    expect(await state(id)).toBe('FAILED');
    expect(await world.balance(customer)).toBe(before);
    await world.mine(2);
    expect(await world.balance(customer)).toBe(before);
    expect(await world.received(address)).toBe(0);
  });

  it('an export made while they end it is not returned at once', { timeout: start }, async () => {
    const id = await world.applied(customer, address, '0.1');
    await world.ops('withdrawal:offline', `--id ${id} --by finance`);
    await world.approve(id);
    await world.look(3);
    const file = join(folder, `request-${++files}`);
    const { database } = world.app;
    const late = world.payer({
      database: Object.assign(Object.create(database) as typeof database, {
        async transaction<T>(work: Parameters<typeof database.transaction<T>>[0]): Promise<T> {
          const out = await world.ops('withdrawal:export', `--id ${id} --file ${file} --by finance`);
          expect(out).toMatchObject({ exit: 0 });
          return database.transaction(work);
        },
      }),
    });
    expect(await late.fail(id)).toEqual({ refused: expect.stringContaining('changed meanwhile') });
    expect(await state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    expect(await world.both('withdrawal:fail', `--id ${id}`)).toMatchObject({ exit: 0 });
    expect(await state(id)).toBe('APPROVAL_TO_BE_SIGNED');
  });

  it('an imported signature is not ended: it is stored, broadcast and paid', { timeout: start }, async () => {
    const { id, file } = await exported();
    await signedFile(file);
    const refused = await world.both('withdrawal:fail', `--id ${id}`);
    expect(refused.failed.join()).toContain('was signed');
    await world.app.runJobs();
    await world.mine(3);
    expect(await state(id)).toBe('SUCCESS');
    expect(await world.received(address)).toBe(0.0998);
  });
});

describe('while the books differ', () => {
  const found: Difference = { check: 'a deposit', subject: 'deposit 1', expected: '1', found: '2', coin: 'BTC' };
  /** As the command does: one run finds a difference, another one nothing. */
  const stop = () => world.app.slices.books.checkNow([async () => [found]], world.app.clock.now());
  const release = () => world.app.slices.books.checkNow([], world.app.clock.now());
  const refused = (id: string) => ({
    exit: 1,
    failed: [`refused: withdrawal ${id} waits, no BTC leaves: a deposit: deposit 1 should be 1, is 2`],
  });
  afterEach(release);

  it('nothing is exported, and no file is written', { timeout: start }, async () => {
    const id = await world.applied(customer, address, '0.1');
    await world.ops('withdrawal:offline', `--id ${id} --by finance`);
    await world.approve(id);
    await world.look(3);
    const args = `--id ${id} --file ${join(folder, 'stopped')} --by finance`;
    await stop();
    expect(await world.ops('withdrawal:export', args)).toMatchObject(refused(id));
    await expect(readFile(join(folder, 'stopped'))).rejects.toThrow('ENOENT');
    expect(await rows('select from withdrawal_export where withdrawal_id = $1', id)).toEqual([]);
    await release();
    expect(await world.ops('withdrawal:export', args)).toMatchObject({ exit: 0 });
    await sentByHand(join(folder, 'stopped'));
    await world.mine(3);
  });

  it('no signature is imported, and it is once they are right', { timeout: start }, async () => {
    const { id, file } = await exported();
    await signedFile(file);
    await stop();
    const args = `--id ${id} --file ${file}.answer --by finance`;
    expect(await world.ops('withdrawal:import', args)).toMatchObject(refused(id));
    await world.look(2);
    await world.mine();
    expect(await state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    expect(await world.received(address)).toBe(0);
    await release();
    expect(await world.ops('withdrawal:import', args)).toMatchObject({ exit: 0 });
    await world.look(2);
    await world.mine(3);
    expect(await state(id)).toBe('SUCCESS');
  });

  it('what was signed online and never sent is not sent', { timeout: start }, async () => {
    const id = await world.applied(customer, address, '0.1');
    await world.approve(id);
    const { books } = world.app.slices;
    await endAt('sign:committed', (overrides) => world.payer({ books, ...overrides }));
    await stop();
    await world.look(2);
    await world.mine();
    expect(await world.received(address)).toBe(0);
    await release();
    await world.look(2);
    await world.mine(3);
    expect(await state(id)).toBe('SUCCESS');
  });

  it('a file that was sent by hand all the same is followed and posted', { timeout: start }, async () => {
    const { id, file } = await exported();
    await stop();
    const { txid } = await sentByHand(file);
    await world.mine(4);
    expect(await world.record(customer, id)).toMatchObject({ thirdStatus: 'SUCCESS', txid });
  });
});
