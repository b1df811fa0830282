/**
 * The console of a member of FINANCE without HTTP, in a process of its own: `staff.ts DATABASE_URL`. Asked to `export` it takes the list of all
 * machines out again and again until it is asked to `stop`; asked for `lists` it answers how many ms parts of the lists take.
 */
import { setTimeout } from 'node:timers/promises';
import { composeSlices } from '../../apps/server/src/composition/slices.ts';
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts';
import { loadConfig } from '../../apps/server/src/platform/config/config.ts';
import { keptConnectionMs, openDatabase } from '../../apps/server/src/platform/db/database.ts';
import type { StaffContext } from '../../apps/server/src/platform/http/console/console-context.ts';
import { isRefusal } from '../../apps/server/src/platform/http/refusal.ts';
import { createPasswords } from '../../apps/server/src/platform/secrets/passwords.ts';
import { measureLists } from './lists.ts';

export type Order = { do: 'export' | 'stop' } | { do: 'lists'; samples: number };
export interface Exported {
  rows: number;
  seconds: number;
}

const [url = ''] = process.argv.slice(2);
const pepper = Buffer.from('of no use here');
const clock = systemClock();
const slices = composeSlices({
  database: openDatabase(url, { max: 4, idleConnectionMs: keptConnectionMs }),
  // As the product opens it.
  staffReads: openDatabase(url, { max: 4, statementMs: 10_000, idleConnectionMs: keptConnectionMs }),
  clock,
  config: loadConfig({ DEMO: '1' }),
  passwords: createPasswords(pepper),
  pepper,
});

const context = (): StaffContext => ({
  now: clock.now(),
  ip: '127.0.0.1',
  userAgent: null,
  device: null,
  origin: 'https://console.example.com',
  setSession: () => undefined,
  dropSession: () => undefined,
  session: {
    id: 1n,
    staffId: 1n,
    name: 'finance',
    role: 'FINANCE',
    stage: 'OPEN',
    factor: 'PASSKEY',
    hasNoFactor: false,
    idleUntil: clock.now(),
    expiresAt: clock.now(),
    network: null,
  },
});

let isWanted = false;

async function exportUntilStopped(): Promise<Exported> {
  const started = performance.now();
  const exported = { rows: 0, seconds: 0 };
  while (isWanted) {
    const file = await slices.exporting.consoleHandlers.exportMachines(context(), { reason: 'bench' });
    if (isRefusal(file)) {
      if (file.status !== 429) throw new Error(`refused: ${JSON.stringify(file)}`);
      // The place of the one before comes free when its part has been read.
      await setTimeout(100);
      continue;
    }
    for await (const part of file.stream) {
      exported.rows += String(part).split('\n').length - 1;
      if (!isWanted) break;
    }
    exported.seconds = (performance.now() - started) / 1000;
  }
  return exported;
}

let running: Promise<Exported> | null = null;
process.on('message', async (order: Order) => {
  if (order.do === 'lists') process.send?.(await measureLists(slices, context, order.samples));
  if (order.do === 'export') {
    isWanted = true;
    running = exportUntilStopped();
  }
  if (order.do === 'stop') {
    isWanted = false;
    process.send?.(await running);
  }
});
process.send?.('ready');
