// Auto-approval of USDT from request to chain: a real anvil, and the real signer with its own policy, which decides again.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type FundedEvmWorld, startFundedEvmWorld } from '../../../testing/funded-evm-fixture.ts';

const timeout = 180_000;
let world: FundedEvmWorld;
let address: string;
const whole = ['APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST', 'CONFIRMED'];

const record = (id: string) => world.record(world.payee, id);
const steps = async (id: string) => (await record(id)).steps.map(({ step }) => step);
const approvalsOf = async (id: string) =>
  (
    await world.app.owner.query({
      text: `select (select count(*)::int from withdrawal_review where withdrawal_id = $1) as people,
               (select count(*)::int from auto_approval where withdrawal_id = $1) as rule,
               (select revoked_reason from auto_approval where withdrawal_id = $1) as why`,
      values: [id],
    })
  ).rows[0];

/** Applied for, and everything that follows by itself; four blocks. */
async function asked(amount: string): Promise<string> {
  const id = await world.applied(world.payee, address, amount);
  await goesOn();
  return id;
}
async function goesOn(): Promise<void> {
  await world.app.runJobs();
  await world.look(3);
  await world.mine(4);
}

beforeAll(async () => {
  // The signer has a clock of its own: the day that makes the address known lies behind us.
  world = await startFundedEvmWorld({ paidIn: 1_000_000_000n, now: new Date(Date.now() - 26 * 3_600_000) });
  address = world.chain.addressOf('c4'.repeat(20));
  const first = await world.approved(world.payee, address, '50');
  await goesOn();
  expect((await record(first)).thirdStatus).toBe('SUCCESS');
  world.app.clock.advance({ hours: 26 });
  const bounds = '--per-payment 60 --per-customer-day 200 --per-day 200 --known-days 1';
  const names = '--by admin --approved-by approver --reason seen';
  expect((await world.ops('withdrawal:rule', `--coin USDT ${bounds} ${names}`)).exit).toBe(0);
  await world.signer.setRule('erc20', { perPayment: '47000000', perDay: '70000000' });
}, timeout);
afterAll(() => world?.stop(), timeout);
afterEach(() => world.assertBooks());

it('pays on the chain without staff within the bounds of server and signer', { timeout }, async () => {
  const before = await world.usdtOf(address);
  const id = await asked('50');
  expect(await record(id)).toMatchObject({ thirdStatus: 'SUCCESS', received: '47.000000' });
  expect(await steps(id)).toEqual(whole);
  expect(await approvalsOf(id)).toEqual({ people: 0, rule: 1, why: null });
  expect((await world.usdtOf(address)) - before).toBe(47_000_000n);
});

it.each([
  ["the server's bound", '60.01', { people: 0, rule: 0, why: null }],
  ["the signer's bound for one payment", '50.01', { rule: 1, why: expect.stringContaining('one payment') }],
  ["the signer's bound for a day", '30', { rule: 1, why: expect.stringContaining('one day') }],
])(
  'returns to manual review one step above %s, and is paid after approval',
  { timeout },
  async (_which, amount, approvals) => {
    const before = await world.usdtOf(address);
    const id = await asked(amount);
    expect(await record(id)).toMatchObject({ status: 'WAITING', thirdStatus: null });
    expect(await steps(id)).toEqual(['APPLIED']);
    expect(await approvalsOf(id)).toMatchObject({ people: 0, ...approvals });
    expect(await world.usdtOf(address)).toBe(before);
    await world.approve(id);
    await goesOn();
    expect((await record(id)).thirdStatus).toBe('SUCCESS');
    expect(await steps(id)).toEqual(whole);
    expect(await world.usdtOf(address)).toBeGreaterThan(before);
  },
);
