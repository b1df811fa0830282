import { type ColdHolders, createColdHolders } from '@lode/chain-bitcoin/testing';
import { assertBooksBalance } from '@lode/ledger';
import { bookChecksOf } from '../../../composition/book-checks.ts';
import { startBitcoinPayoutFixture } from '../../../testing/bitcoin-payout-fixture.ts';
import { runCommandWith } from '../../../testing/commands.ts';
import { dyingColdRound } from '../../../testing/dying-cold-round.ts';

/** A real bitcoind with the wallets of three holders, the product's own signer, and their cold wallet recorded. */
export async function startColdFixture() {
  const world = await startBitcoinPayoutFixture();
  const { app, bitcoind, signer } = world;
  const holders: ColdHolders = await createColdHolders(bitcoind);
  const { coldStorage, settings } = app.slices;
  const run = (name: string, ...args: string[]) =>
    runCommandWith(app, { ...coldStorage.opsCommands, ...settings.opsCommands }[name], [...args, '--reason', 'seen']);
  const both = ['--by', 'finance', '--approved-by', 'approver'];
  const { exit, failed } = await run('cold:add', '--network', 'BITCOIN', '--descriptor', holders.descriptor, ...both);
  if (exit !== 0) throw new Error(failed.join());

  return {
    ...world,
    holders,
    run,
    both,
    /** With the same policy at the signer, unless a test gives another. */
    trust: (perDay = '1000000000', descriptor = holders.descriptor) =>
      signer.setCold('BITCOIN', { descriptor, perDay }),
    async bounds(value: { upper: string; target: string; perDay: string } | null) {
      app.clock.advance({ seconds: 1 });
      const people = ['--by', 'admin', '--approved-by', 'approver'];
      const changed = await run(
        'setting:change',
        '--key',
        'hot.bounds.BTC',
        '--value',
        JSON.stringify(value),
        ...people,
      );
      if (changed.exit !== 0) throw new Error(changed.failed.join());
    },
    /** A worker of its own that ends at a named point. */
    dyingRound: (point: string) => dyingColdRound(world, point),
    async transferIds(): Promise<string[]> {
      const { rows } = await app.owner.query<{ id: string }>({
        text: 'select id::text from cold_transfer order by id',
      });
      return rows.map(({ id }) => id);
    },
    async transfers(): Promise<string[]> {
      const { rows } = await app.owner.query<{ line: string }>({
        text: `select concat_ws(' ', kind, cold_number, amount, coalesce(is_paid::text, 'open')) as line from cold_transfer order by id`,
      });
      return rows.map(({ line }) => line);
    },
    /** What lies at the holders' addresses, by the node. */
    async coldSatoshi(): Promise<bigint> {
      const { total_amount: total } = (await bitcoind.call('scantxoutset', [
        'start',
        [{ desc: holders.descriptor, range: [0, 200] }],
      ])) as { total_amount: number };
      return BigInt(Math.round(total * 1e8));
    },
    async assertAll(): Promise<void> {
      await world.assertBooks();
      await assertBooksBalance(app.database, bookChecksOf(app.slices));
    },
  };
}
