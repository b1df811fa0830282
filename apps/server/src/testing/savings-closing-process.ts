/**
 * A process of its own that closes one business day: what a kill test kills, and what a bench measures. It ends itself
 * with a real SIGKILL when it reaches a named point for the n-th time.
 *
 *     savings-closing-process.ts DATE NOW LANES POSITIONS [POINT N]        DATABASE_URL: the application's login
 */
import { composeSlices } from '../composition/slices.ts';
import { loadConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { createPasswords } from '../platform/secrets/passwords.ts';
import { savingsCloser } from './savings-closer.ts';

const [date = '', now = '', concurrency = '2', positions = '10000', point = '', times = '1'] = process.argv.slice(2);
const database = openDatabase(process.env.DATABASE_URL ?? '', { max: 6 });
const pepper = Buffer.from('of no use here');
const clock = { now: () => new Date(now) };
const passwords = createPasswords(pepper);
const slices = composeSlices({ database, clock, config: loadConfig({ DEMO: '1' }), passwords, pepper });
let reached = 0;
const { dayClose } = savingsCloser(database, slices, {
  concurrency: Number(concurrency),
  positionsPerBatch: Number(positions),
  failpoint(name) {
    if (name === point && ++reached === Number(times)) process.kill(process.pid, 'SIGKILL');
  },
});

const started = performance.now();
const result = await dayClose.closeCoinUp(date, clock.now());
const seconds = (performance.now() - started) / 1000;
await database.end();
process.stdout.write(JSON.stringify({ ...result, seconds, memoryMib: process.resourceUsage().maxRSS / 1024 }));
