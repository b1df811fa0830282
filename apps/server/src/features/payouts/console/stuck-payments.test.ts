// Payments that do not go on: found when they have waited too long and not before, with the recovery that holds; ended by two people in
// the console, once, and only where the chain proves it.
import { scriptedKey, scriptedTx } from '@lode/chain/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestCustomer } from '../../../testing/app.ts';
import { consoleClient, consoleOrigin } from '../../../testing/console-client.ts';
import { needed } from '../../../testing/payout-deps.ts';
import { startPayoutFixture } from '../../../testing/payout-fixture.ts';

let world: Awaited<ReturnType<typeof startPayoutFixture>>;
let customer: TestCustomer;
let clients = new Map<string, ReturnType<typeof consoleClient>>();
beforeAll(async () => {
  world = await startPayoutFixture({ env: { CONSOLE_ORIGIN: consoleOrigin } });
});
afterAll(() => world.stop());
beforeEach(async () => {
  customer = await world.customer();
  clients = new Map();
});

/** A session is shorter than what a payment waits: each is opened when it is needed. */
async function by(name: string) {
  const known = clients.get(name);
  if (known) return known;
  const client = consoleClient(world.app.console, { ip: `203.0.113.${10 + clients.size}` });
  await client.call('loginByPassword', { name, password: 'Lode@Console1' });
  clients.set(name, client);
  return client;
}
const stuck = async (id: string) =>
  (await (await by('auditor')).call('stuckPaymentList')).data.records.find((one) => one.id === id);
const later = (minutes: number) => {
  world.app.clock.advance({ minutes });
  clients.clear();
};
const reasonOf = ({ data }: { data: unknown }) => (data as { reason: string }).reason;

/** Approved, signed and in the mempool; blocks that are mined do not hold it. */
async function broadcast(amount = '0.05') {
  const id = await world.approved(customer, amount);
  for (let round = 0; round < 4; round += 1) await world.tick();
  const tx = [...world.chain.blocks.mempool.values()].at(-1);
  if (tx === undefined) throw new Error('nothing was broadcast');
  return { id, tx };
}

describe('a payment that was sent', () => {
  it('counts as stuck after an hour without a block, and can still be paid', async () => {
    const { id } = await broadcast();
    later(59);
    expect(await stuck(id)).toBeUndefined();
    later(2);
    expect(await stuck(id)).toMatchObject({
      cause: 'UNCONFIRMED',
      amount: '0.05000000',
      sent: '0.04980000',
      account: expect.stringContaining('****'),
      attempts: 1,
      offers: ['FAIL'],
    });
    const finance = await by('finance');
    const preview = await finance.call('previewProposal', { action: 'withdrawal:fail', options: { id } });
    expect([preview.code, reasonOf(preview)]).toEqual([40008, `提现 ${id} 还能付出`]);
    await world.mine(needed);
    expect(await stuck(id)).toBeUndefined();
    expect((await world.record(customer, id)).thirdStatus).toBe('SUCCESS');
  });

  it('is ended by two people once another transaction has its inputs for good, and its amount returns once', async () => {
    const before = await world.balance(customer);
    const { id, tx } = await broadcast();
    const rival = scriptedTx(tx.inputs, [{ key: scriptedKey('cd'), amount: 1n }]);
    world.chain.blocks.mempool.delete(tx.txid);
    for (const block of [[rival], ...Array.from({ length: needed - 1 }, () => [])]) world.chain.blocks.mine(block);
    await world.watch();
    later(61);
    const options = { id };
    const [finance, approver, auditor] = [await by('finance'), await by('approver'), await by('auditor')];
    const preview = await finance.call('previewProposal', { action: 'withdrawal:fail', options });
    expect(preview.data).toEqual({
      summary: expect.stringMatching(/^W\S+：0\.05000000 BTC 退回客户 \d+：.*不可能再上链$/),
    });
    expect(await world.balance(customer)).not.toBe(before);
    for (const client of [approver, auditor])
      expect((await client.call('propose', { action: 'withdrawal:fail', options, reason: 'r' })).status).toBe(403);
    const { data } = await finance.call('propose', { action: 'withdrawal:fail', options, reason: 'spent elsewhere' });
    expect((await finance.call('approveProposal', { id: data.id })).code).toBe(40008);
    expect(await world.balance(customer)).not.toBe(before);
    expect((await approver.call('approveProposal', { id: data.id })).code).toBe(200);
    expect(await world.balance(customer)).toBe(before);
    expect((await approver.call('approveProposal', { id: data.id })).code).toBe(40008);
    expect(await world.balance(customer)).toBe(before);

    // What it would have spent stays reserved until the signer has abandoned it.
    expect(await stuck(id)).toMatchObject({ cause: 'KEEPS_INPUTS', offers: ['RELEASE_INPUTS'], keptInputs: 1 });
    const released = await finance.call('releaseInputs', { id, reason: 'r' });
    expect([released.code, reasonOf(released)]).toEqual([40008, '没有签名机可问签过什么']);
    const { rows } = await world.app.owner.query({
      text: `select b.name as by, a.name as approver from audit_log l join staff b on b.id = staff_id join staff a on a.id = approved_by
             where subject = $1 and action = 'withdrawal:fail'`,
      values: [`withdrawal ${id}`],
    });
    expect(rows).toEqual([{ by: 'finance', approver: 'approver' }]);
  });
});

describe('a payment that is not signed', () => {
  it('counts as stuck after half an hour; unsigned and without a signer to ask nothing is ended', async () => {
    const id = await world.approved(customer, '0.05');
    const silent = world.payer({ sign: async () => ({ outcome: 'UNDETERMINED', reason: 'no answer' }) as never });
    for (let round = 0; round < 3; round += 1) await silent.tick().catch(() => undefined);
    later(29);
    expect(await stuck(id)).toBeUndefined();
    later(2);
    expect(await stuck(id)).toMatchObject({ cause: 'UNKNOWN', txid: null, offers: ['FAIL'] });
    const preview = await (await by('finance')).call('previewProposal', {
      action: 'withdrawal:fail',
      options: { id },
    });
    expect(reasonOf(preview)).toBe('没有签名机可问签过什么');
    for (let round = 0; round < 3; round += 1) await world.tick();
    await world.mine(needed);
    expect(await stuck(id)).toBeUndefined();
  });

  it('that waits for its file is handed back to the signer by two people', async () => {
    const id = await world.applied(customer, '0.05');
    const offline = await world.app.slices.payouts.takeOffline({
      id: BigInt(id),
      authority: { by: { id: 1n, name: 'finance', role: 'FINANCE', status: 'ACTIVE' }, approver: null },
      reason: 'vault',
      now: world.app.clock.now(),
    });
    expect(offline).toHaveProperty('done');
    await world.approve(id);
    await world.payer({ sign: async () => ({ outcome: 'OFFLINE_CHANNEL' }) }).tick(3);
    later(31);
    expect(await stuck(id)).toMatchObject({ cause: 'OFFLINE', offers: ['SIGN_ONLINE', 'FAIL'] });
    const [finance, approver] = [await by('finance'), await by('approver')];
    const { data } = await finance.call('propose', { action: 'withdrawal:online', options: { id }, reason: 'r' });
    expect(data.summary).toContain('改回联机签名');
    expect((await finance.call('approveProposal', { id: data.id })).code).toBe(40008);
    expect((await approver.call('approveProposal', { id: data.id })).code).toBe(200);
    for (let round = 0; round < 3; round += 1) await world.tick();
    await world.mine(needed);
    expect((await world.record(customer, id)).thirdStatus).toBe('SUCCESS');
  });
});
