/**
 * A process of its own that closes one mining day: what a kill test kills. It ends itself with a real SIGKILL when it
 * reaches a named point for the n-th time.
 *
 *     tsx closing-process.ts DATE NOW [POINT N]        DATABASE_URL: the application's login
 */
import { composeSlices } from '../../../composition/slices.ts';
import { loadConfig } from '../../../platform/config/config.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { createPasswords } from '../../../platform/secrets/passwords.ts';
import { dayCloseSlice } from '../day-close.slice.ts';

const [date = '', now = '', point = '', times = '1'] = process.argv.slice(2);
const database = openDatabase(process.env.DATABASE_URL ?? '', { max: 4 });
const pepper = Buffer.from('of no use here');
const clock = { now: () => new Date(now) };
const { machines, electricity } = composeSlices({
  database,
  clock,
  config: loadConfig({ DEMO: '1' }),
  passwords: createPasswords(pepper),
  pepper,
});

let reached = 0;
const dayClose = dayCloseSlice({
  database,
  provideDay: async () => undefined,
  runClock: machines.runClock,
  enterArrear: machines.enterArrear,
  chargeDay: electricity.chargeDay,
  catchUpDays: 7,
  machinesPerBatch: 3,
  failpoint(name) {
    if (name === point && ++reached === Number(times)) process.kill(process.pid, 'SIGKILL');
  },
});

const result = await dayClose.closeMining(date, clock.now());
await database.end();
process.stdout.write(JSON.stringify(result));
