/** Checks the books at DATABASE_URL as the night does: how long it took, how much memory it had at most, what differs. */
import { type BookCheck, checkBooks, describeDifference } from '@lode/ledger';
import { bookChecksOf } from '../../apps/server/src/composition/book-checks.ts';
import { composeSlices } from '../../apps/server/src/composition/slices.ts';
import { loadConfig } from '../../apps/server/src/platform/config/config.ts';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { inSnapshot } from '../../apps/server/src/platform/db/snapshot.ts';
import { createPasswords } from '../../apps/server/src/platform/secrets/passwords.ts';

const database = openDatabase(process.env.DATABASE_URL ?? '', { max: 2 });
const pepper = Buffer.from('of no use here');
const slices = composeSlices({
  database,
  clock: { now: () => new Date() },
  config: loadConfig({ DEMO: '1' }),
  passwords: createPasswords(pepper),
  pepper,
});
const times: { name: string; seconds: number }[] = [];
const timed = bookChecksOf(slices).map(
  (check, index): BookCheck =>
    async (queryable) => {
      const started = performance.now();
      const found = await check(queryable);
      times.push({ name: `${check.name || index}`, seconds: (performance.now() - started) / 1000 });
      return found;
    },
);
const started = performance.now();
const differences = await inSnapshot(database, (dbTx) => checkBooks(dbTx, timed));
const seconds = (performance.now() - started) / 1000;
await database.end();
const slowest = times
  .sort((one, other) => other.seconds - one.seconds)
  .slice(0, 5)
  .map((one) => `${one.name} ${one.seconds.toFixed(1)} s`);
const memoryMib = process.resourceUsage().maxRSS / 1024;
process.stdout.write(
  JSON.stringify({ seconds, memoryMib, slowest, differences: differences.slice(0, 5).map(describeDifference) }),
);
