// From the approval to the chain: each step once, the same bytes on every retry, and every possible end.
import { ChainUnavailable } from '@lode/chain';
import { scriptedKey, signScripted } from '@lode/chain/testing';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../testing/commands.ts';
import { endAt, failpoints, raiseFee } from '../../testing/payout-deps.ts';
import { payoutTests } from '../../testing/payout-fixture.ts';
import { RetryLater } from './payout-ports.ts';

const world = payoutTests();

const frozen = async () =>
  (await world.app.data('wallet', {}, world.payee.caller)).accounts.find(({ coin }) => coin === 'BTC')?.frozen;

describe('a payment', () => {
  it('goes through every step, each a job of its own, to a final block [state:withdrawal.success]', async () => {
    const id = await world.approvedOne();
    expect(await world.state(id)).toBe('WAITING');
    await world.app.runJobs();
    const sent = await world.record(world.payee, id);
    expect(sent).toMatchObject({ status: 'SUCCESS', thirdStatus: 'IN_PAYMENT', confirmations: 0, needed: 3 });
    expect(sent.steps.map(({ step }) => step)).toEqual(['APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST']);
    expect(sent.txid).toMatch(/^[0-9a-f]{64}$/);
    expect(await frozen()).toBe('0.05000000');
    await world.mine(2);
    expect(await world.record(world.payee, id)).toMatchObject({ thirdStatus: 'IN_PAYMENT', confirmations: 2 });
    await world.mine();
    const done = await world.record(world.payee, id);
    expect(done).toMatchObject({ thirdStatus: 'SUCCESS', confirmations: 3, txid: sent.txid, eta: null });
    expect(done.steps.at(-1)?.step).toBe('CONFIRMED');
    // 0.05 less the fee of 0.0002.
    expect(world.paidNow()).toEqual([4_980_000n]);
    expect(await frozen()).toBe('0.00000000');
    await world.assertBooks();
  });

  it('is paid from the change of another one, once that is final', async () => {
    const first = await world.approvedOne('0.02');
    await world.app.runJobs();
    await world.mine(3);
    expect(await world.state(first)).toBe('SUCCESS');
    const others: string[] = [];
    for (const amount of ['0.01', '0.015', '0.02']) others.push(await world.approvedOne(amount));
    await world.app.runJobs();
    await world.mine(9);
    for (const id of others) expect(await world.state(id)).toBe('SUCCESS');
    expect(world.paidNow().toSorted()).toEqual([1_980_000n, 980_000n, 1_480_000n, 1_980_000n].toSorted());
    await world.assertBooks();
  });

  it('of two workers at once is one', async () => {
    const id = await world.approvedOne('0.03');
    const workers = Array.from({ length: 6 }, () => world.payer());
    for (let round = 0; round < 4; round += 1)
      await Promise.all(workers.map(({ tick }) => tick().catch(() => undefined)));
    await world.mine(3);
    expect(await world.state(id)).toBe('SUCCESS');
    expect(world.paidNow()).toEqual([2_980_000n]);
    await world.assertBooks();
  });
});

describe('killed and started again', () => {
  it.each(failpoints)('at %s it pays once', async (point) => {
    const id = await world.approvedOne('0.04');
    await endAt(point, world.payer, () => world.chain.blocks.mine());
    await world.tick(5);
    await world.mine(3);
    await world.mine(1);
    expect(await world.state(id)).toBe('SUCCESS');
    expect(world.paidNow()).toEqual([3_980_000n]);
    await world.assertBooks();
  });
});

describe('a payment that waits for a block', () => {
  it.each(['nowhere', 'bump:built', 'bump:answered', 'bump:stored'])(
    'is offered at a higher fee from the same inputs, killed at %s too, and paid once',
    async (point) => {
      const id = await world.approvedOne();
      await world.app.runJobs();
      const first = await world.record(world.payee, id);
      const restoreFee = raiseFee(world.chain);
      await world.tick();
      expect((await world.record(world.payee, id)).txid).toBe(first.txid);
      world.app.clock.advance({ hours: 1 });
      await (point === 'nowhere' ? world.tick() : endAt(point, world.payer));
      await world.tick(2);
      const bumped = await world.record(world.payee, id);
      expect(bumped.txid).not.toBe(first.txid);
      await world.mine(3);
      restoreFee();
      expect(await world.record(world.payee, id)).toMatchObject({ thirdStatus: 'SUCCESS', txid: bumped.txid });
      expect(world.paidNow()).toEqual([4_980_000n]);
      await world.assertBooks();
    },
  );

  it('is reported with its txid while a fee bump waits for its signature', async () => {
    const id = await world.approvedOne();
    await world.app.runJobs();
    const { txid } = await world.record(world.payee, id);
    const restoreFee = raiseFee(world.chain);
    world.app.clock.advance({ hours: 1 });
    await world.payer({ sign: async () => ({ outcome: 'DENIED_FOR_NOW', reason: 'the limit of the day' }) }).tick();
    restoreFee();
    const { printed } = await runCommand(
      world.app,
      world.app.slices.withdrawals.opsCommands['withdrawal:waiting'] as never,
      '--hours 1',
    );
    expect(printed.find((line) => line.startsWith(`withdrawal ${id} `))).toContain(
      `for the chain: ${txid}; a higher fee waits for its signature`,
    );
    await world.mine(3);
    expect(await world.state(id)).toBe('SUCCESS');
    expect(world.paidNow()).toEqual([4_980_000n]);
  });

  it('is posted as what got into the block, also when that is the first of the two', async () => {
    const id = await world.approvedOne();
    await world.app.runJobs();
    const first = await world.record(world.payee, id);
    const waiting = [...world.chain.blocks.mempool.values()];
    const restoreFee = raiseFee(world.chain);
    world.app.clock.advance({ hours: 1 });
    await world.tick();
    restoreFee();
    world.chain.blocks.mempool.clear();
    world.chain.blocks.mine(waiting);
    await world.mine(3);
    expect(await world.record(world.payee, id)).toMatchObject({ thirdStatus: 'SUCCESS', txid: first.txid });
    expect(world.paidNow()).toEqual([4_980_000n]);
    await world.assertBooks();
  });
});

describe('an answer that does not come', () => {
  it('from the node leaves it IN_PAYMENT, and the same bytes are sent again, whatever became of the first', async () => {
    const id = await world.approvedOne();
    let lost = 0;
    world.chain.beforeCall = (call) => {
      if (call === 'broadcast' && lost++ < 3) throw new ChainUnavailable('BITCOIN', 'slow', new Error('no answer'));
    };
    for (let round = 0; round < 4; round += 1) await world.tick().catch(() => undefined);
    const waiting = await world.record(world.payee, id);
    expect(waiting.thirdStatus).toBe('IN_PAYMENT');
    world.chain.beforeCall = () => undefined;
    const built = world.signed.length;
    await world.tick();
    await world.mine(3);
    expect(await world.record(world.payee, id)).toMatchObject({ thirdStatus: 'SUCCESS', txid: waiting.txid });
    expect(world.signed.length).toBe(built);
    expect(world.paidNow()).toEqual([4_980_000n]);
    await world.assertBooks();
  });

  it('from the screening or the signer means no payment, and is asked for again', async () => {
    const id = await world.approvedOne();
    const silent = world.payer({ screenings: [() => Promise.reject(new RetryLater('no answer'))] });
    await silent.tick(2);
    expect(await world.state(id)).toBe('KYT_VERIFICATION');
    await world.payer({ sign: () => Promise.reject(new RetryLater('no answer')) }).tick();
    const withoutSigner = world.payer({ sign: () => Promise.reject(new RetryLater('no answer')) });
    await withoutSigner.tick();
    expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    await world.tick(2);
    await world.mine(3);
    expect(await world.state(id)).toBe('SUCCESS');
    expect(world.paidNow()).toEqual([4_980_000n]);
  });

  it('and other bytes than those of the payment are never sent', async () => {
    const id = await world.approvedOne();
    await world.tick();
    const forged = world.payer({
      sign: async (_withdrawal, unsigned) => ({ outcome: 'SIGNED', signed: signScripted(`x${unsigned.payload}`) }),
    });
    await expect(forged.tick()).rejects.toThrow('payouts failed');
    expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    await world.tick(2);
    await world.mine(3);
    expect(world.paidNow()).toEqual([4_980_000n]);
  });
});

describe('a denial', () => {
  it('of the deny list returns everything, and says so [state:withdrawal.failed]', async () => {
    const address = world.chain.addressOf(scriptedKey('cd'));
    const check = world.chain.checkAddress(address);
    await world.know(world.payee, address);
    await world.app.owner.query({
      text: `insert into deny_list values ('BITCOIN', $1, 'stolen coins', now())`,
      values: [check.valid ? check.key : ''],
    });
    const id = await world.approved(world.payee, '0.05', address);
    await world.app.runJobs();
    const record = await world.record(world.payee, id);
    expect(record).toMatchObject({ status: 'SUCCESS', thirdStatus: 'FAILED', txid: null });
    expect(record.checkRemark).toContain('退回');
    expect(record.steps.map(({ step }) => step)).toEqual(['APPLIED', 'APPROVED', 'FAILED']);
    await world.mine(3);
    expect(world.paid(address)).toEqual([]);
    const back = await world.app.data('ledgerPage', { type: 'WITHDRAW_RETURN' }, world.payee.caller);
    expect(back.records).toMatchObject([{ amount: '0.05000000' }]);
    await world.assertBooks();
  });

  it('of the signer that is final returns everything, and what it would have spent is free', async () => {
    const id = await world.approvedOne();
    await world.tick();
    await world
      .payer({ sign: async () => ({ outcome: 'DENIED_FINAL', reason: 'above the limit for one payment' }) })
      .tick();
    expect(await world.state(id)).toBe('FAILED');
    const again = await world.approvedOne('0.09');
    await world.tick(3);
    await world.mine(3);
    expect(await world.state(again)).toBe('SUCCESS');
    expect(world.paidNow()).toEqual([8_980_000n]);
    await world.assertBooks();
  });
});

describe('a customer who is frozen or disabled after the approval', () => {
  it('is neither screened nor signed for until that ends; what is out completes', async () => {
    const sql = (text: string) => world.app.owner.query({ text, values: [world.payee.id] });
    const id = await world.approvedOne('0.02');
    await sql(`insert into customer_freeze (customer_id, reason, frozen_at) values ($1, 'r', now())`);
    await world.tick(3);
    expect(await world.state(id)).toBe('WAITING');
    await sql('select lift_freeze($1, now())');
    await world.tick();
    expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    await sql(`update customer set status = 'DISABLED' where id = $1`);
    await world.tick();
    await sql(`update customer set status = 'ACTIVE' where id = $1`);
    expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    await world.tick();
    await world.tick();
    await sql(`insert into customer_freeze (customer_id, reason, frozen_at) values ($1, 'r', now())`);
    await world.mine(3);
    expect(await world.state(id)).toBe('SUCCESS');
  });
});

describe('a reorganisation', () => {
  it('of a payment that is not final changes nothing but its confirmations', async () => {
    const id = await world.approvedOne();
    await world.app.runJobs();
    await world.mine(2);
    world.chain.blocks.reorganise(2, [[], [], []]);
    await world.tick();
    expect(await world.state(id)).toBe('IN_PAYMENT');
    await world.mine(3);
    expect(await world.state(id)).toBe('SUCCESS');
    expect(world.paidNow()).toEqual([4_980_000n]);
    await world.assertBooks();
  });
});

it('the deny list comes from a file, whole or not at all', async () => {
  const { mkdtemp, writeFile } = await import('node:fs/promises');
  const file = `${await mkdtemp('/tmp/deny-')}/list.csv`;
  const address = world.chain.addressOf(scriptedKey('ef'));
  const command = world.app.slices.payouts.commands['import:deny-list'];
  await writeFile(file, `network,address,note\nBITCOIN,${address},reported\nBITCOIN,nonsense,reported\n`);
  expect((await runCommand(world.app, command, file)).exit).toBe(1);
  await writeFile(file, `network,address,note\nBITCOIN,${address},re\u202eported\n`);
  expect((await runCommand(world.app, command, file)).failed[0]).toContain('a mark of direction');
  await writeFile(file, `network,address,note\nBITCOIN,${address},reported\n`);
  expect((await runCommand(world.app, command, file)).printed).toEqual(['1 imported']);
  expect((await runCommand(world.app, command, file)).printed).toEqual(['0 imported, 1 already there']);
});

// The last: it leaves the world with a payment that the books do not know.
it('a payer that stores nothing before it sends would pay twice (broken control)', async () => {
  const id = await world.approvedOne('0.01');
  await world.tick();
  await endAt('broadcast:sent', world.payer);
  expect(world.chain.blocks.mempool.size).toBe(1);
  await world.mine(1);
  // Without the stored bytes and reservations a second payment is built from other outputs.
  const other = await world.customer();
  const outputs = await world.app.database.query<{ txid: string; index: number; amount: bigint; number: number }>({
    text: `select txid, index, amount, number from spendable_output where amount = 10000000 order by number desc limit 1`,
  });
  const [output] = outputs.rows;
  if (!output) throw new Error(`${other.id} has no deposit`);
  const check = world.chain.checkAddress(world.destination);
  const twice = await world.chain.build({
    to: check.valid ? check.key : '',
    coin: 'BTC',
    amount: 980_000n,
    source: {
      kind: 'OUTPUTS',
      outputs: [{ ...output, owner: world.chain.ownAddress('customer', output.number) }],
      change: world.chain.ownAddress('house', 0),
    },
    rate: await world.chain.feeRate(),
  });
  if ('refused' in twice) throw new Error(twice.refused);
  await world.chain.broadcast(world.chain.finish(twice, signScripted(twice.payload)));
  await world.mine(3);
  expect(world.paidNow()).toEqual([980_000n, 980_000n]);
  expect(await world.state(id)).toBe('SUCCESS');
  await expect(world.assertBooks()).rejects.toThrow('custody');
});
