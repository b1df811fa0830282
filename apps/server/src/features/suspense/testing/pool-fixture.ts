import { assertBooksBalance, customerAccount, type HouseAccount, houseAccount, postTransfer } from '@lode/ledger';
import type { Coin } from '@lode/money';
import { businessDate } from '../../../platform/clock/clock.ts';
import type { Command } from '../../../platform/commands/command.ts';
import { needed, startDepositFixture } from '../../../testing/arrival-fixture.ts';
import { addStaff, runCommand } from '../../../testing/commands.ts';
import { recordDay } from '../../../testing/recorded-days.ts';

type MovedAs = 'MINING_OUTPUT' | 'ADJUST_OUTPUT' | 'FUND_PAID_IN';

/** A product on a scripted Bitcoin with three closed mining days of one customer: 0.015 + 0.02 + 0.025 = 0.06 BTC, and 5 DOGE on the first. */
export async function startPoolFixture(options: Parameters<typeof startDepositFixture>[0] = {}) {
  const world = await startDepositFixture(options);
  const { app } = world;
  await addStaff(app);
  const miner = await world.addCustomer();
  let machines = 0n;

  async function post(key: string, date: string, type: MovedAs, amount: bigint, [from, to]: [bigint, bigint]) {
    const { database, clock } = app;
    const transfer = { key, input: null, kind: 'test', businessDate: businessDate(clock.now()), postedAt: clock.now() };
    await postTransfer(database, { ...transfer, postings: [{ from, to, type, amount, date }] });
  }

  /** An output of each machine, as the close of the day leaves it. */
  async function closeDay(date: string, ...nets: ['BTC' | 'DOGE', bigint][]): Promise<void> {
    const outputs = nets.map(([coin, net]) => ({ machineId: ++machines, customerId: miner.id, coin, net }));
    await recordDay(app.owner, date, { outputs });
    for (const { machineId, coin, net } of outputs)
      await post(`output:${machineId}`, date, 'MINING_OUTPUT', net, [
        houseAccount('MINING_RECEIVABLE', coin),
        customerAccount(miner.id, 'OUTPUT_ACCOUNT', coin),
      ]);
  }

  await closeDay('2026-03-01', ['BTC', 1_000_000n], ['BTC', 500_000n], ['DOGE', 500_000_000n]);
  await closeDay('2026-03-02', ['BTC', 2_000_000n]);
  await closeDay('2026-03-03', ['BTC', 2_500_000n]);

  /** Final coins at an address of the house, the pool's where none is named; the arrival. */
  async function pays(amount: bigint, address: 'hot' | 'pool' = 'pool') {
    const { key } = world.chain.ownAddress('house', address === 'hot' ? 0 : 1);
    const tx = world.pay({ key, amount });
    world.mine(needed);
    await world.look();
    const { rows } = await app.database.query<{ id: bigint }>({ text: 'select max(id) as id from house_arrival' });
    return { id: (rows[0] as { id: bigint }).id, txid: tx.txid, tx };
  }

  return {
    ...world,
    miner,
    post,
    closeDay,
    pays,
    async ops(name: string, args = '') {
      const command = app.slices.suspense.opsCommands[name] as Command;
      const { exit, printed, failed } = await runCommand(app, command, args);
      return { exit, text: [...printed, ...failed].join('\n') };
    },
    /** A house account's balance in minor units. */
    async house(account: HouseAccount, coin: Coin = 'BTC'): Promise<bigint> {
      const { rows } = await app.database.query<{ sum: string }>({
        text: `select coalesce(sum(amount), 0)::text as sum from ledger.entry where account = $1`,
        values: [houseAccount(account, coin)],
      });
      return BigInt(rows[0]?.sum ?? '0');
    },
    assertBooks: () =>
      assertBooksBalance(app.database, [...app.slices.deposits.bookChecks, ...app.slices.suspense.bookChecks]),
    /** The newest blocks are replaced by empty ones; what was in them waits again. */
    async forget(blocks: number): Promise<void> {
      world.blocks.reorganise(
        blocks,
        Array.from({ length: blocks + 1 }, () => []),
      );
      await world.look();
    },
    proposalsFor: (name: string) =>
      app.slices.staff.proposalCommands(() => {
        const command = app.slices.suspense.opsCommands[name] as { proposal?: never };
        return command.proposal;
      }),
  };
}
