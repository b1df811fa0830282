import { type ColdHolders, createColdHolders } from '@lode/chain-bitcoin/testing';
import { assertBooksBalance } from '@lode/ledger';
import { coldTransferSigner } from '../../../platform/chains/cold-transfer-signer.ts';
import type { LogEvent } from '../../../platform/log/event-log.ts';
import { startBitcoinPayoutFixture } from '../../../testing/bitcoin-payout-fixture.ts';
import { runCommandWith } from '../../../testing/commands.ts';
import { coldStorageSlice } from '../cold-storage.slice.ts';

/** A real bitcoind with the wallets of three holders, the product's own signer, and their cold wallet recorded. */
export async function startColdFixture() {
  const world = await startBitcoinPayoutFixture();
  const { app, bitcoind, signer } = world;
  const holders: ColdHolders = await createColdHolders(bitcoind);
  const { coldStorage, deposits, payouts, settings, withdrawals } = app.slices;
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
    async dyingRound(point: string, reports: LogEvent[] = []): Promise<boolean> {
      const log = (event: LogEvent) => void reports.push(event);
      const none = async () => {
        throw new Error('not here');
      };
      const [tick] = coldStorageSlice({
        database: app.database,
        nodes: { open: async () => world.chain },
        authorise: none,
        propose: none,
        recordAudit: none,
        needed: () => 3,
        settingsAt: settings.settingsAt,
        readWaiting: withdrawals.readUnsignedAmounts,
        reservations: payouts.coldReservations,
        findDifference: async () => null,
        signer: coldTransferSigner(signer.client),
        log: { info: log, warn: log, error: log },
        failpoint(name) {
          if (name === point) throw new Error(`ended at ${point}`);
        },
      }).watchers;
      return tick === undefined
        ? false
        : tick(app.clock.now()).then(
            () => false,
            (error: Error) => error.message === `ended at ${point}`,
          );
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
      await assertBooksBalance(app.database, [...coldStorage.replays, ...payouts.replays, ...deposits.replays]);
    },
  };
}
