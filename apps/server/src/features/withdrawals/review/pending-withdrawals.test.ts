// Lists withdrawals that wait too long with the reason, and open alerts until they are resolved.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Command } from '../../../platform/commands/command.ts';
import { runCommand } from '../../../testing/commands.ts';
import { startWithdrawalFixture } from '../../../testing/withdrawal-fixture.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
beforeAll(async () => {
  world = await startWithdrawalFixture();
});
afterAll(() => world.stop());

const ops = (command: Command | undefined, args = '') => runCommand(world.app, command as Command, args);
const waiting = async (args = '') =>
  (await ops(world.app.slices.withdrawals.opsCommands['withdrawal:waiting'], args)).printed;

it('lists what has not moved for so long, the oldest first', async () => {
  const customer = await world.customer();
  const first = await world.applied(customer, 'BTC', '0.1');
  const second = await world.applied(customer, 'BTC', '0.2');
  const third = await world.applied(customer, 'USDT', '20');
  await world.cancel(customer, third.id);
  expect(await waiting()).toEqual(['0 waiting longer than 2 h']);
  world.app.clock.advance({ hours: 3 });
  await world.propose(second.id);
  expect(await waiting()).toEqual([
    expect.stringMatching(
      new RegExp(`^withdrawal ${first.id} .*: 0.10000000 BTC, 3 h .* for FINANCE: withdrawal:propose$`),
    ),
    expect.stringMatching(new RegExp(`^withdrawal ${second.id} .* for an APPROVER: withdrawal:approve$`)),
    '2 waiting longer than 2 h',
  ]);
  expect(await waiting('--hours 4')).toEqual(['0 waiting longer than 4 h']);
  await world.approve(second.id);
  world.app.clock.advance({ hours: 2 });
  expect((await waiting()).at(1)).toContain('no BTC leaves: no check of the books has ended yet');
  await world.app.slices.books.checkNow([], world.app.clock.now());
  expect((await waiting()).at(1)).toContain("for the screening's answer");
  await world.app.owner.query({
    text: `insert into customer_freeze (customer_id, reason, frozen_at) values ($1, 'r', $2)`,
    values: [customer.id, world.app.clock.now()],
  });
  expect((await waiting()).at(1)).toContain('disabled or frozen');
  expect((await ops(world.app.slices.withdrawals.opsCommands['withdrawal:waiting'], '--hours soon')).exit).toBe(2);
  world.app.clock.advance({ hours: 30 });
  expect((await waiting()).at(1)).toContain('no BTC leaves: the books were last checked at');
});

it('says of a payment that cannot be approved now that it is held, and why', async () => {
  const customer = await world.customer();
  const { id } = await world.applied(customer, 'BTC', '0.1');
  const line = async () => (await waiting('--hours 0')).find((one) => one.startsWith(`withdrawal ${id} `));
  const held = (until: Date | null) =>
    world.app.owner.query({
      text: 'update customer set second_factor_held_until = $2 where id = $1',
      values: [customer.id, until],
    });
  const until = new Date(world.app.clock.now().getTime() + 72 * 3_600_000);
  const why = `held: a second factor was removed: it cannot be approved before ${until.toISOString()}`;
  await held(until);
  expect(await line()).toMatch(new RegExp(`: for FINANCE: withdrawal:propose; ${why}$`));
  await world.propose(id);
  expect(await line()).toMatch(new RegExp(`: ${why}$`));
  expect(await line()).not.toContain('for an APPROVER');
  world.app.clock.advance({ hours: 72 });
  expect(await line()).toMatch(/: for an APPROVER: withdrawal:approve$/);
  await held(null);
});

it('lists alerts until staff resolve them', async () => {
  const { opsCommands } = world.app.slices.alerts;
  expect((await ops(opsCommands['alarm:list'])).printed).toEqual(['0 open']);
  await world.app.owner.query({
    text: `insert into alert (kind, subject, message, raised_at) values ('deposit-removed', 'deposit 7', 'it is gone', $1)`,
    values: [world.app.clock.now()],
  });
  const { printed } = await ops(opsCommands['alarm:list']);
  expect(printed).toEqual([expect.stringContaining('deposit-removed: it is gone'), '1 open']);
  const id = printed[0]?.split(' ')[0];
  expect((await ops(opsCommands['alarm:settle'], `--id ${id} --by support --reason seen`)).exit).toBe(1);
  expect((await ops(opsCommands['alarm:settle'], `--id ${id} --by finance --reason seen`)).exit).toBe(0);
  expect((await ops(opsCommands['alarm:settle'], `--id ${id} --by finance --reason seen`)).exit).toBe(1);
  expect((await ops(opsCommands['alarm:list'])).printed).toEqual(['0 open']);
});
