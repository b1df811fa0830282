/**
 * One worker, closing one day as the product does: `worker.ts DATE LANES`, DATABASE_URL the application's login. Says how
 * long it took, how it ended and how much memory it had at most.
 */
import { composeSlices } from '../../apps/server/src/composition/slices.ts';
import { dayCloseSlice } from '../../apps/server/src/features/day-close/day-close.slice.ts';
import { addDays } from '../../apps/server/src/platform/clock/clock.ts';
import { loadConfig } from '../../apps/server/src/platform/config/config.ts';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { createPasswords } from '../../apps/server/src/platform/secrets/passwords.ts';

const [date = '', concurrency = '2'] = process.argv.slice(2);
const database = openDatabase(process.env.DATABASE_URL ?? '', { max: 4 });
const now = new Date(`${addDays(date, 1)}T06:00:00Z`);
const pepper = Buffer.from('of no use here');
const { machines, electricity } = composeSlices({
  database,
  clock: { now: () => now },
  config: loadConfig({ DEMO: '1' }),
  passwords: createPasswords(pepper),
  pepper,
});
const dayClose = dayCloseSlice({
  database,
  provideDay: async () => undefined,
  runClock: machines.runClock,
  enterArrear: machines.enterArrear,
  chargeDay: electricity.chargeDay,
  catchUpDays: 7,
  concurrency: Number(concurrency),
});

const started = performance.now();
const result = await dayClose.closeMining(date, now);
const seconds = (performance.now() - started) / 1000;
await database.end();
process.stdout.write(JSON.stringify({ ...result, seconds, memoryMib: process.resourceUsage().maxRSS / 1024 }));
