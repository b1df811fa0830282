// What arrives beside the funding address is explained whole and once, by two people: as a pool's payment for mining days that no
// other payment is for, as the operator's own, or as a customer's. A reorganisation afterwards stands in SUSPENSE until the
// arrival is mined again or the treasury covers it.
import { customerAccount, houseAccount } from '@lode/ledger';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { needed } from '../../testing/arrival-fixture.ts';
import { runCommand } from '../../testing/commands.ts';
import { startPoolFixture } from './testing/pool-fixture.ts';

const two = '--by finance --approved-by approver --reason statement';
let world: Awaited<ReturnType<typeof startPoolFixture>>;
let miner: (typeof world)['miner'];
let ops: (typeof world)['ops'];
let house: (typeof world)['house'];
let post: (typeof world)['post'];

beforeAll(async () => {
  world = await startPoolFixture();
  ({ miner, ops, house, post } = world);
});
afterAll(() => world.app.stop());

const assertBooks = () => world.assertBooks();
const poolPays = (amount: bigint) => world.pays(amount);
const forget = (blocks: number) => world.forget(blocks);

describe('pool:payment', () => {
  let arrival: { id: bigint; txid: string };

  it('lists the unpaid days with what is expected', async () => {
    arrival = await poolPays(3_500_000n);
    const { text } = await ops('pool:list');
    expect(text).toBe(
      [
        'unpaid BTC 2026-03-01 expected 0.01500000, 9 days ago',
        'unpaid BTC 2026-03-02 expected 0.02000000, 8 days ago',
        'unpaid BTC 2026-03-03 expected 0.02500000, 7 days ago',
        'unpaid DOGE 2026-03-01 expected 5.00000000, 9 days ago',
      ].join('\n'),
    );
    expect((await ops('suspense:list')).text).toMatch(
      new RegExp(`^arrival ${arrival.id} 0\\.03500000 BTC BITCOIN POOL ${arrival.txid}, 0 days$`),
    );
    await assertBooks();
  });

  it.each([
    ['two people', '--from 2026-03-01 --to 2026-03-02 --by finance --approved-by finance --reason r', 1, 'same person'],
    ['a day that is closed', `--from 2026-03-01 --to 2026-03-04 ${two}`, 1, 'the mining day 2026-03-04 is not closed'],
    ['days in their order', `--from 2026-03-02 --to 2026-03-01 ${two}`, 1, 'before it begins'],
    [
      'a reason for a difference',
      `--from 2026-03-01 --to 2026-03-01 ${two}`,
      1,
      '0.02000000 BTC more than the 0.01500000',
    ],
    ['something expected', `--from 2025-12-01 --to 2025-12-31 ${two}`, 1, 'nothing is expected'],
    ['one source', `--from 2026-03-01 --to 2026-03-02 --amount 1 ${two}`, 2, 'one of --arrival, --txid and --amount'],
  ])('needs %s', async (_what, args, exit, text) => {
    const result = await ops('pool:payment', `--coin BTC --arrival ${arrival.id} ${args}`);
    expect(result).toEqual({ exit, text: expect.stringContaining(text) });
    expect(await house('SUSPENSE')).toBe(3_500_000n);
  });

  it('needs the coin of the arrival, and an arrival that stands there', async () => {
    const wrong = await ops(
      'pool:payment',
      `--coin DOGE --from 2026-03-01 --to 2026-03-01 --arrival ${arrival.id} ${two}`,
    );
    expect(wrong).toEqual({ exit: 1, text: expect.stringContaining('is in BTC') });
    const none = await ops('pool:payment', `--coin BTC --from 2026-03-01 --to 2026-03-01 --arrival 999 ${two}`);
    expect(none).toEqual({ exit: 1, text: expect.stringContaining('there is no arrival 999') });
  });

  it('given twice at once matches one arrival once, and pays the receivable', async () => {
    const args = `--coin BTC --from 2026-03-01 --to 2026-03-02 --arrival ${arrival.id} ${two}`;
    const both = await Promise.all([ops('pool:payment', args), ops('pool:payment', args)]);
    expect(both.map(({ exit }) => exit).toSorted()).toEqual([0, 1]);
    expect(both.find(({ exit }) => exit === 0)?.text).toContain(
      '0.03500000 BTC paid by arrival 1 for 2026-03-01 to 2026-03-02, expected 0.03500000 BTC, difference 0.00000000 BTC',
    );
    // 0.06 mined, 0.035 paid.
    expect(await house('MINING_RECEIVABLE')).toBe(-2_500_000n);
    expect(await house('MINING_VARIANCE')).toBe(0n);
    expect(await house('SUSPENSE')).toBe(0n);
    await assertBooks();
  });

  it('refuses a period that overlaps a paid one', async () => {
    const next = await poolPays(2_400_000n);
    const overlapping = await ops(
      'pool:payment',
      `--coin BTC --from 2026-03-02 --to 2026-03-03 --arrival ${next.id} --variance x ${two}`,
    );
    expect(overlapping).toEqual({ exit: 1, text: expect.stringContaining('2026-03-02 is paid by pool payment 1') });
  });

  it('takes what the pool paid less to the variance, and a late correction once, one person after the other', async () => {
    // A correction of a day that is paid already: the customer had 0.00050000 too little.
    await post('correction', '2026-03-02', 'ADJUST_OUTPUT', 50_000n, [
      houseAccount('MINING_RECEIVABLE', 'BTC'),
      customerAccount(miner.id, 'OUTPUT_ACCOUNT', 'BTC'),
    ]);
    const { rows } = await world.app.database.query<{ txid: string }>({
      text: 'select txid from house_arrival order by id desc limit 1',
    });
    const proposed = await ops(
      'pool:payment',
      `--coin BTC --from 2026-03-03 --to 2026-03-03 --txid ${rows[0]?.txid} --variance fee_of_the_pool --by finance --reason statement`,
    );
    // 0.025 mined + 0.0005 corrected − 0.024 paid = 0.0015 less.
    const summary =
      '0.02400000 BTC paid by arrival 2 for 2026-03-03 to 2026-03-03, expected 0.02550000 BTC (outputs 0.02500000, corrections 0.00050000 of 2026-03-02), difference -0.00150000 BTC';
    expect(proposed).toEqual({ exit: 0, text: `proposed as 1: ${summary}` });
    expect(await house('MINING_VARIANCE')).toBe(0n);
    const approve = world.proposalsFor('pool:payment').approve;
    const { exit, printed } = await runCommand(world.app, approve, '--id 1 --by approver');
    expect([exit, printed.join()]).toEqual([0, expect.stringContaining(summary)]);
    expect(await house('MINING_RECEIVABLE')).toBe(0n);
    expect(await house('MINING_VARIANCE')).toBe(-150_000n);
    expect((await ops('pool:list')).text).toContain(
      'paid BTC 2026-03-03 to 2026-03-03 expected 0.02550000 (outputs 0.02500000, corrections 0.00050000) paid 0.02400000 difference -0.00150000 (fee of the pool), by arrival 2, payment 2',
    );
  });

  it('takes what is paid by hand from CASH, and what is more to the variance', async () => {
    const args = '--coin DOGE --from 2026-03-01 --to 2026-03-01 --amount 5.5 --variance bonus';
    expect(await ops('pool:payment', `${args} ${two}`)).toMatchObject({ exit: 0 });
    expect(await house('CASH', 'DOGE')).toBe(-550_000_000n);
    expect(await house('MINING_RECEIVABLE', 'DOGE')).toBe(0n);
    expect(await house('MINING_VARIANCE', 'DOGE')).toBe(50_000_000n);
    await assertBooks();
  });

  it.each([
    [
      'the paid amount',
      'update pool_payment set paid = paid - 1, expected = expected - 1 where id = 1',
      /is its posting/,
    ],
    ['a day', 'delete from pool_payment_day where date = $$2026-03-02$$', /covers its period[^]*is for its outputs/],
    ['a day’s outputs', 'update pool_payment_day set expected = 1 where date = $$2026-03-02$$', /has its outputs/],
    ['a correction', 'delete from pool_payment_correction', /is for its outputs/],
  ])('is checked against the books: a wrong %s is found', async (_what, damage, found) => {
    const tables = ['pool_payment', 'pool_payment_day', 'pool_payment_correction'];
    const differences = await world.app.owner
      .transaction(async (dbTx) => {
        for (const table of tables) await dbTx.query({ text: `alter table ${table} disable trigger user` });
        await dbTx.query({ text: damage });
        const lines = (await Promise.all(world.app.slices.suspense.bookChecks.map((check) => check(dbTx)))).flat();
        throw new Error(lines.map(({ check }) => check).join('; '));
      })
      .catch((error: Error) => error.message);
    expect(differences).toMatch(found);
  });

  it('is refused by the tables for a day twice, an open day, a day outside its period', async () => {
    const day = (date: string, id: number) =>
      world.app.owner.query({
        text: `insert into pool_payment_day (coin, date, payment_id, expected) values ('BTC', $1, $2, 1)`,
        values: [date, id],
      });
    await expect(day('2026-03-01', 1)).rejects.toThrow(/pool_payment_day_pkey/);
    await expect(day('2026-03-04', 1)).rejects.toThrow(/is no day of pool payment/);
  });
});

describe('suspense:settle', () => {
  afterEach(() => assertBooks());

  it('gives the operator’s own to TREASURY, once, also when it is given twice at once', async () => {
    const { id } = await poolPays(300_000_000n);
    const explain = () => ops('suspense:settle', `--id ${id} --as treasury ${two}`);
    const both = await Promise.all([explain(), explain()]);
    expect(both.map(({ exit }) => exit).toSorted()).toEqual([0, 1]);
    expect(both.find(({ exit }) => exit === 1)?.text).toContain('has nothing in SUSPENSE');
    expect(await house('TREASURY')).toBe(300_000_000n);
    expect(await house('SUSPENSE')).toBe(0n);
  });

  it('stands below zero after a reorganisation, until it is mined again', async () => {
    await forget(needed);
    expect(await house('SUSPENSE')).toBe(-300_000_000n);
    expect(await world.alerts()).toEqual(['arrival-removed']);
    expect((await ops('suspense:list')).text).toContain('-3.00000000 BTC');
    world.mine(1);
    await world.look();
    const { rows } = await world.app.database.query<{ id: bigint }>({
      text: 'select max(id) as id from house_arrival',
    });
    const early = await ops('suspense:settle', `--id ${rows[0]?.id} --as treasury ${two}`);
    expect(early).toEqual({ exit: 1, text: expect.stringContaining('is in a block again') });
    world.mine(needed - 1);
    await world.look();
    expect(await house('SUSPENSE')).toBe(0n);
    expect(await world.alerts()).toEqual([]);
  });

  it('lets the treasury cover what is never mined again, as far as it has it', async () => {
    const { id } = await poolPays(100_000_000n);
    expect(await ops('suspense:settle', `--id ${id} --as customer --account ${miner.account} ${two}`)).toMatchObject({
      exit: 0,
    });
    await forget(needed);
    world.blocks.mempool.clear();
    expect(await house('SUSPENSE')).toBe(-100_000_000n);
    expect(await ops('suspense:settle', `--id ${id} --as customer --account ${miner.account} ${two}`)).toEqual({
      exit: 1,
      text: expect.stringContaining('explain it as treasury'),
    });
    const fund: [bigint, bigint] = [houseAccount('TREASURY', 'BTC'), houseAccount('INTEREST_FUND', 'BTC')];
    await post('most of the treasury', '2026-03-10', 'FUND_PAID_IN', 250_000_000n, fund);
    expect(await ops('suspense:settle', `--id ${id} --as treasury ${two}`)).toEqual({
      exit: 1,
      text: expect.stringContaining('treasury has only 0.50000000 BTC of 1.00000000 BTC'),
    });
    world.pay({ key: world.chain.ownAddress('house', 0).key, amount: 60_000_000n });
    world.mine(needed);
    await world.look();
    expect(await ops('suspense:settle', `--id ${id} --as treasury ${two}`)).toMatchObject({ exit: 0 });
    expect(await house('TREASURY')).toBe(10_000_000n);
    expect(await house('SUSPENSE')).toBe(0n);
    expect(await world.alerts()).toEqual([]);
  });

  it('credits a customer as a deposit does', async () => {
    const before = await world.held(miner);
    const { id } = await poolPays(12_345n);
    const unknown = await ops('suspense:settle', `--id ${id} --as customer --account 13711111111 ${two}`);
    expect(unknown).toEqual({ exit: 1, text: expect.stringContaining('no customer has the account') });
    expect(await ops('suspense:settle', `--id ${id} --as customer ${two}`)).toMatchObject({ exit: 2 });
    expect(await ops('suspense:settle', `--id ${id} --as customer --account ${miner.account} ${two}`)).toMatchObject({
      exit: 0,
    });
    expect(await world.held(miner)).toBe(before + 12_345n);
    const { records } = await world.app.data('ledgerPage', { type: 'RECHARGE_BTC' }, miner.caller);
    expect(records[0]).toMatchObject({ type: 'RECHARGE_BTC', amount: '0.00012345' });
    expect((await world.app.notices())[0]).toEqual({
      to: miner.account,
      text: '您转入平台的 0.00012345 BTC 经人工核实，已计入您的产出账户。如有未缴费用，已优先缴清。',
    });
  });

  it('takes a pool’s payment that came to another address', async () => {
    await world.closeDay('2026-03-04', ['BTC', 700_000n]);
    const { id } = await poolPays(700_000n);
    expect(await ops('suspense:settle', `--id ${id} --as pool --from 2026-03-04 --to 2026-03-04 ${two}`)).toMatchObject(
      { exit: 0, text: expect.stringContaining('expected 0.00700000 BTC') },
    );
    expect(await house('SUSPENSE')).toBe(0n);
  });

  it('is audited with both people', async () => {
    const { rows } = await world.app.owner.query<{ n: number }>({
      text: `select count(*)::int as n from audit_log where action in ('suspense:settle', 'pool:payment')`,
    });
    // Three pool payments by pool:payment, one by suspense:settle, and four explained.
    expect(rows).toEqual([{ n: 8 }]);
  });
});
