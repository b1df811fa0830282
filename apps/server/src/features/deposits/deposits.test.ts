// Deposits on a scripted chain: every state, every way back, and never credited twice.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Queryable } from '../../platform/db/database.ts';
import { as } from '../../testing/caller-role.ts';
import { needed, startDepositFixture } from './testing/deposit-fixture.ts';

let world: Awaited<ReturnType<typeof startDepositFixture>>;
beforeAll(async () => {
  world = await startDepositFixture();
});
afterAll(() => world.app.stop());

const btc = 100_000_000n;

describe('a deposit', () => {
  it('is seen, confirms block by block, and is credited once [area:wallet] [entity:ledger-type.RECHARGE_BTC] [call:GET /api/user/wallet/deposit/page]', async () => {
    const customer = await world.addCustomer();
    const { txid } = world.pay({ key: customer.key, amount: btc });
    await world.look();
    const record = { txid, outputIndex: 0, coin: 'BTC', network: 'BITCOIN', address: customer.address, needed };
    expect(await world.deposits(customer)).toEqual([
      expect.objectContaining({
        ...record,
        amount: '1.00000000',
        status: 'SEEN',
        confirmations: 0,
        creditedTime: null,
      }),
    ]);
    for (const confirmations of [1, 2]) {
      world.mine();
      await world.look();
      expect(await world.deposits(customer)).toMatchObject([{ ...record, status: 'CONFIRMING', confirmations }]);
      expect(await world.balance(customer)).toBe('0.00000000');
    }
    world.mine();
    await world.look();
    expect(await world.deposits(customer)).toMatchObject([
      { ...record, status: 'CREDITED', confirmations: 3, creditedTime: world.app.clock.now().toISOString() },
    ]);
    expect(await world.balance(customer)).toBe('1.00000000');
    world.mine(5);
    await world.look();
    await world.look();
    expect(await world.balance(customer)).toBe('1.00000000');
    const ledger = await world.app.data('ledgerPage', {}, customer.caller);
    expect(ledger.records).toMatchObject([{ type: 'RECHARGE_BTC', coin: 'BTC', amount: '1.00000000' }]);
    const messages = await world.app.data('messagePage', { kind: 'DEPOSIT' }, customer.caller);
    expect(messages.records.map(({ text, target }) => [text, target?.of])).toEqual([
      ['充值 1.00000000 BTC 已入账。', 'DEPOSIT'],
      ['收到一笔 1.00000000 BTC 充值，区块确认后入账（低于最低充值数量的除外）。', 'DEPOSIT'],
    ]);
    await world.assertBooks();
  });

  it('locks what pays debts before the credit and pays them after it, in one transaction with it', async () => {
    const customer = await world.addCustomer();
    world.pay({ key: customer.key, amount: btc });
    world.mine(needed);
    const { lockPayingAccounts, payOwed } = world.app.slices.electricity;
    const balances: string[] = [];
    const note = async (db: Queryable, what: string) => {
      const { rows } = await db.query<{ sum: string }>({
        text: 'select coalesce(sum(posted), 0)::text as sum from ledger.customer_balance where customer = $1',
        values: [customer.id],
      });
      balances.push(`${what} ${rows[0]?.sum}`);
    };
    let isBroken = true;
    const watcher = world.watcher(undefined, undefined, {
      async lockPayingAccounts(dbTx, ids) {
        await note(dbTx, 'lock');
        await lockPayingAccounts(dbTx, ids);
      },
      async payOwed(dbTx, ids, at) {
        await note(dbTx, 'pay');
        await payOwed(dbTx, ids, at);
        if (isBroken) throw new Error('no payment');
      },
    });
    await expect(watcher(world.app.clock.now())).rejects.toThrow('no payment');
    expect(await world.balance(customer)).toBe('0.00000000');
    isBroken = false;
    await watcher(world.app.clock.now());
    expect(balances).toEqual(['lock 0', `pay ${btc}`, 'lock 0', `pay ${btc}`]);
    expect(await world.balance(customer)).toBe('1.00000000');
    await world.assertBooks();
  });

  it('has a row for each output of one transaction', async () => {
    const [one, other] = [await world.addCustomer(), await world.addCustomer()];
    world.pay({ key: one.key, amount: btc }, { key: other.key, amount: 3n * btc }, { key: one.key, amount: 2n * btc });
    world.mine(needed);
    await world.look();
    expect((await world.deposits(one)).map(({ outputIndex, status }) => [outputIndex, status])).toEqual([
      [2, 'CREDITED'],
      [0, 'CREDITED'],
    ]);
    expect([await world.balance(one), await world.balance(other)]).toEqual(['3.00000000', '3.00000000']);
    await world.assertBooks();
  });

  it('below the minimum is kept until the sum of the small ones reaches it', async () => {
    const customer = await world.addCustomer();
    world.pay({ key: customer.key, amount: 4_000n });
    world.mine(needed);
    await world.look();
    world.pay({ key: customer.key, amount: 5_999n });
    world.mine(needed);
    await world.look();
    expect(await world.deposits(customer)).toMatchObject([{ status: 'BELOW_MINIMUM' }, { status: 'BELOW_MINIMUM' }]);
    expect(await world.balance(customer)).toBe('0.00000000');
    world.pay({ key: customer.key, amount: 1n });
    world.mine(needed - 1);
    await world.look();
    expect(await world.balance(customer)).toBe('0.00000000');
    world.mine(1);
    await world.look();
    expect((await world.deposits(customer)).map(({ status }) => status)).toEqual(['CREDITED', 'CREDITED', 'CREDITED']);
    expect(await world.balance(customer)).toBe('0.00010000');
    const ledger = await world.app.data('ledgerPage', { type: 'RECHARGE_BTC' }, customer.caller);
    expect(ledger.records).toHaveLength(3);
    await world.assertBooks();
  });

  it('taken back before it was credited is orphaned, and the same row when it is mined again', async () => {
    const customer = await world.addCustomer();
    const tx = world.pay({ key: customer.key, amount: btc });
    world.mine(2);
    await world.look();
    const [before] = await world.deposits(customer);
    world.chain.blocks.reorganise(2, [[], [], []]);
    world.chain.blocks.mempool.clear();
    await world.look();
    expect(await world.deposits(customer)).toMatchObject([{ id: before?.id, status: 'ORPHANED', confirmations: 0 }]);
    world.chain.blocks.submit(tx);
    await world.look();
    expect(await world.deposits(customer)).toMatchObject([{ id: before?.id, status: 'SEEN' }]);
    world.mine(needed);
    await world.look();
    expect(await world.deposits(customer)).toMatchObject([{ id: before?.id, status: 'CREDITED' }]);
    expect(await world.balance(customer)).toBe('1.00000000');
    expect(await world.frozen()).toEqual([]);
    await world.assertBooks();
  });

  it('that moved to another block while it was credited is nothing to anybody', async () => {
    const customer = await world.addCustomer();
    const tx = world.pay({ key: customer.key, amount: btc });
    world.mine(needed);
    await world.look();
    world.chain.blocks.reorganise(needed, [[], [], [tx], []]);
    await world.look();
    expect(await world.deposits(customer)).toMatchObject([{ status: 'CREDITED', confirmations: 2 }]);
    expect(await world.house('SUSPENSE')).toBe(0n);
    expect(await world.frozen()).toEqual([]);
    await world.assertBooks();
  });

  it('that was credited and disappears goes to suspense once, freezes its customer, and comes back when it is mined again', async () => {
    const customer = await world.addCustomer();
    const tx = world.pay({ key: customer.key, amount: btc });
    world.mine(needed);
    await world.look();
    const custody = await world.house('CUSTODY');
    world.chain.blocks.reorganise(needed, [[], [], [], []]);
    world.chain.blocks.mempool.clear();
    for (let look = 0; look < 3; look += 1) await world.look();
    expect(await world.deposits(customer)).toMatchObject([{ status: 'ORPHANED', creditedTime: null }]);
    expect(await world.balance(customer)).toBe('1.00000000');
    expect(await world.house('SUSPENSE')).toBe(-btc);
    expect(await world.house('CUSTODY')).toBe(custody + btc);
    expect(await world.frozen()).toEqual([customer.id]);
    expect(await world.alerts()).toEqual(['deposit-removed']);
    await world.assertBooks();

    world.chain.blocks.submit(tx);
    await world.look();
    expect(await world.deposits(customer)).toMatchObject([{ status: 'ORPHANED' }]);
    world.mine();
    await world.look();
    expect(await world.deposits(customer)).toMatchObject([{ status: 'CREDITED', confirmations: 1 }]);
    expect(await world.house('SUSPENSE')).toBe(0n);
    world.mine(needed);
    await world.look();
    expect(await world.balance(customer)).toBe('1.00000000');
    await world.assertBooks();

    world.chain.blocks.reorganise(needed + 1, [[], [], [], [], []]);
    world.chain.blocks.mempool.clear();
    await world.look();
    expect(await world.house('SUSPENSE')).toBe(-btc);
    expect(await world.frozen()).toEqual([customer.id, customer.id]);
    await world.assertBooks();
  });

  it('is missed by no watcher that had read the block before its address was given out', async () => {
    const before = await world.addCustomer();
    const watching = world.watcher();
    let late: Awaited<ReturnType<typeof world.addCustomer>> | undefined;
    const key = world.chain.ownAddress('customer', (await highestNumber()) + 1).key;
    world.pay({ key: before.key, amount: btc }, { key, amount: btc });
    world.mine();
    let scans = 0;
    world.chain.beforeCall = (call) => {
      if (call === 'scan') scans += 1;
    };
    const { transaction } = world.app.database;
    world.app.database.transaction = async (work) => {
      world.app.database.transaction = transaction;
      late = await as(undefined, () => world.addCustomer());
      return transaction(work);
    };
    await watching(world.app.clock.now());
    world.chain.beforeCall = () => undefined;
    expect(late?.key).toBe(key);
    expect(scans).toBe(2);
    if (late) expect(await world.deposits(late)).toMatchObject([{ status: 'CONFIRMING', amount: '1.00000000' }]);
  });
});

async function highestNumber(): Promise<number> {
  const { rows } = await world.app.database.query<{ number: number }>({
    text: 'select max(number) as number from deposit_address',
  });
  return rows[0]?.number ?? -1;
}

describe('the watcher', () => {
  it('says once that its node is down, loses nothing, and says that it is back', async () => {
    const customer = await world.addCustomer();
    const { chain, log } = world;
    log.events.length = 0;
    const { ChainUnavailable } = await import('@lode/chain');
    chain.beforeCall = () => {
      throw new ChainUnavailable('BITCOIN', 'down', new Error('scripted'));
    };
    world.pay({ key: customer.key, amount: btc });
    world.mine(needed);
    for (let look = 0; look < 3; look += 1) await world.look();
    const waiting = {
      event: 'watcher.waiting',
      network: 'BITCOIN',
      reason: 'BITCOIN node unavailable (down): scripted',
    };
    expect(log.events).toEqual([waiting]);
    expect(await world.deposits(customer)).toEqual([]);
    chain.beforeCall = () => undefined;
    await world.look();
    expect(log.events).toEqual([waiting, { event: 'watcher.resumed', network: 'BITCOIN' }]);
    expect(await world.balance(customer)).toBe('1.00000000');
  });

  it('stops at another chain and at a reorganisation too deep, orphans nothing, closes the network, and goes on when it is over', async () => {
    const customer = await world.addCustomer();
    world.pay({ key: customer.key, amount: btc });
    world.mine(1);
    await world.look();
    const { ScriptedBlocks } = await import('@lode/chain/testing');
    const own = world.chain.blocks;
    const other = new ScriptedBlocks('another');
    for (let block = 0; block < 200; block += 1) other.mine([]);
    world.chain.blocks = other;
    await world.look();
    await world.look();
    expect(await world.deposits(customer)).toMatchObject([{ status: 'CONFIRMING', confirmations: 1 }]);
    expect((await world.alerts()).filter((kind) => kind === 'watcher-stopped')).toHaveLength(1);
    const newcomer = await world.app.createCustomer();
    const asked = await world.app.call('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, newcomer.caller);
    expect(asked.code).toBe(50001);

    world.chain.blocks = own;
    world.mine(needed);
    await world.look();
    expect(await world.deposits(customer)).toMatchObject([{ status: 'CREDITED' }]);
    expect(await world.alerts()).not.toContain('watcher-stopped');

    const height = own.tip.height;
    own.reorganise(
      14,
      Array.from({ length: 16 }, () => []),
    );
    await world.look();
    expect(own.tip.height).toBe(height + 2);
    expect(await world.deposits(customer)).toMatchObject([{ status: 'CREDITED' }]);
    expect(await world.alerts()).toContain('watcher-stopped');
    await world.assertBooks();
  });
});

it('is caught by the check of the books when a credit is posted without its row (control)', async () => {
  const { app } = world;
  await expect(
    app.owner.query({ text: 'update deposit set amount = amount + 1 where transfer_id is not null' }),
  ).rejects.toThrow('it is credited once');
  await app.owner.query({ text: 'alter table deposit disable trigger deposit_stands' });
  await app.owner.query({ text: 'update deposit set amount = amount + 1 where transfer_id is not null' });
  await expect(world.assertBooks()).rejects.toThrow('every credited deposit is its posting');
  await app.owner.query({ text: 'update deposit set amount = amount - 1 where transfer_id is not null' });
  await world.assertBooks();
});
