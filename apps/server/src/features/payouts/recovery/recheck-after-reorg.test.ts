// Reorganisations deeper than the confirmations remove final payments.
import { scriptedKey, scriptedTx } from '@lode/chain/testing';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../testing/commands.ts';
import { needed } from '../../../testing/payout-deps.ts';
import { payoutTests } from '../../../testing/payout-fixture.ts';
import { readPayments } from '../payment.repository.ts';
import { RetryLater } from '../payout-ports.ts';
import { claimChannel } from '../sign/signing-channel.repository.ts';
import { storeExport } from './exported-payment.repository.ts';

const world = payoutTests();

/** As the worker looks, with the operator's alerts. */
const look = async () => {
  for (const watcher of world.app.slices.payouts.watchers) await watcher(world.app.clock.now());
};
const openAlerts = async () =>
  (
    await world.app.owner.query<{ kind: string; message: string }>({
      text: `select kind, message from alert where resolved_at is null and kind <> 'deposit-removed' order by id`,
    })
  ).rows;
const mine = async (blocks: number) => {
  for (let block = 0; block < blocks; block += 1) {
    world.chain.blocks.mine();
    await world.watch();
    await look();
  }
};
const waiting = () => [...world.chain.blocks.mempool.keys()];

/** Takes the newest blocks away; what was in them and in no other block is nowhere. */
async function reorganise(depth: number): Promise<void> {
  world.chain.blocks.reorganise(
    depth,
    Array.from({ length: depth + 1 }, () => []),
  );
  world.chain.blocks.mempool.clear();
  await world.watch();
}

describe('an unsigned payment', () => {
  it('is not signed when a reorg removed its inputs: it is built anew from other outputs', async () => {
    const other = await world.customer(90_000_000n);
    const id = await world.approvedOne();
    const withoutSigner = world.payer({ sign: () => Promise.reject(new RetryLater('the signer is away')) });
    await withoutSigner.tick(3);
    expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    const [gone = ''] = await world.reservationsOf(id);
    await reorganise(needed);
    expect(await world.balance(other)).toBe('0.90000000');

    // As the real signer: without approvals by people it signs nothing new.
    let isAskedWithProof = false;
    const asked: string[][] = [];
    const back = world.payer({
      failpoint(point) {
        if (point === 'sign:built') isAskedWithProof = true;
      },
      sign: async (proof, unsigned) => {
        if (!isAskedWithProof) return { outcome: 'DENIED_FOR_NOW', reason: 'APPROVALS' };
        isAskedWithProof = false;
        asked.push(unsigned.outpoints);
        return world.payer().deps.signer.sign(proof, unsigned);
      },
    });
    await back.tick(3);
    expect(asked.flat()).not.toContain(gone);
    await world.mine(needed);
    expect(await world.state(id)).toBe('SUCCESS');
    expect(world.paidNow()).toEqual([4_980_000n]);
  });
});

describe('a confirmed payment', () => {
  const confirmed = async () => {
    const id = await world.approvedOne();
    await world.app.runJobs();
    await world.mine(needed + 1);
    expect(await world.state(id)).toBe('SUCCESS');
    return { id, txid: (await world.record(world.payee, id)).txid ?? '' };
  };
  const spendable = async (txid: string) =>
    (await world.app.owner.query({ text: 'select from spendable_output where txid = $1', values: [txid] })).rows.length;

  it('that a reorg removed raises an alert, is rebroadcast as it was signed, and its change is not spent until it confirms', async () => {
    const { id, txid } = await confirmed();
    expect(await spendable(txid)).toBe(1);
    const signatures = world.signed.length;
    await reorganise(needed + 1);
    expect(world.paidNow()).toEqual([]);
    // From the watcher's own step on, before anybody has looked.
    expect(await spendable(txid)).toBe(0);
    await expect(world.assertBooks()).rejects.toThrow('custody');

    await look();
    expect(waiting()).toEqual([txid]);
    expect(await openAlerts()).toMatchObject([{ kind: 'payment-removed' }]);
    expect((await openAlerts())[0]?.message).toContain(
      `withdrawal ${id} is in the books as paid, and ${txid} is in no block`,
    );
    // Removed once more: the same bytes once more, and one alert.
    world.chain.blocks.mempool.clear();
    await look();
    expect(waiting()).toEqual([txid]);
    expect(await openAlerts()).toHaveLength(1);

    await mine(1);
    expect(await openAlerts()).toEqual([]);
    expect(await spendable(txid)).toBe(0);
    await mine(needed - 1);
    expect(await spendable(txid)).toBe(1);
    expect([await world.state(id), world.paidNow(), world.signed.length]).toEqual([
      'SUCCESS',
      [4_980_000n],
      signatures,
    ]);
    await world.assertBooks();
    world.chain.beforeCall = (call) => {
      if (call === 'status') throw new Error('a quiet look asks for nothing');
    };
    await look().finally(() => {
      world.chain.beforeCall = () => undefined;
    });
  });

  it('that moved to another block raises no alert', async () => {
    const { txid } = await confirmed();
    const tx = world.chain.blocks.transactions().find((one) => one.tx.txid === txid)?.tx;
    if (!tx) throw new Error('not mined');
    world.chain.blocks.reorganise(needed + 1, [[], [tx], [], [], []]);
    await world.watch();
    await look();
    expect(await openAlerts()).toEqual([]);
    expect(await spendable(txid)).toBe(1);
    await world.assertBooks();
  });

  it.each(['recheck:noted', 'recheck:before-broadcast'])('is sent again after a kill at %s', async (point) => {
    const { txid } = await confirmed();
    await reorganise(needed + 1);
    const failpoint = (name: string) => {
      if (name === point) throw new Error('ended');
    };
    await world
      .payer({ failpoint })
      .tick()
      .catch(() => undefined);
    expect(waiting()).toEqual([]);
    await look();
    expect(waiting()).toEqual([txid]);
    await mine(1);
    await mine(needed - 1);
    expect(await openAlerts()).toEqual([]);
    expect(world.paidNow()).toEqual([4_980_000n]);
    await world.assertBooks();
  });

  it('resolves the alert when it is final again, also after a kill at that moment', async () => {
    await confirmed();
    await reorganise(needed + 1);
    await look();
    expect(await openAlerts()).toHaveLength(1);
    for (let block = 0; block < needed; block += 1) world.chain.blocks.mine();
    await world.watch();
    const dying = world.payer({
      reportReorg: () => Promise.reject(new Error('ended')),
    });
    await dying.tick().catch(() => undefined);
    await look();
    expect(await openAlerts()).toEqual([]);
  });

  it.each([
    [false, 'is in a block without the transfer of its amount'],
    [true, 'has failed on its chain'],
  ])(
    'is named for what it is when a reorg mines it anew, not as paid, its call failed: %s',
    async (isReverted, why) => {
      const { id, txid } = await confirmed();
      const { status } = world.chain;
      await reorganise(needed + 1);
      await look();
      world.chain.status = async (sent) => {
        const found = await status.call(world.chain, sent);
        return found.state === 'CONFIRMED' ? { ...found, isPaid: false, isReverted } : found;
      };
      await mine(needed);
      world.chain.status = status;
      expect(await openAlerts()).toMatchObject([
        { kind: 'payment-lost', message: `withdrawal ${id} is in the books as paid, and ${txid} ${why}` },
      ]);
      expect(await world.state(id)).toBe('SUCCESS');
      await mine(1);
      await world.app.owner.query({ text: 'update alert set resolved_at = now() where resolved_at is null' });
    },
  );

  it('keeps its alert when its inputs were spent elsewhere; its bytes are not sent and nothing is posted', async () => {
    const { id, txid } = await confirmed();
    const tx = world.chain.blocks.transactions().find((one) => one.tx.txid === txid)?.tx;
    const rival = scriptedTx(tx?.inputs ?? [], [{ key: scriptedKey('cd'), amount: 1n }]);
    const transfers = async () => (await world.app.owner.query({ text: 'select count(*) from ledger.transfer' })).rows;
    const posted = await transfers();
    world.chain.blocks.reorganise(needed + 1, [[rival], [], [], [], []]);
    world.chain.blocks.mempool.clear();
    await world.watch();
    await look();
    expect(await openAlerts()).toMatchObject([{ kind: 'payment-lost' }]);
    expect((await openAlerts())[0]?.message).toContain(
      `${txid} can never be in a block: ${rival.txid} took what it spends`,
    );
    expect([await world.state(id), waiting(), world.paidNow(), await spendable(txid)]).toEqual(['SUCCESS', [], [], 0]);
    expect(await transfers()).toEqual(posted);
    expect((await world.app.owner.query({ text: 'select from reorged_payment' })).rows).toHaveLength(1);
    // Deeper than any reorganisation that is followed: the alert stays, and it is not rechecked.
    await mine(world.depth + 1);
    expect((await world.app.owner.query({ text: 'select from reorged_payment' })).rows).toHaveLength(0);
    expect(await openAlerts()).toHaveLength(1);
    expect(await spendable(txid)).toBe(0);
    await world.app.owner.query({ text: 'update alert set resolved_at = now() where resolved_at is null' });
  });
});

describe('a broadcast payment that spends a deposit removed by a reorg', () => {
  const fail = (id: string, options = '') =>
    runCommand(
      world.app,
      world.app.slices.payouts.opsCommands['withdrawal:fail'] as never,
      `--id ${id} --by finance --approved-by approver --reason r ${options}`,
    );
  /** Paid from another customer's deposit, which a reorganisation takes away together with the payment. */
  const stranded = async () => {
    await world.customer(95_000_000n);
    const id = await world.approvedOne();
    await world.app.runJobs();
    await world.mine(1);
    const { txid } = await world.record(world.payee, id);
    const payment = world.chain.blocks.transactions().find(({ tx }) => tx.txid === txid)?.tx;
    const deposit = world.chain.blocks.transactions().find(({ tx }) => payment?.inputs[0] === `${tx.txid}:0`)?.tx;
    if (!payment || !deposit) throw new Error('it is not in a block');
    await reorganise(needed + 1);
    return { id, payment, deposit, spend: `${deposit.txid}:0` };
  };

  it('returns once when two people accept the double-pay risk, and raises an alert when it is mined after all', async () => {
    const balance = await world.balance(world.payee);
    const { id, payment, deposit } = await stranded();
    await look();
    expect((await fail(id)).failed.join()).toContain('can still be paid');
    await mine(needed);
    expect(await world.state(id)).toBe('IN_PAYMENT');
    const asked = await fail(id);
    expect(asked.exit).toBe(1);
    expect(asked.failed.join()).toContain(
      `it would be paid twice. To accept that risk: --although-gone ${payment.txid}`,
    );
    expect((await fail(id, `--although-gone ${deposit.txid}`)).exit).toBe(1);
    expect(await world.state(id)).toBe('IN_PAYMENT');
    const done = await fail(id, `--although-gone ${payment.txid}`);
    expect([done.exit, await world.state(id), await world.balance(world.payee)]).toEqual([0, 'FAILED', balance]);
    expect(await openAlerts()).toMatchObject([{ kind: 'payment-removed' }]);
    expect((await fail(id, `--although-gone ${payment.txid}`)).exit).toBe(1);
    // Its inputs stay reserved, also when the deposit is back.
    expect(await world.reservationsOf(id)).toEqual([`${deposit.txid}:0`]);
    await mine(2);
    expect([waiting(), (await openAlerts()).length]).toEqual([[], 1]);

    world.chain.blocks.submit(deposit);
    await mine(1);
    expect(waiting()).toEqual([]);
    world.chain.blocks.submit(payment);
    await look();
    expect(await openAlerts()).toMatchObject([
      { kind: 'paid-and-returned', message: expect.stringContaining(`${payment.txid} waits for a block`) },
    ]);
    await mine(needed);
    expect(await openAlerts()).toMatchObject([{ kind: 'paid-and-returned' }]);
    expect([await world.state(id), await world.balance(world.payee)]).toEqual(['FAILED', balance]);
    await world.app.owner.query({
      text: 'update withdrawal_payment set lost_at = now() where reorged_at is not null',
    });
    await world.app.owner.query({ text: 'update alert set resolved_at = now() where resolved_at is null' });
  });

  it('goes on by itself when the deposit is mined again, and is not returned then', async () => {
    const { id, payment, deposit } = await stranded();
    await look();
    await mine(needed);
    world.chain.blocks.submit(deposit);
    world.chain.blocks.mine();
    await world.watch();
    expect((await fail(id, `--although-gone ${payment.txid}`)).failed.join()).toContain('can still be paid');
    await look();
    expect(waiting()).toEqual([payment.txid]);
    await mine(needed);
    expect(await world.state(id)).toBe('SUCCESS');
    expect(await openAlerts()).toEqual([]);
  });

  it('is quiet again after its return when another transaction took what it spends', async () => {
    const { id, payment, deposit, spend } = await stranded();
    await look();
    await mine(needed);
    expect((await fail(id, `--although-gone ${payment.txid}`)).exit).toBe(0);
    await look();
    expect(await openAlerts()).toHaveLength(1);
    world.chain.blocks.mine([deposit]);
    world.chain.blocks.mine([scriptedTx([spend], [{ key: scriptedKey('cd'), amount: 1n }])]);
    await mine(needed);
    expect(await openAlerts()).toEqual([]);
    expect((await world.app.owner.query({ text: 'select from reorged_payment' })).rows).toHaveLength(1);
    await mine(world.depth + 1);
    expect((await world.app.owner.query({ text: 'select from reorged_payment' })).rows).toHaveLength(0);
  });
});

// Leaves the fixture with a file that may have been signed.
describe('a payment on the offline channel whose inputs a reorg removed', () => {
  it.each([false, true])('is built anew as long as none has left (exported: %s)', async (isExported) => {
    await world.customer(92_000_000n);
    const id = await world.approvedOne();
    await claimChannel(world.app.database, BigInt(id), 'OFFLINE', world.app.clock.now());
    const byFiles = world.payer({ sign: async () => ({ outcome: 'OFFLINE_CHANNEL' }) });
    await byFiles.tick(3);
    const [payment] = await readPayments(world.app.database, BigInt(id));
    if (!payment) throw new Error('not built');
    const txid = world.chain.txidOf(payment.unsigned);
    if (isExported) await storeExport(world.app.database, { ...payment, txid, now: world.app.clock.now() });
    await reorganise(needed);
    world.alerts.length = 0;
    await byFiles.tick();
    const [now] = await readPayments(world.app.database, BigInt(id));
    expect(now?.unsigned.payload === payment.unsigned.payload).toBe(isExported);
    expect(world.alerts.some((words) => words.includes(`${id} waits: what it was built from`))).toBe(isExported);
    await world.app.owner.query({
      text: 'update withdrawal_signing set channel = $2 where withdrawal_id = $1',
      values: [id, 'ONLINE'],
    });
    if (isExported) return;
    await world.tick(2);
    await world.mine(needed);
    expect(await world.state(id)).toBe('SUCCESS');
  });
});

// Leaves the world with a confirmed payment as returned.
it('a failed payment that was returned is never sent again, and raises an alert when it is mined and pays after all', async () => {
  const status = world.chain.status.bind(world.chain);
  const id = await world.approvedOne();
  await world.app.runJobs();
  // As an account's call that fails in its block, by the word of two nodes.
  world.chain.status = async (sent) => {
    const found = await status(sent);
    return found.state === 'CONFIRMED' ? { ...found, isPaid: false, isReverted: true } : found;
  };
  world.second.BITCOIN = world.chain;
  await world.mine(needed + 1);
  world.chain.status = status;
  const { thirdStatus, txid } = await world.record(world.payee, id);
  expect(thirdStatus).toBe('FAILED');
  const tx = world.chain.blocks.transactions().find((one) => one.tx.txid === txid)?.tx;
  const balance = await world.balance(world.payee);
  await reorganise(needed + 1);
  await look();
  expect(waiting()).toEqual([]);
  expect((await openAlerts()).at(-1)?.message).toContain('anyone who has its bytes can have it mined');
  if (tx) world.chain.blocks.submit(tx);
  await mine(needed);
  expect(await openAlerts()).toMatchObject([
    { kind: 'paid-and-returned', message: expect.stringContaining(`${txid} is in a block and has paid it`) },
  ]);
  expect(await world.balance(world.payee)).toBe(balance);
});
