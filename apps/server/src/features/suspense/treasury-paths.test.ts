// The operator's own money by hand, coins of a pool at the funding address, and a wrong match of a pool's payment: each moved by two people, once,
// and put right by a transfer of its own. The figures are those of docs/golden/pool.md and docs/golden/treasury.md.
import { houseAccount } from '@lode/ledger';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { needed } from '../../testing/arrival-fixture.ts';
import { runCommand } from '../../testing/commands.ts';
import { startPoolFixture } from './testing/pool-fixture.ts';

const two = '--by finance --approved-by approver --reason seen';
let world: Awaited<ReturnType<typeof startPoolFixture>>;
beforeAll(async () => {
  world = await startPoolFixture();
});
afterAll(() => world.app.stop());
afterEach(() => world.assertBooks());

/** BTC accounts of the house. */
async function figures() {
  const { house } = world;
  const accounts = ['MINING_RECEIVABLE', 'MINING_VARIANCE', 'SUSPENSE', 'TREASURY'] as const;
  const [receivable, variance, suspense, treasury] = await Promise.all(accounts.map((account) => house(account)));
  return { receivable, variance, suspense, treasury };
}
const match = (day: string, arrival: bigint, more = '') =>
  world.ops('pool:payment', `--coin BTC --from ${day} --to ${day} --arrival ${arrival} ${more} ${two}`);
const undo = (id: number, people = two) => world.ops('pool:undo', `--id ${id} ${people}`);
const reopen = (id: bigint, people = two) => world.ops('suspense:reopen', `--id ${id} ${people}`);

describe('pool:undo', () => {
  it('takes a wrong match back by a transfer that names it; days, corrections and arrival are free again', async () => {
    const { id, txid } = await world.pays(2_000_000n);
    expect((await match('2026-03-01', id, '--variance bonus')).exit).toBe(0);
    expect(await figures()).toEqual({ receivable: -4_500_000n, variance: 500_000n, suspense: 0n, treasury: 0n });
    expect(await undo(1, '--by finance --approved-by finance --reason r')).toMatchObject({ exit: 1 });

    const proposed = await undo(1, '--by finance --reason wrong_week');
    const summary = `pool payment 1 for 2026-03-01 to 2026-03-01 undone: 0.02000000 BTC of arrival ${id} back to SUSPENSE, 0.01500000 BTC receivable again, variance -0.00500000 BTC`;
    expect(proposed).toEqual({ exit: 0, text: `proposed as 1: ${summary}` });
    const { exit, printed } = await runCommand(
      world.app,
      world.proposalsFor('pool:undo').approve,
      '--id 1 --by approver',
    );
    expect([exit, printed.join()]).toEqual([0, expect.stringContaining(summary)]);
    expect(await figures()).toEqual({ receivable: -6_000_000n, variance: 0n, suspense: 2_000_000n, treasury: 0n });
    expect((await undo(1)).text).toContain('pool payment 1 is undone already');
    expect((await undo(99)).text).toContain('there is no pool payment 99');
    expect((await world.ops('pool:list')).text).toContain('payment 1, undone');
    expect((await world.ops('suspense:list')).text).toContain(`arrival ${id} 0.02000000 BTC BITCOIN POOL ${txid}`);
    const { rows } = await world.app.database.query({
      text: `select original.key from ledger.transfer undone join ledger.transfer original on original.id = undone.corrects
             where undone.kind = 'pool-payment-undone'`,
    });
    expect(rows).toEqual([{ key: 'pool-payment:BTC:2026-03-01:2026-03-01' }]);

    expect((await match('2026-03-02', id)).exit).toBe(0);
    expect(await figures()).toEqual({ receivable: -4_000_000n, variance: 0n, suspense: 0n, treasury: 0n });
    const next = await world.pays(1_500_000n);
    expect((await match('2026-03-01', next.id)).exit).toBe(0);
    expect(await figures()).toEqual({ receivable: -2_500_000n, variance: 0n, suspense: 0n, treasury: 0n });
  });

  it('happens once when it is given twice at once, also after the arrival is gone', async () => {
    // Payment 3 is the newest: its arrival was removed, and is mined again after the match was taken back.
    await world.forget(needed);
    expect((await figures()).suspense).toBe(-1_500_000n);
    const exits = (await Promise.all([undo(3), undo(3)])).map(({ exit }) => exit);
    expect(exits.sort()).toEqual([0, 1]);
    expect(await figures()).toEqual({ receivable: -4_000_000n, variance: 0n, suspense: 0n, treasury: 0n });
    expect(await world.alerts()).toEqual([]);
    world.mine(needed);
    await world.look();
    expect((await figures()).suspense).toBe(1_500_000n);
    const { rows } = await world.app.database.query<{ id: bigint }>({
      text: 'select max(id) as id from house_arrival',
    });
    expect((await match('2026-03-01', rows[0]?.id ?? 0n)).exit).toBe(0);
  });

  it('gives what was taken by hand back to CASH, as far as it is still there', async () => {
    const args = `--coin DOGE --from 2026-03-01 --to 2026-03-01 --amount 5.5 --variance bonus ${two}`;
    expect((await world.ops('pool:payment', args)).exit).toBe(0);
    expect((await undo(5)).exit).toBe(0);
    const all = (['CASH', 'MINING_VARIANCE', 'MINING_RECEIVABLE'] as const).map((one) => world.house(one, 'DOGE'));
    expect(await Promise.all(all)).toEqual([0n, 0n, -500_000_000n]);
  });

  it('takes a period back for which the pool paid nothing', async () => {
    const doge = () =>
      Promise.all(
        (['CASH', 'MINING_VARIANCE', 'MINING_RECEIVABLE'] as const).map((account) => world.house(account, 'DOGE')),
      );
    const nothing = '--coin DOGE --from 2026-03-01 --to 2026-03-01 --amount 0';
    const given = await world.ops('pool:payment', `${nothing} ${two}`);
    expect(given).toEqual({ exit: 1, text: expect.stringContaining('5.00000000 DOGE less than the 5.00000000 DOGE') });
    expect(await world.ops('pool:payment', `${nothing} --variance bankrupt ${two}`)).toEqual({
      exit: 0,
      text: expect.stringContaining('0.00000000 DOGE paid by hand for 2026-03-01 to 2026-03-01'),
    });
    expect(await doge()).toEqual([0n, -500_000_000n, 0n]);
    expect((await world.ops('pool:list')).text).not.toContain('unpaid DOGE');
    await world.assertBooks();
    expect((await undo(6)).exit).toBe(0);
    expect(await doge()).toEqual([0n, 0n, -500_000_000n]);
    await expect(
      world.app.owner.query({
        text: `insert into pool_payment (coin, from_date, to_date, arrival_id, paid, expected, variance_reason, transfer_id, paid_at)
               select 'BTC', '2026-03-01', '2026-03-01', max(id), 0, 1, 'x', -1, now() from house_arrival`,
      }),
    ).rejects.toThrow('pool_payment_paid_check');
  });

  it('is refused by the tables for a row that is not undone, and found by the check of the books (control)', async () => {
    const change = (text: string) => world.app.owner.query({ text });
    await expect(change('update pool_payment_day set undone = true where payment_id = 4')).rejects.toThrow(
      /its payment stands/,
    );
    await expect(change('update pool_payment set paid = paid + 1 where id = 4')).rejects.toThrow(/is posted/);
    await expect(change('delete from pool_payment_day where payment_id = 1')).rejects.toThrow(/is paid/);
    const found = await world.app.owner
      .transaction(async (dbTx) => {
        await dbTx.query({ text: 'alter table pool_payment disable trigger user' });
        await dbTx.query({ text: 'update pool_payment set undone_transfer_id = null, undone_at = null where id = 5' });
        throw new Error(
          (await Promise.all(world.app.slices.suspense.bookChecks.map((check) => check(dbTx))))
            .flat()
            .map(({ check }) => check)
            .join('; '),
        );
      })
      .catch((error: Error) => error.message);
    expect(found).toMatch(
      /an undone pool payment moved everything back[^]*days and corrections are undone with their payment/,
    );
  });
});

describe('suspense:reopen', () => {
  it('puts a pool’s coins at the funding address back; a reorganisation then leaves TREASURY alone', async () => {
    const { id, tx } = await world.pays(2_500_000n, 'hot');
    expect(await figures()).toMatchObject({ treasury: 2_500_000n, suspense: 0n });
    expect(await reopen(id, '--by admin --approved-by approver --reason r')).toMatchObject({ exit: 1 });
    const both = await Promise.all([reopen(id), reopen(id)]);
    expect(both.map(({ exit }) => exit).sort()).toEqual([0, 1]);
    expect(both.find(({ exit }) => exit === 1)?.text).toContain(`arrival ${id} stands in SUSPENSE already`);
    expect(await figures()).toMatchObject({ treasury: 0n, suspense: 2_500_000n });
    await world.assertBooks();
    expect((await match('2026-03-03', id)).exit).toBe(0);
    expect(await figures()).toMatchObject({ variance: 0n, treasury: 0n, suspense: 0n });
    expect((await reopen(id)).text).toContain('is a pool’s payment: pool:undo');

    const own = await world.pays(1_000_000n, 'hot');
    await world.forget(2 * needed);
    world.blocks.mempool.clear();
    expect(await figures()).toMatchObject({ treasury: 0n, suspense: -2_500_000n });
    expect((await reopen(own.id)).text).toContain('the books have nothing of arrival');
    await world.assertBooks();
    world.blocks.submit(tx);
    world.mine(needed);
    await world.look();
    expect(await figures()).toMatchObject({ treasury: 0n, suspense: 0n });
  });

  it('needs what TREASURY has left, and takes back what two people gave it', async () => {
    const { id } = await world.pays(3_000_000n, 'hot');
    await world.ops('treasury:pay-in', `--coin BTC --amount 1 ${two}`);
    await world.ops('treasury:take-out', `--coin BTC --amount 1 ${two}`);
    await world.post('fund', '2026-03-10', 'FUND_PAID_IN', 1_000_000n, [
      houseAccount('TREASURY', 'BTC'),
      houseAccount('INTEREST_FUND', 'BTC'),
    ]);
    expect((await reopen(id)).text).toContain('treasury has only 0.02000000 BTC of 0.03000000 BTC');
    const other = await world.pays(400_000n);
    expect((await reopen(other.id)).text).toContain('stands in SUSPENSE already');
    expect((await world.ops('suspense:settle', `--id ${other.id} --as treasury ${two}`)).exit).toBe(0);
    expect((await reopen(other.id)).exit).toBe(0);
    expect((await figures()).suspense).toBe(400_000n);
    expect((await world.ops('suspense:settle', `--id ${other.id} --as treasury ${two}`)).exit).toBe(0);
    expect((await reopen(99_999n)).text).toContain('there is no arrival 99999');
  });
});

describe('treasury:pay-in and treasury:take-out', () => {
  const move = (name: 'pay-in' | 'take-out', amount: string, more = '') =>
    world.ops(`treasury:${name}`, `--coin USDT --amount ${amount} ${more} ${two}`);
  const usdt = async () => [await world.house('CASH', 'USDT'), await world.house('TREASURY', 'USDT')];

  it('count money by hand, once for a key, never more than TREASURY and CASH have', async () => {
    expect(
      (await world.ops('treasury:pay-in', '--coin USDT --amount 1000 --by finance --approved-by finance --reason r'))
        .exit,
    ).toBe(1);
    expect((await move('pay-in', '0')).exit).toBe(2);
    const both = await Promise.all([move('pay-in', '1000'), move('pay-in', '1000')]);
    expect(both.map(({ text }) => text.startsWith('already')).sort()).toEqual([false, true]);
    expect(await usdt()).toEqual([-1_000_000_000n, 1_000_000_000n]);
    expect((await move('take-out', '400')).exit).toBe(0);
    expect((await move('take-out', '700')).text).toContain('treasury has only 600.000000 USDT of 700.000000 USDT');
    expect(await usdt()).toEqual([-600_000_000n, 600_000_000n]);
    expect((await move('pay-in', '5', '--key k')).exit).toBe(0);
    expect((await move('pay-in', '6', '--key k')).text).toContain('used for something else');
    expect((await move('take-out', '5', '--key back')).exit).toBe(0);
  });

  it('hand out no money that is on a chain', async () => {
    // TREASURY has 0.02 BTC that came to the funding address; by hand there is none.
    expect((await world.ops('treasury:take-out', `--coin BTC --amount 0.01 ${two}`)).text).toContain(
      'only 0.00000000 BTC of 0.01000000 BTC are in cash',
    );
  });
});
