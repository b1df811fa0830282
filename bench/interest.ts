/**
 * S3: a day's interest as the product does it (interest, value dates, arrivals, tie-out, seal; every guard on), beside the
 * bare INSERT … SELECT of the same rows on the same PostgreSQL.
 *
 *     npm run bench -- interest [--positions 1000000] [--rounds 3]
 */
import { parseArgs } from 'node:util';
import { addDays, startOfBusinessDay } from '../apps/server/src/platform/clock/clock.ts';
import { redeemSome, seedPositions, subscribed, vacuum } from './interest/seed.ts';
import { writeBare } from './interest/yardstick.ts';
import { report } from './lib/figure.ts';
import { closeOnce, measureNights, startNightServer } from './lib/night.ts';

const { values } = parseArgs({ options: { positions: { type: 'string' }, rounds: { type: 'string' } } });
const positions = Number(values.positions ?? 1_000_000);
const rounds = Number(values.rounds ?? 3);
const positionsPerBatch = '10000';

const server = await startNightServer();
await seedPositions(server.ownerUrl, server.adminUrl, positions);
const night = {
  title: `interest of ${positions.toLocaleString('en-US')} positions`,
  atLeast: 0.75,
  unit: 'positions',
  count: positions,
  worker(date: string, concurrency: number) {
    const now = new Date(startOfBusinessDay(addDays(date, 1)).getTime() + 600_000).toISOString();
    return ['apps/server/src/testing/savings-closing-process.ts', date, now, String(concurrency), positionsPerBatch];
  },
  writeBare,
};
await closeOnce(server, night, subscribed);
await closeOnce(server, night, addDays(subscribed, 1));
await vacuum(server.adminUrl);
const before = (date: string) => redeemSome(server.ownerUrl, date);
report(await measureNights(server, night, { rounds, firstDay: addDays(subscribed, 2), before }));
await server.stop();
