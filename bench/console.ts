/**
 * The console beside the customers: lists of a million machines and customers, a part far down beside the first, and searches; and what
 * customers get of S4 and S1 while a member of the staff takes the list of all machines out as a file, beside the same without it, in turns.
 *
 *     npm run bench -- console [--machines 1000000] [--payers 60000] [--rounds 5] [--seconds 6]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { appLogin } from '../apps/server/src/platform/db/roles.ts';
import type { ListTimes } from './console/lists.ts';
import { seedConsole } from './console/seed.ts';
import type { Exported, Order } from './console/staff.ts';
import { seedMoneyCustomers } from './ledger/seed.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { builtPrograms } from './lib/built.ts';
import { describeMachine, type Figure, report } from './lib/figure.ts';
import { type Contestant, takeTurns } from './lib/rounds.ts';
import { connections, startServer } from './lib/servers.ts';
import type { Job } from './wallet-read/load-generator.ts';
import { seedWallets } from './wallet-read/seed.ts';

const { values } = parseArgs({
  options: {
    machines: { type: 'string' },
    payers: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
  },
});
const machines = Number(values.machines ?? 1_000_000);
const rounds = Number(values.rounds ?? 5);
const seconds = Number(values.seconds ?? 6);
/** What is typed is answered while it is still looked at. */
const longestSearchMs = 50;
/** Each withdraws once. */
const payers = Number(values.payers ?? 60_000);

const [walletServer = '', walletLoad = '', withdrawServer = '', withdrawLoad = '', staff = ''] = await builtPrograms(
  new URL('wallet-read/product-server.ts', import.meta.url),
  new URL('wallet-read/load-generator.ts', import.meta.url),
  new URL('ledger/withdraw-server.ts', import.meta.url),
  new URL('ledger/withdraw-load.ts', import.meta.url),
  new URL('console/staff.ts', import.meta.url),
);
const children: ChildProcess[] = [];
process.once('exit', () => children.forEach((child) => child.kill()));

async function answerOf<T>(child: ChildProcess, message: object | number): Promise<T> {
  child.send(message);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('a process of the bench failed')));
  ended.catch(() => undefined);
  return ((await Promise.race([once(child, 'message'), ended])) as [T])[0];
}

interface House {
  publicUrl: string;
  member: ChildProcess;
  stop(): Promise<void>;
}

/** A database with customers of the bench, then machines for all of them, and a member of the staff at work on it. */
async function openHouse(seedCustomers: (ownerUrl: string, appUrl: string) => Promise<void>): Promise<House> {
  const server = await startBenchDatabase(['shared_buffers=512MB', 'max_wal_size=8GB']);
  console.log(`${describeMachine()}, PostgreSQL ${server.version}, ${machines.toLocaleString('en-US')} machines`);
  await seedCustomers(server.ownerUrl, server.appUrl);
  await seedConsole(server.ownerUrl, machines);
  const member = fork(staff, [await appLogin(server.ownerUrl, 'staff')], { execArgv: [] });
  children.push(member);
  await once(member, 'message');
  const publicUrl = await appLogin(server.ownerUrl, 'public');
  return { publicUrl, member, stop: server.stop };
}

const exports: Exported[] = [];

/** The same work twice: alone, and while the list is taken out. */
async function measureBeside(member: ChildProcess, run: Contestant['run']) {
  const order = (message: Order) => message;
  const results = await takeTurns(
    [
      { name: 'quiet', run },
      {
        name: 'beside',
        async run(forSeconds) {
          member.send(order({ do: 'export' }));
          const figure = await run(forSeconds);
          exports.push(await answerOf<Exported>(member, order({ do: 'stop' })));
          return figure;
        },
      },
    ],
    { rounds, seconds },
  );
  return { ours: results.get('beside') ?? [], yardstick: { name: 'without it', values: results.get('quiet') ?? [] } };
}

async function lists(member: ChildProcess): Promise<Figure[]> {
  const times = await answerOf<ListTimes[]>(member, { do: 'lists', samples: 30 } satisfies Order);
  return times.map(({ what, first, deep }) =>
    deep === null
      ? { title: what, unit: 'ms', ours: [first], atMost: longestSearchMs }
      : {
          title: what,
          unit: 'ms',
          ours: [deep],
          yardstick: { name: 'the first part', values: [first] },
          atMost: 1.5,
        },
  );
}

async function reads(): Promise<Figure[]> {
  const { publicUrl, member, stop } = await openHouse(seedWallets);
  const figures = await lists(member);
  children.push(await startServer(walletServer, publicUrl, 8151));
  const load = fork(walletLoad, { execArgv: [] });
  children.push(load);
  const run = (forSeconds: number) =>
    answerOf<number>(load, { port: 8151, kind: 'wallet', seconds: forSeconds } satisfies Job);
  const title = 'GET /api/user/wallet (S4) beside an export';
  figures.push({ title, unit: '/s', ...(await measureBeside(member, run)), atLeast: 0.9 });
  await stop();
  return figures;
}

async function writes(): Promise<Figure[]> {
  const { publicUrl, member, stop } = await openHouse((ownerUrl) => seedMoneyCustomers(ownerUrl, payers));
  children.push(await startServer(withdrawServer, publicUrl, 8152, String(connections)));
  const load = fork(withdrawLoad, [8152, payers - 1, connections].map(String), { execArgv: [] });
  children.push(load);
  const title = 'POST /api/withdraw/apply (S1) beside an export';
  const measured = await measureBeside(member, (forSeconds) => answerOf<number>(load, forSeconds));
  await stop();
  return [{ title, unit: '/s', ...measured, atLeast: 0.9 }];
}

const figures = [...(await reads()), ...(await writes())];
figures.push({
  title: 'machines taken out',
  unit: 'records/s',
  ours: exports.map(({ rows, seconds: took }) => rows / took),
});
report(figures);
for (const child of children) child.kill();
