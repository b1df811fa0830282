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
import type { Job } from './wallet-read/load-generator.ts';
import { customers, seedWallets } from './wallet-read/seed.ts';
import { startServer } from './wallet-read/servers.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 6);
const ports = { wallet: 8131, bare: 8132 };

const server = await startBenchDatabase();
console.log(`${describeMachine()}, PostgreSQL ${server.version}, ${customers} customers, 32 callers`);
await seedWallets(server.ownerUrl, server.appUrl);
const [product = '', bareServer = '', load = ''] = await builtPrograms(
  new URL('wallet-read/product-server.ts', import.meta.url),
  new URL('wallet-read/bare-server.ts', import.meta.url),
  new URL('wallet-read/load-generator.ts', import.meta.url),
);
const children = [
  await startServer(product, server.appUrl, ports.wallet),
  await startServer(bareServer, server.appUrl, ports.bare),
];
const generator = fork(load, { execArgv: [] });
const generatorFailed = once(generator, 'exit').then(() => {
  throw new Error('the load generator failed');
});

async function answersPerSecond(kind: Job['kind'], forSeconds: number): Promise<number> {
  generator.send({ kind, port: ports[kind], seconds: forSeconds } satisfies Job);
  const [rate] = (await Promise.race([once(generator, 'message'), generatorFailed])) as [number];
  return rate;
}

const wallet = { name: 'wallet', run: (s: number) => answersPerSecond('wallet', s) };
const bare = { name: 'bare fastify, one prepared select', run: (s: number) => answersPerSecond('bare', s) };
const results = await takeTurns([wallet, bare], { rounds: 5, seconds });
report([
  {
    title: 'GET /api/user/wallet',
    unit: '/s',
    ours: results.get(wallet.name) ?? [],
    yardstick: { name: bare.name, values: results.get(bare.name) ?? [] },
    atLeast: 0.55,
    aim: 0.7,
  },
]);
generatorFailed.catch(() => undefined);
for (const child of [...children, generator]) child.kill();
await server.stop();
