// Proves that "不是我" holds a payment that is approved and not signed, and that a paid one is announced with its link.
import { expect, it } from 'vitest';
import { payoutTests } from '../../testing/payout-fixture.ts';

const world = payoutTests();

const newestFor = async (text: string) =>
  (await world.app.securityNotices()).find((notice) => notice.to === world.payee.account && notice.text.includes(text))
    ?.token;

it('neither screens nor signs what a reported customer has approved until two of the staff lift the freeze', async () => {
  const id = await world.approvedOne('0.02');
  const { rows } = await world.app.owner.query<{ id: bigint }>({
    text: `select max(id) as id from security_event where customer_id = $1 and kind = 'WITHDRAWAL_SUBMITTED'`,
    values: [world.payee.id],
  });
  expect(rows[0]?.id).not.toBeNull();
  await world.app.jobs['notify-customer']?.({ event: String(rows[0]?.id), via: null, formerContact: null });
  const token = await sentToken();
  expect((await world.app.call('reportEvent', { token })).data).toEqual({ isFrozen: true });
  await world.tick(3);
  expect(await phaseOf(id)).toBe('APPROVED');
  expect(world.paidNow()).toEqual([]);
  await world.app.owner.query({ text: 'select lift_freeze($1, now())', values: [world.payee.id] });
  await world.tick(3);
  await world.mine(3);
  expect(await phaseOf(id)).toBe('PAID');
  expect(await newestFor('提现 0.02000000 BTC 已到账')).toMatch(/^[\w-]{43}$/);
});

/** Sends that one message alone: running all jobs would pay. */
async function sentToken(): Promise<string> {
  const { rows } = await world.app.owner.query<{ payload: object }>({
    text: `select payload from graphile_worker._private_jobs j
           join graphile_worker._private_tasks t on t.id = j.task_id
           where t.identifier = 'send-message' and payload->>'text' like '%申请提现%' order by j.id desc limit 1`,
    values: [],
  });
  await world.app.jobs['send-message']?.(rows[0]?.payload ?? {});
  const sent = await world.app.owner.query<{ text: string }>({
    text: `select text from local_message where text like '%申请提现%' order by id desc limit 1`,
    values: [],
  });
  return /\/not_me\?token=([\w-]+)/.exec(sent.rows[0]?.text ?? '')?.[1] ?? '';
}

/** Not through the API: the customer is logged out. */
async function phaseOf(id: string): Promise<string | undefined> {
  const text = 'select phase from withdrawal where id::text = $1';
  return (await world.app.owner.query<{ phase: string }>({ text, values: [id] })).rows[0]?.phase;
}
