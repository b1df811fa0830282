/**
 * Proves that a leaving is done wholly or not at all whatever ends its process, that a departure and its machines stay as they are, and
 * that a removed deposit which is paid back keeps no customer.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moneyRoles } from '../../platform/staff/authority.ts';
import type { TestApp, TestCustomer } from '../../testing/app.ts';
import { needed } from '../../testing/arrival-fixture.ts';
import { addMachine } from '../../testing/machines.ts';
import { endsAt } from '../../testing/payout-deps.ts';
import { leave } from './leave.ts';
import { startLeavingFixture, two } from './testing/leaving-fixture.ts';

let fixture: Awaited<ReturnType<typeof startLeavingFixture>>;
let app: TestApp;
beforeAll(async () => {
  fixture = await startLeavingFixture();
  app = fixture.app;
});
afterAll(() => app.stop());
const ops = (name: string, args: string) => fixture.ops(name, args);
const leaveBy = (customer: TestCustomer, more = '') => fixture.leaveBy(customer, more);

describe('a customer who leaves', () => {
  it.each(['leave:rests-posted', 'leave:closed', 'leave:before-commit', 'leave:committed'])(
    'has left wholly or not at all when the process ends at %s; the same command completes it, or says that it is done',
    async (point) => {
      const customer = await fixture.addCustomer();
      await fixture.give(customer, 'BTC', '0.0008');
      await ops('credit', `--account ${customer.account} --amount 2 --kind init ${two}`);
      const { staff, identity, electricity, settings, messages } = app.slices;
      const { failpoint, seen } = endsAt(point);
      const authority = await staff.authorise(moneyRoles, { by: 'finance', approvedBy: 'approver' });
      if ('refusal' in authority) throw new Error(authority.refusal);
      const before = await Promise.all([
        fixture.statusOf(customer),
        fixture.treasuryAndPromotion(),
        fixture.departures(),
        fixture.departureNotices(),
      ]);
      const deps = {
        ...staff,
        ...identity,
        ...electricity,
        ...settings,
        ...messages,
        database: app.database,
        failpoint,
      };
      const input = { customer: { id: String(customer.id) }, receipt: 'paid' };
      await expect(leave(deps, input, { authority, reason: 'asked', now: app.clock.now() })).rejects.toThrow(
        'ended at',
      );
      expect(seen.count).toBe(1);
      const isDone = point === 'leave:committed';
      const after = await Promise.all([
        fixture.statusOf(customer),
        fixture.treasuryAndPromotion(),
        fixture.departures(),
        fixture.departureNotices(),
      ]);
      if (!isDone) expect(after).toEqual(before);
      await fixture.assertBooks();
      expect(await leaveBy(customer, '--receipt paid')).toMatchObject(
        isDone ? { exit: 1, text: expect.stringContaining('has left already') } : { exit: 0 },
      );
      expect(await fixture.statusOf(customer)).toBe('CLOSED');
      const [, [btc, promotion], count, notices] = before;
      expect([
        await fixture.treasuryAndPromotion(),
        await fixture.departures(),
        await fixture.departureNotices(),
      ]).toEqual([[btc + 80_000n, promotion + 2_000_000n], count + 1, notices + 1]);
      await fixture.assertBooks();
    },
  );

  it('stays gone: not even the owner of the database rewrites a departure', async () => {
    const customer = await fixture.addCustomer();
    expect((await leaveBy(customer)).exit).toBe(0);
    for (const text of [
      'delete from customer_departure where customer_id = $1',
      'update customer_departure set left_at = now() where customer_id = $1',
    ])
      await expect(app.owner.query({ text, values: [customer.id] }), text).rejects.toThrow('the customer has left');
  });

  it('gets no machine, by no import and no sale', async () => {
    const customer = await fixture.addCustomer();
    expect((await leaveBy(customer)).exit).toBe(0);
    const other = await app.createCustomer();
    const machine = await addMachine(app, { account: other.account, machineNo: `S-${other.id}` });
    const terms = `select machine_id, effective_from + 1, effective_to, $1, site_id, tariff_name, hashrate, power_watts, pool_fee_rate,
        hosting_fee_monthly, end_time, on_site_from, recorded_at, fields, recorded_by, applied from machine_terms where machine_id = $2`;
    const refused = [
      `insert into machine_terms ${terms}`,
      'update machine_terms set customer_id = $1 where machine_id = $2',
      `insert into machine (machine_no, customer_id, model_id, site_id, tariff_name, purchase_kind, coin, hashrate, hashrate_unit, power_watts,
         pool_fee_rate, start_time, status, status_since, created_at)
       select machine_no || 'x', $1, model_id, site_id, tariff_name, purchase_kind, coin, hashrate, hashrate_unit, power_watts, pool_fee_rate,
         start_time, status, status_since, created_at from machine where id = $2`,
    ];
    for (const text of refused)
      await expect(app.owner.query({ text, values: [customer.id, machine] }), text).rejects.toThrow('has left');
  });

  it('leaves after a removed deposit is clawed back in full; mined again, it waits in SUSPENSE', async () => {
    const customer = await fixture.addCustomer();
    const tx = fixture.pay({ key: customer.key, amount: 200_000n });
    fixture.mine(needed);
    await fixture.look();
    fixture.chain.blocks.reorganise(
      needed,
      Array.from({ length: needed + 1 }, () => []),
    );
    fixture.chain.blocks.mempool.clear();
    await fixture.look();
    const [deposit] = await fixture.deposits(customer);
    const text = `deposit ${deposit?.id}, which a reorganisation removed`;
    expect((await ops('customer:standing', `--id ${customer.id}`)).text).toContain(text);
    expect((await ops('deposit:settle', `--id ${deposit?.id} ${two}`)).exit).toBe(0);
    expect((await ops('customer:unfreeze', `--id ${customer.id} ${two}`)).exit).toBe(0);
    expect((await ops('customer:standing', `--id ${customer.id}`)).text).toContain('can leave');
    expect((await leaveBy(customer)).exit).toBe(0);

    const suspense = await fixture.house('SUSPENSE');
    fixture.chain.blocks.submit(tx);
    fixture.mine(needed);
    for (let look = 0; look < 3; look += 1) await fixture.look();
    expect((await fixture.house('SUSPENSE')) - suspense).toBe(200_000n);
    const list = await ops('suspense:list', '');
    const id = /arrival (\d+) 0.00200000 BTC BITCOIN CUSTOMER/.exec(list.text)?.[1];
    await fixture.assertBooks();
    expect((await ops('suspense:settle', `--id ${id} --as treasury ${two}`)).exit).toBe(0);
    await fixture.assertBooks();
  });
});
