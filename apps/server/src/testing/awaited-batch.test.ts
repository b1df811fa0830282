// Batches that several processes take: who waits for one waits for no second.
import { afterAll, beforeAll, it } from 'vitest';
import { finishBatch, openDay, takeBatch } from '../features/day-close/day-close.store.ts';
import {
  finishBatch as finishCreditBatch,
  takeBatch as takeCreditBatch,
} from '../features/electricity/outage-credit/credit.store.ts';
import { startTestApp, type TestApp } from './app.ts';
import { expectOneAwaited } from './awaited-batch.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ max: 6 });
});
afterAll(() => app.stop());

const ranges = [1n, 2n, 3n].map((customer) => ({ first: customer, last: customer }));

it('of the daily close', async () => {
  const [date, at] = ['2020-03-01', app.clock.now()];
  await app.database.transaction((dbTx) =>
    openDay(dbTx, 'mining', { date, at, inputs: {}, plan: () => Promise.resolve(ranges) }),
  );
  await expectOneAwaited(app.database, {
    batches: ranges.length,
    take: (dbTx) => takeBatch(dbTx, 'mining', date, 'post'),
    finish: (dbTx, { number }) => finishBatch(dbTx, 'mining', { date, stage: 'post', number, at, result: {} }),
  });
});

it('of an outage credit', async () => {
  const { rows } = await app.owner.query<{ id: bigint }>({
    text: `with place as (insert into site (name) values ('S1') returning id)
           insert into outage_credit (site_id, from_at, to_at, keeps_output, reason, proposed_by, approved_by, credited_at)
           select id, '2020-03-01', '2020-03-02', false, '停电', 'finance', 'approver', '2020-03-03' from place returning id`,
  });
  const creditId = rows[0]?.id as bigint;
  await app.owner.query({
    text: `insert into outage_credit_batch (credit_id, batch, first_customer, last_customer)
           select $1, customer, customer, customer from generate_series(1, $2) customer`,
    values: [creditId, ranges.length],
  });
  await expectOneAwaited(app.database, {
    batches: ranges.length,
    take: (dbTx) => takeCreditBatch(dbTx, creditId),
    finish: (dbTx, { number }) => finishCreditBatch(dbTx, { creditId, number, at: app.clock.now(), transferId: null }),
  });
});
