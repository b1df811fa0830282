/**
 * S3: a day's interest as the product does it (interest, value dates, arrivals, tie-out, seal; every guard on), beside the
 * bare INSERT … SELECT of the same rows on the same PostgreSQL. With `--history` the same again on top of so many closed days, of at
 * most 200,000 positions, beside a database with one day behind it.
 *
 *     npm run bench -- interest [--positions 1000000] [--rounds 3] [--history 365]
 */
import { parseArgs } from 'node:util';
import { addDays, startOfBusinessDay } from '../apps/server/src/platform/clock/clock.ts';
import { addHistory } from './interest/history.ts';
import { redeemSome, seedPositions, subscribed, vacuum } from './interest/seed.ts';
import { writeBare } from './interest/yardstick.ts';
import { type Figure, report } from './lib/figure.ts';
import {
  closeOnce,
  measureGrowth,
  measureNights,
  type Night,
  type NightServer,
  startNightServer,
} from './lib/night.ts';
import { setSlowGuard } from './lib/slow-guard.ts';

const { values } = parseArgs({
  options: { positions: { type: 'string' }, rounds: { type: 'string' }, history: { type: 'string' } },
});
const positions = Number(values.positions ?? 1_000_000);
const rounds = Number(values.rounds ?? 3);
const history = Number(values.history ?? 0);
const positionsWithHistory = Math.min(positions, 200_000);
const positionsPerBatch = '10000';
const firstDay = addDays(subscribed, 2);

const nightOf = (count: number): Night => ({
  title: `interest of ${count.toLocaleString('en-US')} positions`,
  atLeast: 0.75,
  unit: 'positions',
  count,
  worker(date: string, concurrency: number) {
    const now = new Date(startOfBusinessDay(addDays(date, 1)).getTime() + 600_000).toISOString();
    return ['apps/server/src/testing/savings-closing-process.ts', date, now, String(concurrency), positionsPerBatch];
  },
  writeBare,
});

/** Two days are closed already, so that nothing measured is a first day. */
async function startWith(night: Night, behind: number): Promise<NightServer> {
  const server = await startNightServer();
  await seedPositions(server.ownerUrl, server.adminUrl, night.count);
  await addHistory(server.adminUrl, behind);
  await closeOnce(server, night, subscribed);
  await closeOnce(server, night, addDays(subscribed, 1));
  await vacuum(server.adminUrl);
  return server;
}

async function fresh(): Promise<Figure[]> {
  const night = nightOf(positions);
  const server = await startWith(night, 0);
  const before = (date: string) => redeemSome(server.ownerUrl, date);
  const figures = await measureNights(server, night, { rounds, firstDay, before });
  await server.stop();
  return figures;
}

async function grown(): Promise<Figure[]> {
  const night = nightOf(positionsWithHistory);
  const young = await startWith(night, 0);
  const old = await startWith(night, history);
  const figures = await measureGrowth({ young, old, history }, night, {
    rounds,
    firstDay,
    before: (server, date) => redeemSome(server.ownerUrl, date),
    control: (server, isOn) => setSlowGuard(server.adminUrl, { table: 'coin_up_interest', kind: 'coin-up' }, isOn),
  });
  await young.stop();
  await old.stop();
  return figures;
}

const figures = await fresh();
report(history === 0 ? figures : [...figures, ...(await grown())]);
