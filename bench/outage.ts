/**
 * An outage of one site with all the machines: `outage:record` in an open mining day, and `outage:credit` in a closed one, each as one
 * command gives it, from the decision to the last commit.
 *
 *     npm run bench -- outage [--machines 100000]
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { composeSlices } from '../apps/server/src/composition/slices.ts';
import { beginCredit, carryOutCredit } from '../apps/server/src/features/electricity/outage-credit/credit-outage.ts';
import { previewCredit } from '../apps/server/src/features/electricity/outage-credit/preview-credit.ts';
import { previewOutage, recordOutage } from '../apps/server/src/features/machines/outages/record-outage.ts';
import { addDays } from '../apps/server/src/platform/clock/clock.ts';
import { loadConfig } from '../apps/server/src/platform/config/config.ts';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { createPasswords } from '../apps/server/src/platform/secrets/passwords.ts';
import type { Authority } from '../apps/server/src/platform/staff/authority.ts';
import { firstDay, seedMachines } from './day-close/seed.ts';
import { closeOnce, startNightServer } from './lib/night.ts';

const { values } = parseArgs({ options: { machines: { type: 'string' } } });
const machines = Number(values.machines ?? 100_000);
const server = await startNightServer();
await seedMachines(server.ownerUrl, server.adminUrl, machines, 1);
const admin = new pg.Client({ connectionString: server.adminUrl });
await admin.connect();
await admin.query(`set session_replication_role = replica`);
await admin.query(`update machine set site_id = 1`);
await admin.query(`update machine_terms set site_id = 1`);
await admin.query(`set session_replication_role = origin`);
await admin.query('vacuum analyze');
await closeOnce(
  server,
  {
    worker: (date, concurrency) => ['bench/day-close/worker.ts', date, String(concurrency)],
  },
  firstDay,
);
await admin.query(`analyze`);

const database = openDatabase(server.appUrl, { max: 4 });
const now = new Date(`${addDays(firstDay, 2)}T00:00:00Z`);
const clock = { now: () => now };
const pepper = Buffer.from('of no use here');
const slices = composeSlices({
  database,
  clock,
  config: loadConfig({ DEMO: '1' }),
  passwords: createPasswords(pepper),
  pepper,
});
for (const [name, role] of [
  ['finance', 'FINANCE'],
  ['approver', 'APPROVER'],
] as const)
  await slices.staff.seedStaff(database, [{ name, role, password: 'Lode@Console1' }], now);
const { rows } = await admin.query<{ id: string; name: string; role: 'FINANCE' | 'APPROVER' }>(
  'select id, name, role from staff order by id',
);
const [by, approver] = rows.map(({ id, ...person }) => ({ ...person, id: BigInt(id), status: 'ACTIVE' as const }));
if (!by || !approver) throw new Error('there are no people');
const authority: Authority = { by, approver };

async function timed<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await act();
  console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}

const open = addDays(firstDay, 1);
const request = {
  scope: { site: 'cheap' },
  from: new Date(`${open}T02:00:00Z`),
  to: new Date(`${open}T08:00:00Z`),
  status: 'REPAIR' as const,
};
await timed('outage:record, preview', () => previewOutage(database, request, now));
const recorded = await timed('outage:record', () =>
  recordOutage(database, slices.staff, request, { authority, reason: '停电', now }),
);
console.log(recorded.outcome === 'recorded' ? `${recorded.machines.length} machines` : recorded);

const window = {
  siteId: 1n,
  machineId: null,
  from: new Date(`${firstDay}T12:00:00Z`),
  to: new Date(`${open}T00:00:00Z`),
};
const preview = await timed('outage:credit, preview', () =>
  previewCredit(database, window, { keepsOutput: false, now }),
);
console.log(
  'refused' in preview ? preview : `${preview.machineDays} machine days, ${preview.customers.length} customers`,
);
const { staff, machines: machineSlice, messages } = slices;
const ports = {
  recordAudit: staff.recordAudit,
  leaveArrear: machineSlice.leaveArrear,
  queueNotices: messages.queueNotices,
};
await timed('outage:credit', async () => {
  const id = await beginCredit({ database, ports }, { ...window, keepsOutput: false, reason: '停电', authority, now });
  if (id === null) throw new Error('it was credited before');
  await carryOutCredit({ database, ports }, id, clock.now);
});
const { rows: done } = await admin.query(
  'select count(*) as corrections, count(distinct customer_id) as customers from charge_adjustment',
);
console.log(done[0]);
console.log(`memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`);
for (const check of slices.electricity.replays) {
  const found = await timed('check', () => check(database));
  if (found.length > 0) console.log(found.slice(0, 3));
}
await database.end();
await admin.end();
await server.stop();
