// A month of the product's days and one of the ledger, sealed; rows are written behind the guards, as no other month is of interest.
import { houseAccount, keptMonths, openMonth } from '@lode/ledger';
import { createTestDatabase, openAsAdmin, type TestDatabase } from '../../../testing/harness.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { sealedDays } from '../sealed-days.ts';

const march = '2020-03-01';
const firstMonth = '-infinity';
export const outputs = 'machine_output_2020_03';
export const charges = 'electricity_charge_2020_03';
export const postings = 'posting_first';
const at = new Date('2020-05-04T00:00:00Z');

export interface SealedMonths {
  test: TestDatabase;
  /** A superuser. */
  admin: Database;
  readonly stop: () => Promise<void>;
}

export async function sealMonths(): Promise<SealedMonths> {
  const test = await createTestDatabase();
  const admin = await openAsAdmin(test.ownerUrl);
  const days = (last: string) => `generate_series(date '2020-03-01', date '${last}', '1 day') day`;
  await admin.transaction((dbTx) =>
    runAll(dbTx, [
      'set local session_replication_role = replica',
      `insert into day_close (kind, date, started_at, inputs, closed_at, seal, tie_out)
       select kind, day, now(), '{}', now(), sha256(''), '{}' from unnest(array['mining', 'coin-up']) kind, ${days('2020-05-03')}`,
      `insert into machine_output (machine_id, date, coin, customer_id, hashrate, running_seconds, gross, pool_fee, net)
       select machine, day, 'BTC', machine * 10, 50, 86400, machine * 100, 0, machine * 100 from generate_series(1, 3) machine, ${days('2020-03-31')}`,
      `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount, paid_prepaid, owed)
       select machine, day, machine * 10, 'M-' || machine, 'BTC', 86400, 1000, 0.05, 1000, 1000, 0 from generate_series(1, 3) machine, ${days('2020-03-31')}`,
      `insert into coin_up_interest (date, customer_id, coin, principal, amount, carry)
       select day, customer, 'USDT', 1000, 10, 0 from generate_series(1, 3) customer, ${days('2020-03-31')}`,
    ]),
  );
  await runAll(test.owner, [
    `select ledger.post_transfer('first', sha256('x'), 'by-hand', null, '2026-03-10', '2026-03-10', ${houseAccount('CASH', 'USDT')},
       ledger.account_id(77, 'ELE_ACCOUNT', 'USDT'), 'ELE_RECHARGE', 100, '2026-03-10', null)`,
  ]);
  await openMonth(test.owner, '2026-04-02');
  await test.owner.transaction(async (dbTx) => {
    await sealedDays.seal(dbTx, march, at);
    await keptMonths.seal(dbTx, firstMonth, at);
  });
  return {
    test,
    admin,
    async stop() {
      await admin.end();
      await test.drop();
    },
  };
}

export const detachDays = (dbTx: Transaction): Promise<unknown> => sealedDays.detach(dbTx, march, at);
export const detachPostings = (dbTx: Transaction): Promise<unknown> => keptMonths.detach(dbTx, firstMonth, at);
export const attachDays = (dbTx: Transaction): Promise<unknown> => sealedDays.attach(dbTx, march);
export const attachPostings = (dbTx: Transaction): Promise<unknown> => keptMonths.attach(dbTx, firstMonth);
/** In the order of the runbook. */
export async function detachBoth(dbTx: Transaction): Promise<void> {
  await detachPostings(dbTx);
  await detachDays(dbTx);
}
export async function attachBoth(dbTx: Transaction): Promise<void> {
  await attachDays(dbTx);
  await attachPostings(dbTx);
}

export async function runAll(db: Pick<Database, 'query'>, statements: readonly string[]): Promise<void> {
  for (const text of statements) await db.query({ text });
}

/** All of the months' tables but their rows. */
export async function shapesOf(db: Pick<Database, 'query'>): Promise<Record<string, unknown>> {
  const { rows } = await db.query<{ name: string; shape: unknown }>({
    text: `select relname as name, json_build_array(relkind, relpersistence, pg_get_userbyid(relowner), relrowsecurity, relforcerowsecurity, relispartition,
        (select array_agg(acl::text) from aclexplode(relacl) acl where grantee <> relowner),
        (select array_agg(attacl::text) from pg_attribute where attrelid = c.oid and attacl is not null),
        (select array_agg(attname order by attname) from pg_attribute where attrelid = c.oid and attnum > 0 and attnotnull and not attisdropped),
        (select array_agg(polname) from pg_policy where polrelid = c.oid), (select array_agg(rulename) from pg_rewrite where ev_class = c.oid),
        (select array_agg(tgname || tgenabled::text order by tgname) from pg_trigger where tgrelid = c.oid),
        (select array_agg(contype::text || pg_get_constraintdef(oid) order by contype, pg_get_constraintdef(oid)) from pg_constraint where conrelid = c.oid),
        (select array_agg(index_outline(indexrelid) order by index_outline(indexrelid)) from pg_index where indrelid = c.oid and indisvalid)) as shape
      from pg_class c where relname in ('${outputs}', '${postings}', '${charges}', 'coin_up_interest_2020_03', 'transfer_first')
        and relnamespace in ('public'::regnamespace, 'ledger'::regnamespace)`,
  });
  return Object.fromEntries(rows.map(({ name, shape }) => [name, shape]));
}
