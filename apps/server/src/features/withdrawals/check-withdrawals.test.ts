// What the staff decided on is compared with the withdrawal, its chain too: except in lines of the console from before it stood there.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestCustomer } from '../../testing/app.ts';
import { startWithdrawalFixture } from '../../testing/withdrawal-fixture.ts';
import { checkWithdrawals } from './check-withdrawals.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let customer: TestCustomer;
beforeAll(async () => {
  world = await startWithdrawalFixture();
  customer = await world.customer();
});
afterAll(() => world.stop());

const session = '7';
const address = '203.0.113.7';

/** Whether the check has a difference of a withdrawal on Bitcoin, of which the audit log says this. */
async function differs(detail: Record<string, string>): Promise<boolean> {
  const { id } = await world.applied(customer, 'BTC', '0.001');
  await world.app.owner.query({
    text: `insert into audit_log (at, staff_id, action, subject, reason, detail)
           select $2, staff.id, 'withdrawal:reject', 'withdrawal ' || withdrawal.id, 'test',
             jsonb_build_object('coin', coin, 'addressKey', address_key, 'amount', amount::text, 'fee', fee::text) || $3::jsonb
           from withdrawal, staff where withdrawal.id = $1 and staff.name = 'approver'`,
    values: [id, world.app.clock.now(), JSON.stringify(detail)],
  });
  const found = await checkWithdrawals(world.app.database);
  return found.some(
    ({ check, subject }) => check === 'a withdrawal is what the staff decided on' && subject === `withdrawal ${id}`,
  );
}

it.each([
  ['by a command', { network: 'BITCOIN' }, false],
  ['by a command, on another chain', { network: 'ERC20' }, true],
  ['in the console', { network: 'BITCOIN', session, origin: address }, false],
  ['in the console, on another chain', { network: 'ERC20', session, origin: address }, true],
  ['in the console, without a chain', { session, origin: address }, true],
  ['in the console of before, which kept where it came from in its place', { network: address, session }, false],
  ['in the console of before, of another amount', { network: address, session, amount: '1' }, true],
])('decided %s', async (_where, detail, isDifferent) => {
  expect(await differs(detail)).toBe(isDifferent);
});
