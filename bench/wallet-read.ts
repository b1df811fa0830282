/**
 * S4: the customer's wallet through everything that a request passes (limits, session, input, query, answer schema,
 * headers), beside a bare fastify with one prepared select. Servers and load each have a process of their own.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startBenchDatabase } from './lib/bench-database.ts';
import { builtPrograms } from './lib/built.ts';
import { describeMachine, report } from './lib/figure.ts';
import { takeTurns } from './lib/rounds.ts';
import { startServer } from './lib/servers.ts';
import type { Job } from './wallet-read/load-generator.ts';
import { customers, seedWallets } from './wallet-read/seed.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 6);
const servers = {
  wallet: { kind: 'wallet', port: 8131 },
  bare: { kind: 'bare', port: 8132 },
  control: { kind: 'wallet', port: 8133 },
} as const;
const perSecond = 50;

const server = await startBenchDatabase();
console.log(`${describeMachine()}, PostgreSQL ${server.version}, ${customers} customers, 32 callers`);
await seedWallets(server.ownerUrl, server.appUrl);
const [product = '', bareServer = '', load = ''] = await builtPrograms(
  new URL('wallet-read/product-server.ts', import.meta.url),
  new URL('wallet-read/bare-server.ts', import.meta.url),
  new URL('wallet-read/load-generator.ts', import.meta.url),
);
const children = [
  await startServer(product, server.appUrl, servers.wallet.port),
  await startServer(bareServer, server.appUrl, servers.bare.port),
  await startServer(product, server.appUrl, servers.control.port, 'alone'),
];
const generator = fork(load, { execArgv: [] });
const generatorFailed = once(generator, 'exit').then(() => {
  throw new Error('the load generator failed');
});

async function measure(job: Job): Promise<number> {
  generator.send(job);
  const [figure] = (await Promise.race([once(generator, 'message'), generatorFailed])) as [number];
  return figure;
}

const fast = (name: string, to: keyof typeof servers) => ({
  name,
  run: (s: number) => measure({ ...servers[to], seconds: s }),
});
const paced = (name: string, to: keyof typeof servers) => ({
  name,
  run: (s: number) => measure({ ...servers[to], seconds: s, perSecond }),
});

const wallet = fast('wallet', 'wallet');
const bare = fast('bare fastify, one prepared select', 'bare');
const control = fast('one statement each', 'control');
const results = await takeTurns([wallet, bare, control], { rounds: 5, seconds });
const [calm, calmControl] = [paced('wallet', 'wallet'), paced('one statement each', 'control')];
const calmResults = await takeTurns([calm, calmControl], { rounds: 5, seconds });
const yardstick = { name: bare.name, values: results.get(bare.name) ?? [] };
const atLeast = 0.75;
report([
  { title: 'GET /api/user/wallet', unit: '/s', ours: results.get(wallet.name) ?? [], yardstick, atLeast, aim: 0.9 },
  {
    title: 'control, one statement each: must miss it',
    unit: '/s',
    ours: results.get(control.name) ?? [],
    yardstick,
    atMost: atLeast,
  },
  {
    title: `p99 at ${perSecond} requests a second`,
    unit: 'ms',
    ours: calmResults.get(calm.name) ?? [],
    atMost: 10,
  },
  { title: 'the same, one statement each', unit: 'ms', ours: calmResults.get(calmControl.name) ?? [] },
]);
generatorFailed.catch(() => undefined);
for (const child of [...children, generator]) child.kill();
await server.stop();
