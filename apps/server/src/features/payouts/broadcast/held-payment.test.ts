// A payment that is signed and held back by the check of the books is not sent once its customer is frozen or its destination removed.
import { scriptedKey, scriptedTx } from '@lode/chain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../../../testing/commands.ts';
import { endAt, needed, paymentCommands } from '../../../testing/payout-deps.ts';
import { startPayoutFixture } from '../../../testing/payout-fixture.ts';

let world: Awaited<ReturnType<typeof startPayoutFixture>>;
beforeAll(async () => {
  world = await startPayoutFixture();
});
afterAll(() => world?.stop());

const ops = (name: string, args: string) => runCommand(world.app, paymentCommands(world.app)[name] as never, args);
/** Signed, and not sent: its payer ended between the two. */
const signed = () => endAt('sign:committed', world.payer);

it('waits while its customer is frozen, and is sent once the freeze is lifted', async () => {
  const customer = await world.customer();
  const before = world.paid().length;
  const id = await world.approved(customer, '0.05');
  await signed();
  const { owner, clock } = world.app;
  const values = [customer.id, clock.now()];
  await owner.query({
    text: `insert into customer_freeze (customer_id, reason, frozen_at) values ($1, 'seen', $2)`,
    values,
  });
  await world.app.runJobs();
  await world.tick(3);
  await world.mine();
  expect(world.paid()).toHaveLength(before);
  await owner.query({ text: 'update customer_freeze set lifted_at = $2 where customer_id = $1', values });
  await world.tick(3);
  await world.mine(3);
  expect((await world.record(customer, id)).thirdStatus).toBe('SUCCESS');
  expect(world.paid()).toHaveLength(before + 1);
});

it('is not sent to a destination of TREASURY that was removed', async () => {
  const { app, chain } = world;
  const vault = chain.addressOf(scriptedKey('cd'));
  const { key } = chain.ownAddress('house', 0);
  chain.blocks.submit(scriptedTx(['outside:funding'], [{ key, amount: 3_000_000n }]));
  await world.mine(needed);
  const two = '--by finance --approved-by approver --reason agreed';
  const now = app.clock.now();
  app.clock.set(new Date(now.getTime() - 24 * 3_600_000));
  const added = await ops('destination:add', `--name vault --network BITCOIN --address ${vault} ${two}`);
  app.clock.set(now);
  expect(added).toMatchObject({ exit: 0 });
  expect(await ops('treasury:pay', `--coin BTC --destination vault --amount 0.02 ${two}`)).toMatchObject({ exit: 0 });
  await signed();
  expect(await ops('destination:remove', '--name vault --by approver --reason stolen')).toMatchObject({ exit: 0 });
  await app.runJobs();
  await world.tick(3);
  await world.mine(3);
  expect(world.paid(vault)).toEqual([]);
});
