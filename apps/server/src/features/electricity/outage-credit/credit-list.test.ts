// However many credits of outages are listed, what hangs on them is read once.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StaffContext } from '../../../platform/http/console/console-context.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { addMachine } from '../../../testing/machines.ts';
import { outageCreditsConsole } from './outage-credits.console.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const { account } = await app.createCustomer();
  await addMachine(app, { machineNo: 'C-1', account, startTime: '2026-03-09T00:00:00Z' });
});
afterAll(() => app.stop());

class Undone extends Error {}

/** How often a list of so many credits scans what hangs on them; nothing of it stays. */
async function scansOf(credits: number): Promise<Record<string, number>> {
  const found: Record<string, number>[] = [];
  const listing = app.owner.transaction(async (dbTx) => {
    await dbTx.query({
      text: `insert into outage_credit (site_id, from_at, to_at, keeps_output, reason, proposed_by, approved_by, credited_at)
             select (select min(id) from site), '2020-03-01'::timestamptz - n * interval '1 day', '2020-03-02'::timestamptz - n * interval '1 day',
               false, 'r', 'staff:finance', 'staff:approver', '2020-03-05'
             from generate_series(1, $1) n`,
      values: [credits],
    });
    for (const isRead of [false, true]) {
      if (isRead) await outageCreditsConsole(dbTx).outageCreditList({} as StaffContext, {});
      const { rows } = await dbTx.query<{ name: string; scans: bigint }>({
        text: `select relname as name, coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables
               where relname in ('charge_adjustment', 'outage_credit_batch')`,
      });
      found.push(Object.fromEntries(rows.map(({ name, scans }) => [name, Number(scans)])));
    }
    throw new Undone();
  });
  await expect(listing).rejects.toThrow(Undone);
  const [before = {}, after = {}] = found;
  return Object.fromEntries(Object.entries(after).map(([name, scans]) => [name, scans - (before[name] ?? 0)]));
}

it('reads corrections and batches once', async () => {
  expect(await scansOf(12)).toEqual({ charge_adjustment: 1, outage_credit_batch: 1 });
});
