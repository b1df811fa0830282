// Many at once: never more than there is, never two ends, never two returns.
import { customerAccount } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asTransaction } from '../../platform/db/database.ts';
import { isRefusal } from '../../platform/http/refusal.ts';
import type { TestCustomer } from '../../testing/app.ts';
import { bitcoinAddress, startWithdrawalFixture } from '../../testing/withdrawal-fixture.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: (typeof world)['app'];
beforeAll(async () => {
  world = await startWithdrawalFixture({ max: 24 });
  app = world.app;
});
afterAll(() => world.stop());

/** A hundred different requests of 0.3 BTC at once, as the use case gets them after password and code. */
async function hundred(customer: TestCustomer, amount = '0.3') {
  const to = { coin: 'BTC', network: 'BITCOIN', address: bitcoinAddress } as const;
  const destination = await app.slices.withdrawals.readDestination(to);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      app.database
        .transaction((dbTx) =>
          app.slices.withdrawals.submit(dbTx, {
            customerId: customer.id,
            deviceId: customer.caller.deviceId,
            destination,
            amount,
            confirm: false,
            key: `race ${customer.id} ${n}`,
            now: app.clock.now(),
          }),
        )
        .catch((error: Error) => error.name),
    ),
  );
  return {
    won: answers.filter((answer) => typeof answer === 'bigint').length,
    said: new Set(answers.filter(isRefusal).map(({ codeName }) => codeName)),
    failed: new Set(answers.filter((answer) => typeof answer === 'string')),
  };
}

describe('a hundred withdrawals at once', () => {
  it('win as often as the balance has the amount', async () => {
    const customer = await world.customer({ btc: 100_000_000n });
    expect(await hundred(customer)).toEqual({ won: 3, said: new Set(['insufficientBalance']), failed: new Set() });
    expect(await world.balance(customer.id, 'BTC')).toBe(10_000_000n);
    await world.assertBooks();
  });

  it('win as often as the limit of the day has room', async () => {
    const customer = await world.customer({ btc: 5_000_000_000n });
    expect(await hundred(customer, '4')).toEqual({ won: 2, said: new Set(['overLimit']), failed: new Set() });
    await world.assertBooks();
  });

  it('would pass the limit of the day without the lock (broken control)', async () => {
    const customer = await world.customer({ btc: 5_000_000_000n });
    const wallet = customerAccount(customer.id, 'OUTPUT_ACCOUNT', 'BTC');
    const { transaction } = app.database;
    app.database.transaction = (work) =>
      transaction((dbTx) =>
        work(
          asTransaction({
            query: (query) =>
              query.name === 'ledger.lock-balances'
                ? dbTx.query({ text: `select account, posted, held from ledger.balance where account = ${wallet}` })
                : dbTx.query(query),
          }),
        ),
      );
    try {
      expect((await hundred(customer, '4')).won).toBeGreaterThan(2);
    } finally {
      app.database.transaction = transaction;
    }
    await world.assertBooks();
  });
});

describe('two ends at once', () => {
  it('cancel against approve: one of them, and the money where that one puts it', async () => {
    const customer = await world.customer({ btc: 1_000_000_000n });
    for (let round = 0; round < 12; round += 1) {
      const before = await world.balance(customer.id, 'BTC');
      const { id } = await world.applied(customer, 'BTC', '0.01');
      await world.propose(id);
      const [cancelled, approved] = await Promise.all([world.cancel(customer, id), world.approve(id)]);
      const won = [cancelled.code === 200, approved.exit === 0];
      expect(won.filter(Boolean)).toHaveLength(1);
      const record = await world.record(customer, id);
      expect(record?.status).toBe(won[0] ? 'CANCELLED' : 'SUCCESS');
      expect(await world.balance(customer.id, 'BTC')).toBe(won[0] ? before : before - 1_000_000n);
    }
    await world.assertBooks();
  });

  it('twenty cancels, rejects and offsets: one end, one credit', async () => {
    const customer = await world.customer();
    const { id } = await world.applied(customer, 'BTC', '0.01');
    const ends = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        if (n % 3 === 0) return (await world.cancel(customer, id)).code === 200;
        return (await (n % 3 === 1 ? world.reject(id) : world.offset(id, 'OUTPUT'))).exit === 0;
      }),
    );
    expect(ends.filter(Boolean)).toHaveLength(1);
    expect(await world.balance(customer.id, 'BTC')).toBe(100_000_000n);
    await world.assertBooks();
  });

  it('of which a second is refused by the books themselves, whatever the program believes (broken control)', async () => {
    const customer = await world.customer();
    const { id } = await world.applied(customer, 'BTC', '0.01');
    await app.without('withdrawals.update-phase', () => world.reject(id).catch(() => undefined));
    expect(await world.record(customer, id)).toMatchObject({ status: 'WAITING' });
    expect(await world.balance(customer.id, 'BTC')).toBe(99_000_000n);
    expect((await world.offset(id, 'OUTPUT')).exit).toBe(0);
    expect(await world.balance(customer.id, 'BTC')).toBe(100_000_000n);
  });

  it('the same cancel many times, in several processes: the same response', async () => {
    const customer = await world.customer();
    const { id } = await world.applied(customer, 'BTC', '0.01');
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.cancel(customer, id, 'once')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.code).toBe(200);
    expect(await world.balance(customer.id, 'BTC')).toBe(100_000_000n);
  });
});
