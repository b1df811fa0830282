// What runs beside a block update that disconnects blocks: no deadlock, and nothing is posted for a disconnected block.
import { assertBooksBalance } from '@lode/ledger';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { postArrivals } from './arrivals.ts';
import { checkArrivals } from './check-arrivals.ts';
import { clawBackDeposit } from './claw-back-deposit.ts';
import { creditFinal } from './credit-final.ts';
import { needed, startDepositFixture } from './testing/deposit-fixture.ts';

let world: Awaited<ReturnType<typeof startDepositFixture>>;
beforeEach(async () => {
  world = await startDepositFixture();
  await addStaff(world.app);
});
afterEach(async () => {
  for (const open of gates.splice(0)) open();
  await world.app.stop();
});

/** A transaction that still waits after a failed test would keep its database open. */
const gates: (() => void)[] = [];

const btc = 100_000_000n;

class Stopped extends Error {}

/** Takes the new blocks in and ends there: nothing is credited or posted. */
async function updateOnly(): Promise<void> {
  const watcher = world.watcher((point) => {
    if (point === 'block-update:committed') throw new Stopped();
  });
  await expect(watcher(world.app.clock.now())).rejects.toThrow(Stopped);
}

/** A place at which one waits until the test says so. */
function gate() {
  let arrive = () => {};
  let open = () => {};
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  gates.push(open);
  const pass = (): Promise<void> => {
    arrive();
    return opened;
  };
  return { reached, open, pass };
}

/** Comes back when one of the database's transactions waits for another. */
const oneWaits = () =>
  vi.waitFor(
    async () => {
      const text = `select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`;
      expect((await world.app.database.query({ text })).rows).toHaveLength(1);
    },
    { timeout: 30_000, interval: 50 },
  );

const emptyBlocks = (count: number) => Array.from({ length: count }, () => []);

const noLarge = { bound: { from: null, depth: 12 }, confirmed: [] };

describe('a block update that returns a clawed back deposit', () => {
  /** Locks the accounts as the product does, and waits with them. */
  function slowly() {
    const place = gate();
    const { lockPayingAccounts, payOwed, promoRemaining } = world.app.slices.electricity;
    const ports = {
      payOwed,
      promoRemaining,
      async lockPayingAccounts(dbTx: Transaction, ids: readonly bigint[]) {
        await lockPayingAccounts(dbTx, ids);
        await place.pass();
      },
    };
    return { place, deps: { ...ports, ...world.app.slices.staff, database: world.app.database } };
  }

  /** A deposit that was credited, removed, and clawed back where that is asked for. */
  async function removed(customer: Awaited<ReturnType<typeof world.addCustomer>>, isClawedBack: boolean) {
    const tx = world.pay({ key: customer.key, amount: btc });
    world.mine(needed);
    await world.look();
    world.chain.blocks.reorganise(needed, emptyBlocks(needed + 1));
    world.chain.blocks.mempool.clear();
    await world.look();
    const id = (await world.deposits(customer))[0]?.id ?? '';
    if (!isClawedBack) return { tx, id };
    const { 'deposit:settle': clawBack } = world.app.slices.deposits.opsCommands;
    const args = `--id ${id} --by finance --approved-by approver --reason r`;
    if (clawBack) expect((await runCommand(world.app, clawBack, args)).exit).toBe(0);
    return { tx, id };
  }

  it('waits for a credit of the same customer, and the credit never for it', async () => {
    const customer = await world.addCustomer();
    const { tx } = await removed(customer, true);
    world.pay({ key: customer.key, amount: 2n * btc });
    world.mine(needed);
    await updateOnly();
    world.chain.blocks.reorganise(needed, [[tx], ...emptyBlocks(needed)]);
    world.chain.blocks.mempool.clear();

    const { place, deps } = slowly();
    const crediting = creditFinal(deps, 'BITCOIN', { min: 1n, ...noLarge, now: world.app.clock.now() });
    await place.reached;
    const looking = world.look();
    await oneWaits();
    place.open();
    await Promise.all([crediting, looking]);
    expect((await world.deposits(customer)).map(({ status }) => status)).toEqual(['ORPHANED', 'CREDITED']);
    expect(await world.balance(customer)).toBe('3.00000000');
    expect(await world.house('SUSPENSE')).toBe(-2n * btc);
    await world.assertBooks();
  });

  it('waits for a clawback of the same customer, and the clawback never for it', async () => {
    const customer = await world.addCustomer();
    const clawedBack = await removed(customer, true);
    const owed = await removed(customer, false);
    world.chain.blocks.submit(owed.tx);
    world.chain.blocks.submit(clawedBack.tx);
    world.mine();

    const { place, deps } = slowly();
    const authority = await world.app.slices.staff.authorise(
      { by: ['FINANCE'], approvedBy: ['APPROVER'] },
      { by: 'finance', approvedBy: 'approver' },
    );
    if ('refusal' in authority) throw new Error(authority.refusal);
    const staffInput = { authority, reason: 'r', now: world.app.clock.now() };
    const clawingBack = clawBackDeposit(
      { ...deps, resolveAlert: world.app.slices.alerts.resolveAlert },
      { id: BigInt(owed.id), asFarAs: 'all' },
      staffInput,
    );
    await place.reached;
    const looking = world.look();
    await oneWaits();
    place.open();
    const [result] = await Promise.all([clawingBack, looking]);
    expect(result).toHaveProperty('done');
    expect(await world.balance(customer)).toBe('2.00000000');
    expect(await world.house('SUSPENSE')).toBe(0n);
    await world.assertBooks();
  });
});

describe('an arrival whose block an update disconnects', () => {
  /** The next transaction waits at its end, with all that it has locked and written. */
  function slowly(database: Database) {
    const place = gate();
    const { transaction } = database;
    const slow: Database['transaction'] = (work) => {
      database.transaction = transaction;
      return transaction(async (dbTx) => {
        const done = await work(dbTx);
        await place.pass();
        return done;
      });
    };
    database.transaction = slow;
    return place;
  }

  async function arrived() {
    world.pay({ key: world.chain.ownAddress('house', 0).key, amount: btc });
    world.mine(needed);
    await updateOnly();
    world.chain.blocks.reorganise(needed, emptyBlocks(needed + 1));
    world.chain.blocks.mempool.clear();
    return -(await world.house('CUSTODY'));
  }

  const post = () => {
    const { resolveAlert } = world.app.slices.alerts;
    return postArrivals({ database: world.app.database, resolveAlert }, 'BITCOIN', world.app.clock.now());
  };

  async function expectNothing(before: bigint) {
    const { rows } = await world.app.database.query({ text: 'select status from house_arrival' });
    expect(rows).toEqual([{ status: 'ORPHANED' }]);
    expect(-(await world.house('CUSTODY'))).toBe(before);
    await assertBooksBalance(world.app.database, [checkArrivals]);
  }

  it('is posted first and taken back by the update that waited', async () => {
    const before = await arrived();
    const place = slowly(world.app.database);
    const posting = post();
    await place.reached;
    const looking = world.look();
    await oneWaits();
    place.open();
    await Promise.all([posting, looking]);
    const { rows } = await world.app.database.query({
      text: `select count(*)::int as n from ledger.transfer where kind = 'arrival'`,
    });
    expect(rows).toEqual([{ n: 2 }]);
    await expectNothing(before);
  });

  it('is not posted by the call that waited for the update', async () => {
    const before = await arrived();
    const place = slowly(world.app.database);
    const looking = world.look();
    await place.reached;
    const posting = post();
    await oneWaits();
    place.open();
    await Promise.all([posting, looking]);
    await expectNothing(before);
  });
});
