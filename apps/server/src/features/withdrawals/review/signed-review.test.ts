// Where approvals are signed, a review without its signature is never stored, whatever happens while a command waits for the lock.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { awaitWaitingConnections } from '../../../testing/lock-waiters.ts';
import { type RunningSigner, startSigner } from '../../../testing/running-signer.ts';
import { startWithdrawalFixture } from '../../../testing/withdrawal-fixture.ts';

const start = 120_000;
let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: (typeof world)['app'];
let signer: RunningSigner;
let id: string;
beforeAll(async () => {
  signer = await startSigner();
  world = await startWithdrawalFixture({ max: 12, env: { DATA_DIR: signer.dataDir }, sign: undefined });
  app = world.app;
}, start);
afterAll(async () => {
  await world?.stop();
  await signer?.stop();
}, start);
beforeEach(async () => {
  ({ id } = await world.applied(await world.customer(), 'BTC', '0.01'));
});

const reviews = async () => {
  const { rows } = await app.owner.query({
    text: `select part, approval is not null as "isSigned" from withdrawal_review where withdrawal_id = $1 order by at, part desc`,
    values: [id],
  });
  return rows;
};
const phase = async () =>
  (await app.owner.query({ text: 'select phase from withdrawal where id = $1', values: [id] })).rows[0]?.phase;

/** Holds the row until the commands wait for it, in their order; then does `meanwhile` and lets them go on. */
async function whileLocked<T>(commands: (() => Promise<T>)[], meanwhile?: string): Promise<T[]> {
  const results: Promise<T>[] = [];
  await app.owner.transaction(async (held) => {
    await held.query({ text: 'select from withdrawal where id = $1 for update', values: [id] });
    for (const [index, command] of commands.entries()) {
      results.push(command());
      await awaitWaitingConnections(app.database, index + 1);
    }
    if (meanwhile) await held.query({ text: meanwhile, values: [id] });
  });
  return Promise.all(results);
}

const repeat = 'refused: it changed while this command waited, and nothing was signed for it: give the command again';

it('refuses an approval that began before the proposal was there, and takes it when it is given again', async () => {
  const [proposed, approved] = await whileLocked([() => world.propose(id), () => world.approve(id)]);
  expect(proposed).toMatchObject({ exit: 0 });
  expect({ phase: await phase(), reviews: await reviews() }).toEqual({
    phase: 'AWAITING_APPROVAL',
    reviews: [{ part: 'PROPOSED', isSigned: true }],
  });
  expect(approved).toMatchObject({ exit: 1, failed: [repeat] });
  expect((await world.approve(id)).exit).toBe(0);
  expect(await reviews()).toEqual([
    { part: 'PROPOSED', isSigned: true },
    { part: 'APPROVED', isSigned: true },
  ]);
});

it('refuses a proposal that began before the withdrawal returned to manual review', async () => {
  const triggers = (state: 'enable' | 'disable') =>
    app.owner.query({ text: `alter table withdrawal ${state} trigger user` });
  await triggers('disable');
  await app.owner.query({ text: `update withdrawal set phase = 'SIGNING' where id = $1`, values: [id] });
  const back = `update withdrawal set phase = 'AWAITING_APPROVAL' where id = $1`;
  const [proposed] = await whileLocked([() => world.propose(id)], back).finally(() => triggers('enable'));
  expect(await reviews()).toEqual([]);
  expect(proposed).toMatchObject({ exit: 1, failed: [repeat] });
  expect((await world.propose(id)).exit).toBe(0);
  expect(await reviews()).toEqual([{ part: 'PROPOSED', isSigned: true }]);
});

describe('the database refuses', () => {
  const insert = (part: string, name: string, proof: string) =>
    app.database.query({
      text: `insert into withdrawal_review (withdrawal_id, part, staff_id, reason, at, approval_request, approval)
             select $1, $2, id, 'r', now(), ${proof} from staff where name = $3`,
      values: [id, part, name],
    });

  it('an approval without a proposal, without its signature, or for another payment', async () => {
    await expect(insert('APPROVED', 'approver', `'{}', '{}'`)).rejects.toThrow('it is not proposed yet');
    expect((await world.propose(id)).exit).toBe(0);
    await expect(insert('APPROVED', 'approver', 'null, null')).rejects.toThrow('reviews are signed here');
    await expect(insert('APPROVED', 'approver', `'{}', '{}'`)).rejects.toThrow('signed for another payment');
  });

  it('a proposal without its signature, once one review is signed', async () => {
    expect((await world.propose(id)).exit).toBe(0);
    ({ id } = await world.applied(await world.customer(), 'BTC', '0.01'));
    await expect(insert('PROPOSED', 'finance', 'null, null')).rejects.toThrow('reviews are signed here');
  });
});
