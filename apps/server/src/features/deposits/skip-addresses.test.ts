/** Proves that after a restore an address that may still receive payments is not given out again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../platform/commands/command.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { needed, startDepositFixture } from './testing/deposit-fixture.ts';

let world: Awaited<ReturnType<typeof startDepositFixture>>;
beforeAll(async () => {
  world = await startDepositFixture();
  await addStaff(world.app);
});
afterAll(() => world.app.stop());

const two = '--by admin --approved-by approver --reason restored';
const skip = (args: string) =>
  runCommand(world.app, world.app.slices.deposits.opsCommands['deposit:skip-addresses'] as Command, args);
const keyOf = (number: number): string => world.chain.ownAddress('customer', number).key;

describe('addresses after a restore', () => {
  it('that may have been given out are not given out again, and payments to them are not credited', async () => {
    const before = await world.addCustomer();
    expect(before.key).toBe(keyOf(0));
    const lost = [1, 2, 50].map(keyOf);
    expect(await skip(`--network BITCOIN --count 50 ${two}`)).toEqual({
      exit: 0,
      printed: ['BITCOIN: 1 to 50 are never assigned, the next address is number 51'],
      failed: [],
    });
    const [next, another] = [await world.addCustomer(), await world.addCustomer()];
    expect([next.key, another.key]).toEqual([keyOf(51), keyOf(52)]);

    world.pay(...lost.map((key) => ({ key, amount: 100_000_000n })));
    for (const { key } of [before, next, another]) world.pay({ key, amount: 200_000_000n });
    world.mine(needed);
    await world.look();
    for (const customer of [before, next, another]) expect(await world.balance(customer)).toBe('2.00000000');
    expect(await world.placeOf(before)).toMatchObject({ key: keyOf(0) });
    await world.assertBooks();
  });

  it('are skipped again behind what was skipped, before anybody has asked', async () => {
    expect((await skip(`--network BITCOIN --count 10 ${two}`)).exit).toBe(0);
    expect((await skip(`--network BITCOIN --count 10 ${two}`)).printed).toEqual([
      'BITCOIN: 63 to 72 are never assigned, the next address is number 73',
    ]);
    expect((await world.addCustomer()).key).toBe(keyOf(73));
    const { rows } = await world.app.database.query({
      text: `select subject, count(*)::int as times from audit_log where action = 'deposit:skip-addresses' group by 1`,
    });
    expect(rows).toEqual([{ subject: 'addresses of BITCOIN', times: 3 }]);
  });

  it.each([
    ['one name alone', '--network BITCOIN --count 10 --by admin --reason r', 1, /approve/],
    ['people without the right', '--network BITCOIN --count 10 --by finance --approved-by approver --reason r', 1, /./],
    ['another network', `--network DOGE --count 10 ${two}`, 2, /--network "\w+" must be one of BITCOIN, ERC20/],
    ['no count', `--network BITCOIN --count 0 ${two}`, 2, /--count/],
    ['a count below nothing', `--network BITCOIN --count=-5 ${two}`, 2, /--count/],
  ])('are not skipped by %s', async (_what, args, exit, words) => {
    const floors = async () =>
      (await world.app.database.query({ text: 'select network, number from deposit_address_floor' })).rows;
    const before = await floors();
    const said = await skip(args);
    expect(said).toMatchObject({ exit, printed: [], failed: [expect.stringMatching(words)] });
    expect(await floors()).toEqual(before);
  });
});
