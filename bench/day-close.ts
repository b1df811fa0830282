/**
 * S2: the close of a mining day as the product does it (outputs, electricity, tie-out, seal; every guard on), beside the
 * bare INSERT … SELECT of the same rows on the same PostgreSQL.
 *
 *     npm run bench -- day-close [--machines 1000000] [--rounds 3]
 */
import { parseArgs } from 'node:util';
import { firstDay, seedMachines } from './day-close/seed.ts';
import { writeBare } from './day-close/yardstick.ts';
import { report } from './lib/figure.ts';
import { crewCount, measureNights, startNightServer } from './lib/night.ts';

const { values } = parseArgs({ options: { machines: { type: 'string' }, rounds: { type: 'string' } } });
const machines = Number(values.machines ?? 1_000_000);
const rounds = Number(values.rounds ?? 3);

const server = await startNightServer();
await seedMachines(server.ownerUrl, server.adminUrl, machines, rounds * crewCount);
const night = {
  title: `day close of ${machines.toLocaleString('en-US')} machines`,
  atLeast: 0.75,
  aim: 0.9,
  worker: (date: string, concurrency: number) => ['bench/day-close/worker.ts', date, String(concurrency)],
  writeBare,
};
report(await measureNights(server, night, { rounds, firstDay }));
await server.stop();
