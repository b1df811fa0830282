// Coins from outside at an address of the house: the funding address fills TREASURY, the pool's address waits in SUSPENSE with
// its origin, and a reorganisation takes either back once, also when TREASURY has spent the coins.
import { houseAccount, postTransfer } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessDate } from '../../platform/clock/clock.ts';
import { needed, startDepositFixture } from './testing/deposit-fixture.ts';

const btc = 100_000_000n;
let world: Awaited<ReturnType<typeof startDepositFixture>>;
beforeAll(async () => {
  world = await startDepositFixture();
});
afterAll(() => world.app.stop());

const keyOf = (number: number) => world.chain.ownAddress('house', number).key;
const empty = (count: number) => Array.from({ length: count }, () => []);

async function house() {
  const [custody, treasury, suspense] = [
    await world.house('CUSTODY'),
    await world.house('TREASURY'),
    await world.house('SUSPENSE'),
  ];
  return { held: -custody, treasury, suspense };
}

async function mine(blocks = needed): Promise<void> {
  world.mine(blocks);
  await world.look();
  await world.assertBooks();
}

/** The last blocks are replaced by empty ones; what was in them waits in the mempool again. */
async function reorganise(blocks = needed): Promise<void> {
  world.blocks.reorganise(blocks, empty(blocks + 1));
  await world.look();
  await world.assertBooks();
}

async function origins() {
  const { rows } = await world.app.database.query<{ line: string }>({
    text: `select concat_ws(' ', kind, change) as line from suspense_entry order by id`,
  });
  return rows.map(({ line }) => line);
}

it('fill TREASURY at the funding address and wait in SUSPENSE at the pool’s, once they are final', async () => {
  expect(keyOf(1)).not.toBe(keyOf(0));
  world.pay({ key: keyOf(0), amount: 10n * btc }, { key: keyOf(1), amount: 2n * btc });
  await mine(needed - 1);
  expect(await house()).toEqual({ held: 0n, treasury: 0n, suspense: 0n });
  await mine(1);
  expect(await house()).toEqual({ held: 12n * btc, treasury: 10n * btc, suspense: 2n * btc });
  expect(await origins()).toEqual([`ARRIVED ${2n * btc}`]);
});

it('can be spent by payments', async () => {
  const { rows } = await world.app.database.query({
    text: 'select branch, number, amount from spendable_output order by number',
  });
  expect(rows).toEqual([
    { branch: 'house', number: 0, amount: 10n * btc },
    { branch: 'house', number: 1, amount: 2n * btc },
  ]);
});

it('are taken back by a reorganisation, once, and posted again when they are mined again', async () => {
  await reorganise();
  expect(await house()).toEqual({ held: 0n, treasury: 0n, suspense: 0n });
  await world.look();
  expect(await house()).toEqual({ held: 0n, treasury: 0n, suspense: 0n });
  expect(await world.alerts()).toEqual([]);
  await mine();
  expect(await house()).toEqual({ held: 12n * btc, treasury: 10n * btc, suspense: 2n * btc });
  expect(await origins()).toEqual([`ARRIVED ${2n * btc}`, `REMOVED ${-2n * btc}`, `ARRIVED ${2n * btc}`]);
});

describe('taken back after TREASURY has spent them', () => {
  it('leave TREASURY as far as it has them; SUSPENSE stands for the rest, and an alert says so', async () => {
    const date = businessDate(world.app.clock.now());
    const [from, to] = [houseAccount('TREASURY', 'BTC'), houseAccount('INTEREST_FUND', 'BTC')];
    await postTransfer(world.app.database, {
      key: 'fund',
      input: null,
      kind: 'test',
      businessDate: date,
      postedAt: world.app.clock.now(),
      postings: [{ from, to, type: 'FUND_PAID_IN', amount: 7n * btc, date }],
    });
    await reorganise();
    // 10 arrived, 7 are in the fund: 3 leave TREASURY, 7 leave SUSPENSE. The pool's 2 are taken back whole.
    expect(await house()).toEqual({ held: 0n, treasury: 0n, suspense: -7n * btc });
    expect(await world.alerts()).toEqual(['arrival-removed']);
    const { rows } = await world.app.database.query<{ message: string }>({
      text: `select message from alert where kind = 'arrival-removed'`,
    });
    expect(rows[0]?.message).toContain('10.00000000 BTC is in no block any more, and 7.00000000 of it is spent');
  });

  it('fill SUSPENSE first when they are mined again', async () => {
    await mine();
    expect(await house()).toEqual({ held: 12n * btc, treasury: 3n * btc, suspense: 2n * btc });
    expect(await world.alerts()).toEqual([]);
  });
});

describe('the origins of SUSPENSE', () => {
  const broken = (text: string) => world.app.owner.query({ text });

  it('are refused when they say more than stands there, and never rewritten', async () => {
    const [entry] = ['arrival_id, kind, change, settled_as, transfer_id, happened_at'];
    const values = (change: bigint) =>
      `insert into suspense_entry (${entry}) select max(arrival_id), 'SETTLED', ${change}, 'TREASURY', 1000, now() from suspense_entry`;
    await expect(broken(values(-1n * btc))).rejects.toThrow(/has 200000000 in SUSPENSE/);
    await expect(broken(values(-3n * btc))).rejects.toThrow(/has 200000000 in SUSPENSE/);
    await expect(broken('update suspense_entry set change = change + 1')).rejects.toThrow(/is refused/);
    await expect(broken('delete from suspense_entry')).rejects.toThrow(/is refused/);
    await expect(broken('truncate suspense_entry')).rejects.toThrow(/is refused/);
  });

  it('are checked against the books: a wrong one is found', async () => {
    await broken('alter table suspense_entry disable trigger user');
    await broken(`update suspense_entry set change = change + 1 where id = 1`);
    await expect(world.assertBooks()).rejects.toThrow(
      /SUSPENSE equals the origins that stand in it[^]*every origin in suspense/,
    );
    await broken(`update suspense_entry set change = change - 1 where id = 1`);
    await broken('alter table suspense_entry enable trigger user');
    await world.assertBooks();
  });
});
