import { assertBooksBalance } from '@lode/ledger';
import { bookChecksOf } from '../../../composition/book-checks.ts';
import { runCommandWith } from '../../../testing/commands.ts';
import { dyingColdRound } from '../../../testing/dying-cold-round.ts';
import { startEvmWorld } from '../../../testing/evm-fixture.ts';

/** Of holders; no key of theirs is here. */
export const coldAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
export const otherAddress = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

/** A real anvil, the product's own signer, and a cold address of USDT recorded by two people here and two approvers there. */
export async function startColdUsdtFixture() {
  const world = await startEvmWorld();
  const { app, signer } = world;
  const { coldStorage, settings } = app.slices;
  const run = (name: string, ...args: string[]) =>
    runCommandWith(app, { ...coldStorage.opsCommands, ...settings.opsCommands }[name], [...args, '--reason', 'seen']);
  const both = ['--by', 'finance', '--approved-by', 'approver'];
  const done = async (command: ReturnType<typeof run>): Promise<void> => {
    const { exit, failed } = await command;
    if (exit !== 0) throw new Error(failed.join());
  };
  const add = (descriptor: string) => done(run('cold:add', '--network', 'ERC20', '--descriptor', descriptor, ...both));
  await add(coldAddress);

  return {
    ...world,
    run,
    add,
    /** The same wallet at the signer, unless a test gives another. */
    trust: (perDay = '1000000000000', descriptor = coldAddress) => signer.setCold('ERC20', { descriptor, perDay }),
    async bounds(value: { upper: string; target: string; perDay: string } | null) {
      app.clock.advance({ seconds: 1 });
      const people = ['--by', 'admin', '--approved-by', 'approver'];
      await done(run('setting:change', '--key', 'hot.bounds.USDT', '--value', JSON.stringify(value), ...people));
    },
    dyingRound: (point: string) => dyingColdRound(world, point),
    async transfers(): Promise<string[]> {
      const { rows } = await app.owner.query<{ line: string }>({
        text: `select concat_ws(' ', network, amount, coalesce(is_paid::text, 'open')) as line from cold_transfer order by id`,
      });
      return rows.map(({ line }) => line);
    },
    async assertAll(): Promise<void> {
      await world.assertBooks();
      await assertBooksBalance(app.database, bookChecksOf(app.slices));
    },
  };
}
