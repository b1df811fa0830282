import { signScripted } from '@lode/chain/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Sign } from '../features/payouts/payout-ports.ts';
import type { TestCustomer } from './app.ts';
import { startAutoApprovalFixture } from './auto-approval-fixture.ts';
import { openAsAdmin } from './harness.ts';

const wide = '--per-payment 0.01 --per-customer-day 1 --per-day 2 --known-days 1';

/** The row of a withdrawal's payment, as the database has it. */
interface Row {
  id: string;
  attempt: number;
  lead: string | null;
  output: number;
  share: string | null;
  fee: string;
  txid: string | null;
}

type AutoApprovalWorld = Awaited<ReturnType<typeof startAutoApprovalFixture>>;

/** A day of its own for each test, in which the policy approves; after it the books fit, and so do payments and withdrawals. */
export function batchTests() {
  const world = {} as AutoApprovalWorld;
  let before = 0;
  beforeAll(async () => {
    Object.assign(world, await startAutoApprovalFixture());
    await world.deposit(world.customer, 200_000_000n);
  }, 120_000);
  afterAll(() => world.stop?.());
  beforeEach(async () => {
    await world.newDay();
    expect((await world.on(wide)).exit).toBe(0);
    before = world.paid().length;
  });
  afterEach(async () => {
    await world.mine(5);
    await world.assertBooks();
    expect(await helpers.differences()).toEqual([]);
  });

  const recordsOf = (ids: readonly string[], of: TestCustomer = world.customer) =>
    Promise.all(ids.map((id) => world.record(of, id)));
  const helpers = {
    differences: async () =>
      (await Promise.all(world.app.slices.payouts.replays.map((check) => check(world.app.database)))).flat(),
    paidNow: () =>
      world
        .paid()
        .slice(before)
        .toSorted((one, other) => Number(one - other)),
    states: async (ids: readonly string[], of?: TestCustomer) =>
      (await recordsOf(ids, of)).map(({ thirdStatus }) => thirdStatus),
    txids: async (ids: readonly string[]) => new Set((await recordsOf(ids)).map(({ txid }) => txid)),
    rowsOf: async (ids: readonly string[]) =>
      (
        await world.owner(
          `select withdrawal_id::text as id, attempt, lead_id::text as lead, output_index as output, fee_share::text as share, txid,
             unsigned::jsonb #>> '{fee,atomic,int}' as fee
           from withdrawal_payment where withdrawal_id = any($1::bigint[]) order by attempt, withdrawal_id`,
          [ids],
        )
      ).rows as unknown as Row[],
    /** As an intruder who is past every trigger. */
    async alter(text: string): Promise<void> {
      const admin = await openAsAdmin(world.app.databaseUrl);
      await admin.query({ text: `set session_replication_role = replica; ${text}; reset session_replication_role` });
      await admin.end();
    },
    /** What the policy approved carries what the signer would be asked for: the name of each at the signer. */
    async nameAtSigner(ids: readonly string[], feeCap = 1_000_000n): Promise<string[]> {
      await helpers.alter(
        `update auto_approval set approval_request = json_build_object('paymentId', 'withdrawal:' || withdrawal_id || '-x', 'feeCap', '${feeCap}')
         where withdrawal_id in (${ids.join()})`,
      );
      return ids.map((id) => `withdrawal:${id}-x`);
    },
    freeze: ({ id }: TestCustomer) =>
      world.owner(`insert into customer_freeze (customer_id, reason, frozen_at) values ($1, 'r', $2)`, [
        id,
        world.app.clock.now(),
      ]),
    lift: ({ id }: TestCustomer) =>
      world.owner('update customer_freeze set lifted_at = frozen_at where customer_id = $1 and lifted_at is null', [
        id,
      ]),
  };
  return Object.assign(world, helpers);
}

/** The same for each. */
export const all = <T>(ids: readonly unknown[], value: T): T[] => ids.map(() => value);
export const sharesOf = (rows: readonly Row[]) => rows.reduce((total, { share }) => total + BigInt(share ?? '0'), 0n);
export const idsIn: (approval: Parameters<Sign>[0]) => string[] = (approval) =>
  (approval.batch ?? [approval]).map(({ withdrawalId }) => String(withdrawalId));

/** Signs what it is asked for, and keeps it. Of a batch that it is asked for without approvals it has signed nothing. */
export function recordingSigner() {
  const asked: string[][] = [];
  const sign: Sign = async (approval, unsigned) => {
    if (approval.batch && approval.approvals !== 'AUTO')
      return { outcome: 'DENIED_FOR_NOW', reason: 'no approvals, and nothing was signed' };
    asked.push(idsIn(approval));
    return { outcome: 'SIGNED', signed: signScripted(unsigned.payload) };
  };
  return { asked, sign };
}
