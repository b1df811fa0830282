/**
 * S2: the close of a mining day as the product does it (outputs, electricity, tie-out, seal; every guard on), beside the
 * bare INSERT … SELECT of the same rows on the same PostgreSQL. With `--history` the same again on top of so many closed days, of at
 * most 100,000 machines, beside a database with one day behind it: what a close costs more after years.
 *
 *     npm run bench -- day-close [--machines 1000000] [--rounds 3] [--history 365]
 */
import { parseArgs } from 'node:util';
import { addHistory } from './day-close/history.ts';
import { firstDay, seedMachines } from './day-close/seed.ts';
import { writeBare } from './day-close/yardstick.ts';
import { type Figure, report } from './lib/figure.ts';
import {
  crewCount,
  measureGrowth,
  measureNights,
  type Night,
  type NightServer,
  startNightServer,
} from './lib/night.ts';
import { setSlowGuard } from './lib/slow-guard.ts';

const { values } = parseArgs({
  options: { machines: { type: 'string' }, rounds: { type: 'string' }, history: { type: 'string' } },
});
const machines = Number(values.machines ?? 1_000_000);
const rounds = Number(values.rounds ?? 3);
const history = Number(values.history ?? 0);
const machinesWithHistory = Math.min(machines, 100_000);

const nightOf = (count: number): Night => ({
  title: `day close of ${count.toLocaleString('en-US')} machines`,
  atLeast: 0.75,
  aim: 0.9,
  unit: 'machines',
  count,
  worker: (date: string, concurrency: number) => ['bench/day-close/worker.ts', date, String(concurrency)],
  writeBare,
});

async function startWith(count: number, days: number, behind: number): Promise<NightServer> {
  const server = await startNightServer();
  await seedMachines(server.ownerUrl, server.adminUrl, count, days);
  await addHistory(server.adminUrl, behind);
  return server;
}

async function fresh(): Promise<Figure[]> {
  const server = await startWith(machines, rounds * crewCount, 0);
  const figures = await measureNights(server, nightOf(machines), { rounds, firstDay });
  await server.stop();
  return figures;
}

async function grown(): Promise<Figure[]> {
  const young = await startWith(machinesWithHistory, rounds + 1, 1);
  const old = await startWith(machinesWithHistory, rounds + 1, history);
  const control = (server: NightServer, isOn: boolean) =>
    setSlowGuard(server.adminUrl, { table: 'machine_output', kind: 'mining' }, isOn);
  const figures = await measureGrowth({ young, old, history }, nightOf(machinesWithHistory), {
    rounds,
    firstDay,
    control,
  });
  await young.stop();
  await old.stop();
  return figures;
}

const figures = await fresh();
report(history === 0 ? figures : [...figures, ...(await grown())]);
