// A payment in a final block that has not paid by the word of one node brings no amount back by itself: it waits for people, and no more
// of its coin leaves meanwhile. On a real anvil, with the real signer.
import { type ChainAdapter, ChainUnavailable, type SentStatus } from '@lode/chain';
import { afterEach, expect, it } from 'vitest';
import { fundedEvmTests } from '../../../testing/funded-evm-fixture.ts';
import { raiseFee } from '../../../testing/payout-deps.ts';
import { readStuckAt } from '../console/stuck-payments.console.ts';
import { readPayments } from '../payment.repository.ts';
import { findUnprovenOf, recordUnproven } from './unproven.repository.ts';

type Verdict = Pick<Extract<SentStatus, { state: 'CONFIRMED' }>, 'isPaid' | 'isReverted'>;
const reverted: Verdict = { isPaid: false, isReverted: true };
const withoutLog: Verdict = { isPaid: false, isReverted: false };

const world = fundedEvmTests({ paidIn: 2_000_000_000n });

/** A node that says so of every payment in a block; everything else that it says is true. */
function nodeSaying(verdict: Verdict): ChainAdapter {
  const { status } = world.chain;
  return {
    ...world.chain,
    async status(sent) {
      const found = await status(sent);
      return found.state === 'CONFIRMED' ? { ...found, ...verdict } : found;
    },
  };
}

let tellTheTruth = () => {};
/** The usual node says so, until `tellTheTruth`. */
function lie(verdict: Verdict): void {
  const { status } = world.chain;
  world.chain.status = nodeSaying(verdict).status;
  tellTheTruth = () => {
    world.chain.status = status;
  };
}

afterEach(async () => {
  tellTheTruth();
  delete world.second.ERC20;
  await world.mine(4);
  await world.assertBooks();
  expect(await openAlerts()).toEqual([]);
});

const openAlerts = async () =>
  (await world.rows(`select kind, subject, message from alert where resolved_at is null and kind = 'payment-unproven'`))
    .rows;
const endBy = (action: 'fail' | 'paid', id: string) =>
  world.ops(`withdrawal:${action}`, `--id ${id} --by finance --approved-by approver --reason looked-up`);

/** Final, and held, with its alert. */
async function held(): Promise<string> {
  const id = await world.approvedOne();
  await world.look(4);
  await world.mine(4);
  expect(await world.state(id)).toBe('IN_PAYMENT');
  expect(await world.balance()).not.toBe(world.before);
  expect(await openAlerts()).toMatchObject([{ subject: `withdrawal ${id}` }]);
  return id;
}

it.each([
  ['failed', reverted],
  ['logged nothing', withoutLog],
])(
  'one node that says that a paid one %s returns nothing, holds the coin, and is followed once it tells the truth',
  async (_what, verdict) => {
    lie(verdict);
    const id = await held();
    const next = world.receiver();
    const other = await world.approved(world.payee, next, '20');
    await world.look(4);
    await world.mine(4);
    expect(await world.state(other)).toBe('APPROVAL_TO_BE_SIGNED');
    expect(await world.usdtOf(next)).toBe(0n);
    tellTheTruth();
    await world.look(4);
    await world.expectPaid(id);
    expect(await openAlerts()).toEqual([]);
    await world.mine(4);
    expect(await world.state(other)).toBe('SUCCESS');
    expect(await world.usdtOf(next)).toBe(17_000_000n);
  },
);

it('holds only its own coin', async () => {
  lie(withoutLog);
  const id = await held();
  expect(await findUnprovenOf(world.app.database, 'USDT')).toContain(`withdrawal ${id}`);
  expect(await findUnprovenOf(world.app.database, 'BTC')).toBeNull();
});

it('no alert that another process raises holds a coin', async () => {
  const { rows } = await world.rows('select id from withdrawal order by id limit 1');
  const [{ id } = { id: 0n }] = rows as { id: bigint }[];
  for (const subject of [`withdrawal ${id}`, 'withdrawal 99999999999999999999'])
    await world.rows(
      `insert into alert (kind, subject, message, raised_at) values ('payment-unproven', $1, 'made up', now())`,
      subject,
    );
  expect(await findUnprovenOf(world.app.database, 'USDT')).toBeNull();
  const paid = await world.approvedOne();
  await world.look(4);
  await world.mine(4);
  await world.expectPaid(paid);
  await world.rows(`update alert set resolved_at = now() where message = 'made up'`);
});

it('a withdrawal that is over holds no coin, whatever its row says', async () => {
  const id = await world.approvedOne();
  await world.look(4);
  await world.mine(4);
  await world.expectPaid(id);
  const [payment] = await readPayments(world.app.database, BigInt(id));
  if (!payment) throw new Error('not built');
  await world.rows('update withdrawal_payment set final_at = null where withdrawal_id = $1', id);
  await recordUnproven(world.app.database, payment, 'late', world.app.clock.now());
  const marked = async () =>
    (await world.rows('select from withdrawal_payment where unproven_since is not null')).rows.length;
  expect(await marked()).toBe(0);
  await world.rows(
    `update withdrawal_payment set final_at = signed_at, unproven_since = now(), unproven_reason = 'by hand' where withdrawal_id = $1`,
    id,
  );
  expect(await findUnprovenOf(world.app.database, 'USDT')).toBeNull();
  await world.rows('update withdrawal_payment set unproven_since = null, unproven_reason = null');
});

it.each<[string, SentStatus]>([
  ['in no block', { state: 'MEMPOOL' }],
  ['not final', notFinal()],
])('is let go once its block is gone, and it is %s', async (_what, status) => {
  lie(reverted);
  const id = await held();
  tellTheTruth();
  const truth = world.chain.status;
  world.chain.status = async () => status;
  await world.look();
  expect(await findUnprovenOf(world.app.database, 'USDT')).toBeNull();
  expect(await openAlerts()).toEqual([]);
  world.chain.status = truth;
  await world.look(2);
  await world.expectPaid(id);
});

function notFinal(): SentStatus {
  const block = { height: 1, hash: '0xnew', parentHash: '0x', time: 1 };
  const feePaid = { coin: 'ETH' as const, atomic: 1n, decimals: 18 };
  return { state: 'CONFIRMED', block, confirmations: 1, feePaid, ...reverted };
}

it('waits for a second node that is behind, and is held when that stays behind', async () => {
  const behind = nodeSaying(reverted);
  world.second.ERC20 = {
    ...behind,
    async status(sent) {
      const found = await behind.status(sent);
      return found.state === 'CONFIRMED' ? { ...found, confirmations: 1 } : found;
    },
  };
  lie(reverted);
  const id = await world.approvedOne();
  await world.look(4);
  await world.mine(3);
  expect(await openAlerts()).toEqual([]);
  await world.mine(4);
  expect(await openAlerts()).toMatchObject([{ message: expect.stringContaining('does not have it final yet') }]);
  expect(await world.state(id)).toBe('IN_PAYMENT');
  // The later reason replaces the earlier one.
  world.second.ERC20 = elsewhere();
  await world.look();
  expect(await findUnprovenOf(world.app.database, 'USDT')).toContain('in another block');
  tellTheTruth();
  await world.look(2);
  await world.expectPaid(id);
});

it('stands among what is stuck at once, until people have said what became of it', async () => {
  const listed = async () => {
    const found = await readStuckAt(world.app.database, world.app.clock.now(), { after: null, limit: 100 });
    return found.map(({ id, cause }) => [String(id), cause]);
  };
  lie(withoutLog);
  const id = await held();
  expect(await listed()).toContainEqual([id, 'UNPROVEN']);
  expect(await endBy('paid', id)).toMatchObject({ exit: 0 });
  expect(await listed()).not.toContainEqual([id, 'UNPROVEN']);
});

it.each([
  ['has it as paid', { isPaid: true, isReverted: false }, 'has it as paid', 1],
  ['logged nothing', withoutLog, 'in a block without the transfer', 0],
])('a second node that %s returns nothing by itself', async (_what, verdict, why, exit) => {
  world.second.ERC20 = nodeSaying(verdict);
  lie(reverted);
  const id = await held();
  expect(await openAlerts()).toMatchObject([{ message: expect.stringContaining(why) }]);
  // What one of two nodes has as paid is not returned by people either.
  const preview = await world.ops('withdrawal:fail', `--id ${id} --by finance --reason seen`);
  expect(preview.exit).toBe(exit);
  expect(await endBy('paid', id)).toMatchObject({ exit: 0 });
  await world.expectPaid(id);
});

it.each<[string, () => ChainAdapter, string]>([
  ['in no block', () => ({ ...world.chain, status: async () => ({ state: 'UNKNOWN' }) }), 'has it in no block'],
  ['in another block', () => elsewhere(), 'in another block'],
  [
    'not at all, as it is down',
    () => ({
      ...world.chain,
      identify: async () => {
        throw new ChainUnavailable('ERC20', 'down', 'gone');
      },
    }),
    'does not answer',
  ],
])('what the second node has %s is returned by no two people either', async (_what, second, why) => {
  world.second.ERC20 = second();
  lie(reverted);
  const id = await held();
  expect(await endBy('fail', id)).toMatchObject({ exit: 1, failed: [expect.stringContaining(why)] });
  expect(await world.state(id)).toBe('IN_PAYMENT');
});

/** The same payment, in a block that the first node does not have. */
function elsewhere(): ChainAdapter {
  const { status } = nodeSaying(withoutLog);
  return {
    ...world.chain,
    async status(sent) {
      const found = await status(sent);
      return found.state === 'CONFIRMED' ? { ...found, block: { ...found.block, hash: '0xother' } } : found;
    },
  };
}

it('what two nodes have as failed is not recorded as paid: it returns by itself', async () => {
  lie(reverted);
  const id = await held();
  world.second.ERC20 = nodeSaying(reverted);
  expect(await endBy('paid', id)).toMatchObject({
    exit: 1,
    failed: [expect.stringContaining('both nodes say')],
  });
  delete world.second.ERC20;
});

it('what only the second node has as failed can be recorded as paid: nothing of it returns by itself', async () => {
  lie(withoutLog);
  const id = await held();
  world.second.ERC20 = nodeSaying(reverted);
  await world.look();
  expect(await world.state(id)).toBe('IN_PAYMENT');
  expect(await endBy('paid', id)).toMatchObject({ exit: 0 });
  await world.expectPaid(id);
});

it('two people who end it while the second node is asked leave no alert behind', async () => {
  lie(withoutLog);
  const id = await held();
  tellTheTruth();
  lie(reverted);
  const second = nodeSaying({ isPaid: false, isReverted: false });
  world.second.ERC20 = {
    ...second,
    async status(sent) {
      delete world.second.ERC20;
      expect(await endBy('paid', id)).toMatchObject({ exit: 0 });
      return second.status(sent);
    },
  };
  await world.look();
  expect(await world.state(id)).toBe('SUCCESS');
  expect(await openAlerts()).toEqual([]);
});

it('one of its transactions that the second node has as paid is enough to return nothing', async () => {
  const id = await world.approvedOne();
  await world.look(4);
  const { txid: first } = await world.record(world.payee, id);
  const restoreFee = raiseFee(world.chain);
  world.app.clock.advance({ minutes: 10 });
  await world.look();
  restoreFee();
  const honest = { ...world.chain };
  world.second.ERC20 = {
    ...honest,
    async status(sent) {
      if (sent.txid !== first) return { state: 'UNKNOWN' };
      const { txid } = await world.record(world.payee, id);
      const found = await honest.status({ ...sent, txid: txid ?? '' });
      return found;
    },
  };
  lie(reverted);
  await world.mine(4);
  const preview = await world.ops('withdrawal:fail', `--id ${id} --by finance --reason seen`);
  expect(preview).toMatchObject({ exit: 1, failed: [expect.stringMatching(/the second node has \S+ as paid/)] });
  tellTheTruth();
  await world.look(2);
  await world.expectPaid(id);
});

it('a token that keeps a fee returns nothing of what arrived: two people record it as paid, once, and custody is right', async () => {
  const fee = async (points: bigint) => {
    await world.anvil.call(world.anvil.usdt, 'setFee(uint256)', points);
    await world.anvil.mine();
  };
  await fee(10n);
  const id = await held();
  const alone = await world.ops('withdrawal:paid', `--id ${id} --by finance --reason seen`);
  expect(alone.printed.join()).toMatch(
    /^proposed as \d+: .*47\.000000 USDT is recorded as paid.*no transfer of the amount/,
  );
  expect(await world.state(id)).toBe('IN_PAYMENT');
  expect(await endBy('paid', id)).toMatchObject({ exit: 0 });
  expect(await world.state(id)).toBe('SUCCESS');
  expect(await endBy('paid', id)).toMatchObject({ exit: 1 });
  expect(await endBy('fail', id)).toMatchObject({ exit: 1 });
  expect(await world.usdtOf(world.address)).toBe(46_953_000n);
  await fee(0n);
});

it('one that goes on by itself is not recorded as paid by people', async () => {
  const id = await world.approvedOne();
  await world.look(4);
  expect(await endBy('paid', id)).toMatchObject({ exit: 1, failed: [expect.stringContaining('goes on by itself')] });
  await world.mine(4);
  await world.expectPaid(id);
});
