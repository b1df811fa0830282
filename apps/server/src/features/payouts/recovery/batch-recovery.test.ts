// What people decide about one transaction that pays several withdrawals, and what a reorganisation does to it.
import { scriptedKey, scriptedTx } from '@lode/chain/testing';
import { describe, expect, it } from 'vitest';
import { all, batchTests, recordingSigner } from '../../../testing/batch-fixture.ts';
import { inEnglish } from '../../../testing/in-english.ts';
import { endAt, needed, type PayoutOverrides } from '../../../testing/payout-deps.ts';
import { describeFailing } from './describe-failing.ts';
import type { FailCommand } from './fail-command.ts';
import { failPayment } from './fail-payment.ts';
import { releaseInputs } from './release-inputs.ts';

const timeout = 120_000;
const world = batchTests();

/** The command without its two people, whom the console's and the terminal's own tests ask for; and what it has audited. */
function failing(overrides: Partial<PayoutOverrides> = {}) {
  const { deps } = world.batcher(overrides);
  const audited: string[] = [];
  const audit = { recordAudit: async (_db: unknown, { subject }: { subject: string }) => void audited.push(subject) };
  const fail = (id: string, acceptDoublePayRisk?: string) => {
    const command = {
      id: BigInt(id),
      authority: {} as FailCommand['authority'],
      reason: 'r',
      now: world.app.clock.now(),
    };
    return inEnglish(failPayment(deps, audit, { ...command, acceptDoublePayRisk }));
  };
  const free = (id: string) =>
    inEnglish(
      releaseInputs(deps, audit, {
        id: BigInt(id),
        authority: {} as FailCommand['authority'],
        reason: 'r',
        now: world.app.clock.now(),
      }),
    );
  const describe = (id: string, acceptDoublePayRisk?: string) =>
    describeFailing(deps, { id: BigInt(id), acceptDoublePayRisk });
  return { fail, audited, free, describe };
}

const look = async () => {
  for (const watcher of world.app.slices.payouts.watchers) await watcher(world.app.clock.now());
};
const openAlerts = async () =>
  (await world.owner(`select kind, message from alert where resolved_at is null and kind like 'pa%' order by id`))
    .rows as { kind: string; message: string }[];

/** Sent together, and in no block. */
async function sent(amounts: readonly string[]): Promise<string[]> {
  const ids = await world.byRule(amounts);
  await world.batcher().tick(3);
  expect((await world.txids(ids)).size).toBe(1);
  return ids;
}

describe('a batch whose inputs another transaction has spent', () => {
  it('fails as a whole by two people, who read whose it is: each amount returns once', { timeout }, async () => {
    const before = await world.balance(world.customer);
    const ids = await sent(['0.001', '0.002', '0.003']);
    const [lead = '', member = '', last = ''] = ids;
    const [tx] = [...world.chain.blocks.mempool.values()];
    if (!tx) throw new Error('nothing was sent');
    const { fail, audited, describe: described } = failing();
    expect(await fail(member)).toEqual({ refused: `withdrawal ${lead} can still be paid` });
    const rival = scriptedTx(tx.inputs, [{ key: scriptedKey('cd'), amount: 1n }]);
    world.chain.blocks.mempool.delete(tx.txid);
    for (const block of [[rival], ...Array.from({ length: needed - 1 }, () => [])]) world.chain.blocks.mine(block);
    await world.watch();
    const summary = await described(member);
    expect(summary).toMatchObject({
      summary: { en: expect.stringContaining(`the 2 others of its transaction: ${lead}, ${last}`) },
    });
    expect(summary).toMatchObject({ summary: { zh: expect.stringContaining('同一笔交易里的另外 2 笔提现一起处理') } });
    expect(await fail(member)).toMatchObject({
      done: expect.stringContaining(`The same holds for the 2 others of its transaction: ${lead}, ${last}`),
    });
    expect(await world.states(ids)).toEqual(all(ids, 'FAILED'));
    expect(await world.balance(world.customer)).toBe(before);
    expect(audited.toSorted()).toEqual(ids.map((id) => `withdrawal ${id}`).toSorted());
    expect(await fail(last)).toHaveProperty('refused');
    expect(await world.balance(world.customer)).toBe(before);
    // Custody lacks what the other transaction took: the next test begins with books that fit.
    const owned = rival.outputs;
    expect(owned).toHaveLength(1);
    world.chain.blocks.reorganise(
      needed,
      Array.from({ length: needed + 1 }, () => []),
    );
    world.chain.blocks.mempool.clear();
    await world.watch();
    await world.mine(needed);
  });
});

describe('a batch of which an input is in no block any more', () => {
  it('fails as a whole when two people accept the risk, and its inputs are freed under each of it', {
    timeout,
  }, async () => {
    await world.deposit(await world.app.createMoneyCustomer(), 500_000_000n);
    const before = await world.balance(world.customer);
    const ids = await sent(['0.001', '0.002', '0.003']);
    const [lead = '', member = '', last = ''] = ids;
    const [payment] = [...world.chain.blocks.mempool.values()];
    const [spent = ''] = payment?.inputs ?? [];
    const deposit = world.chain.blocks.transactions().find(({ tx }) => spent.startsWith(tx.txid))?.tx;
    if (!payment || !deposit) throw new Error('it spends no deposit');
    const { fail, describe: described, free } = failing({ finalise: async () => ({ isFinalised: true, signed: [] }) });
    world.chain.blocks.reorganise(
      needed,
      Array.from({ length: needed + 1 }, () => []),
    );
    world.chain.blocks.mempool.clear();
    await world.watch();
    await world.batcher().tick(1);
    await world.mine(needed);
    expect(await fail(member)).toMatchObject({ refused: expect.stringContaining(`--although-gone ${payment.txid}`) });
    expect(await described(member, payment.txid)).toMatchObject({
      summary: { en: expect.stringContaining(`the 2 others of its transaction: ${lead}, ${last}`) },
    });
    expect(await fail(member, payment.txid)).toMatchObject({ done: expect.stringContaining(`${lead}, ${last}`) });
    expect(await world.states(ids)).toEqual(all(ids, 'FAILED'));
    expect(await world.balance(world.customer)).toBe(before);
    world.chain.blocks.submit(deposit);
    await world.mine(needed);
    // Its lead has reserved them, whichever is named.
    expect([await world.reservationsOf(lead), await world.reservationsOf(last)]).toEqual([payment.inputs, []]);
    expect(await free(last)).toMatchObject({ done: expect.stringContaining('free again') });
    expect(await world.reservationsOf(lead)).toEqual([]);
    expect(await free(member)).toMatchObject({ refused: expect.stringContaining('keeps nothing') });
    await world.owner('update withdrawal_payment set lost_at = now() where reorged_at is not null');
    await world.owner('update alert set resolved_at = now() where resolved_at is null');
  });
});

describe('an unsigned batch', () => {
  it('loses the one that two people fail; the others are paid', { timeout }, async () => {
    const ids = await world.byRule(['0.001', '0.002', '0.003']);
    await endAt('sign:built', (overrides) => world.batcher(overrides));
    const [first = '', member = '', last = ''] = ids;
    const { fail } = failing({ finalise: async () => ({ isFinalised: true, signed: [] }) });
    expect(await fail(member)).toMatchObject({ done: expect.stringContaining(`withdrawal ${member} has failed`) });
    expect(await world.states(ids)).toEqual(['APPROVAL_TO_BE_SIGNED', 'FAILED', 'APPROVAL_TO_BE_SIGNED']);
    const { asked, sign } = recordingSigner();
    await world.batcher({ sign }).tick(2);
    expect(asked).toEqual([[first, last]]);
    await world.mine(4);
    expect(await world.states(ids)).toEqual(['SUCCESS', 'FAILED', 'SUCCESS']);
    expect(world.paidNow()).toEqual([80_000n, 280_000n]);
  });
});

describe('a final batch that a reorganisation removed', () => {
  it('is one alert that names all, the same bytes again, and nothing is posted', { timeout }, async () => {
    const ids = await sent(['0.001', '0.002', '0.003']);
    const [txid = ''] = [...(await world.txids(ids))];
    await world.mine(needed + 1);
    expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
    const transfers = async () => (await world.owner('select count(*)::int as count from ledger.transfer')).rows;
    const posted = await transfers();
    const spendable = async () => (await world.owner('select from spendable_output where txid = $1', [txid])).rowCount;
    expect(await spendable()).toBe(1);
    world.chain.blocks.reorganise(
      needed + 1,
      Array.from({ length: needed + 2 }, () => []),
    );
    world.chain.blocks.mempool.clear();
    await world.watch();
    expect(await spendable()).toBe(0);
    await look();
    expect([...world.chain.blocks.mempool.keys()]).toEqual([txid]);
    expect(await openAlerts()).toEqual([
      {
        kind: 'payment-removed',
        message: expect.stringContaining(`withdrawals ${ids.join(', ')} are in the books as paid`),
      },
    ]);
    for (let block = 0; block < needed + 1; block += 1) {
      world.chain.blocks.mine();
      await world.watch();
      await look();
    }
    expect(await openAlerts()).toEqual([]);
    expect([await world.states(ids), await transfers(), await spendable()]).toEqual([all(ids, 'SUCCESS'), posted, 1]);
    expect(world.paidNow()).toEqual([80_000n, 180_000n, 280_000n]);
  });
});

describe('a final batch of which one cannot be posted', () => {
  const named = (id: string, batch: string, reason: string) =>
    expect(world.alerts.join('\n')).toMatch(
      new RegExp(`"payout.batch-not-posted","id":"${id}","batch":"${batch}","txid":"[0-9a-f]+","reason":"${reason}`),
    );

  it('is named when its phase is another, and all are posted once it fits', { timeout }, async () => {
    const ids = await sent(['0.001', '0.002', '0.003']);
    const [lead = '', member = ''] = ids;
    await world.alter(`update withdrawal set phase = 'SIGNING' where id = ${member}`);
    world.alerts.length = 0;
    await settle();
    named(member, lead, 'it is SIGNING');
    await world.alter(`update withdrawal set phase = 'BROADCAST' where id = ${member}`);
    await world.batcher().tick(1);
    expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
  });

  it('is named when its posting is refused, and all are posted once it is not', { timeout }, async () => {
    const ids = await sent(['0.001', '0.002', '0.003']);
    const [lead = '', , last = ''] = ids;
    await world.owner(`create function refuse_one() returns trigger language plpgsql as
      'begin if new.id = ${last} and new.phase = ''PAID'' then raise exception ''no room''; end if; return new; end'`);
    await world.owner(
      'create trigger refuse_one before update on withdrawal for each row execute function refuse_one()',
    );
    world.alerts.length = 0;
    await settle();
    named(last, lead, 'no room');
    expect(await world.states(ids)).toEqual(all(ids, 'IN_PAYMENT'));
    await world.owner('drop function refuse_one cascade');
    await world.batcher().tick(1);
    expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
  });

  /** Final, as one process sees it. */
  async function settle(): Promise<void> {
    for (let block = 0; block < needed; block += 1) world.chain.blocks.mine();
    await world.watch();
    await world
      .batcher()
      .tick(1)
      .catch(() => undefined);
  }
});

describe('a batch that no node knows any more', () => {
  it('can still be paid, and is sent again with the same bytes', { timeout }, async () => {
    const ids = await sent(['0.001', '0.002']);
    const [tx] = [...world.chain.blocks.mempool.values()];
    world.chain.blocks.mempool.clear();
    const { fail } = failing();
    const [lead = ''] = ids;
    await world.batcher().tick(1);
    expect(await fail(lead)).toEqual({ refused: `withdrawal ${lead} can still be paid` });
    expect([...world.chain.blocks.mempool.keys()]).toEqual([tx?.txid]);
    await world.mine(3);
    expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
  });
});
