// A replay reads the newest requests, and knows the addresses that people had payments made to long enough before.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { addStaff } from '../../../testing/commands.ts';
import { readPastWithdrawals } from './auto-approval-replay.repository.ts';

/** Requests of two years, each day to an address of its own and to one of the customer's. */
const requests = 4_000;
const customers = 50;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00Z' });
  await addStaff(app);
  await app.owner.query({
    text: `insert into customer (account, created_at) select '139' || lpad(n::text, 8, '0'), '2024-01-01' from generate_series(1, ${customers}) n`,
  });
  await app.owner.query({
    text: `
      begin;
      -- Rows as years leave them, without the ledger behind them.
      alter table withdrawal disable trigger user;
      alter table withdrawal_review disable trigger user;
      alter table withdrawal_step disable trigger user;
      insert into withdrawal (customer_id, coin, network, address, address_key, amount, fee, date, applied_at, transfer_id, phase, end_transfer_id, number)
      select customer.id, 'BTC', 'BITCOIN', 'bc1q' || md5(address::text), '0014' || left(encode(sha256(address::text::bytea), 'hex'), 40), 1000, 10, at::date, at, -n, 'PAID', -n,
        'W20260310-' || lpad(n::text, 10, '0')
      from (
        select n, '2026-03-10T00:00:00Z'::timestamptz - (${requests} - n) * (interval '730 days' / ${requests}) as at,
          n % ${customers} as owner, case when n % 2 = 0 then n % ${customers} else n + ${customers} end as address
        from generate_series(1, ${requests}) n
      ) asked
      join (select id, row_number() over (order by id) - 1 as place from customer where account like '139%') customer on place = owner;
      insert into withdrawal_review (withdrawal_id, part, staff_id, reason, at)
      select id, part, (select id from staff where name = case part when 'PROPOSED' then 'finance' else 'approver' end), 'r', applied_at
      from withdrawal cross join (values ('PROPOSED'), ('APPROVED')) part (part);
      insert into withdrawal_step (withdrawal_id, step, at) select id, 'CONFIRMED', applied_at + interval '1 hour' from withdrawal;
      commit;`,
  });
  await app.owner.query({ text: 'analyze withdrawal, withdrawal_review, withdrawal_step' });
});
afterAll(() => app.stop());

const read = (limit: number, since = '2025-12-10') =>
  readPastWithdrawals(app.database, { coin: 'BTC', since, knownDays: 30, limit });

it('keeps the newest of more than it takes, in the order of their requests', async () => {
  const all = await read(100_000);
  const newest = await read(100);
  expect(newest.map(({ id }) => id)).toEqual(all.slice(-100).map(({ id }) => id));
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => Number(a - b)));
});

it('knows the addresses that people had a payment to made, long enough ago', async () => {
  const known = (await read(100)).map(({ isKnown }) => isKnown);
  expect(known).toEqual(known.map((_known, n) => n % 2 === 1));
});
