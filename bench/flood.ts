/**
 * What a flood costs an honest customer on a known device: login, code for a withdrawal and the withdrawal, quiet and with a
 * thousand hostile connections. The control has one queue for all secrets, no proof of work, and a device that is not known.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import {
  accountOf,
  code,
  customers,
  deviceOf,
  fundsPassword,
  password,
  seedCustomers,
  setCode,
} from './flood/scene.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { builtPrograms } from './lib/built.ts';
import { describeMachine, report } from './lib/figure.ts';
import { payment } from './lib/payment.ts';
import { median } from './lib/rounds.ts';
import { startServer } from './lib/servers.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const journeysOfRound = 15;

const postgres = await startBenchDatabase();
console.log(`${describeMachine()}, PostgreSQL ${postgres.version}, 1,000 hostile connections`);
await seedCustomers(postgres.ownerUrl);
const owner = openDatabase(postgres.ownerUrl, { max: 1 });
const [program = '', attack = ''] = await builtPrograms(
  new URL('flood/product-server.ts', import.meta.url),
  new URL('flood/attack-worker.ts', import.meta.url),
);

let next = 0;

/** Milliseconds of one customer's three calls, or the path and code of the one that was refused. */
async function journey(port: number, deviceId: (n: number) => string): Promise<number | string> {
  const n = next++ % customers;
  const account = accountOf(n);
  const headers = { deviceId: deviceId(n), 'x-forwarded-for': `203.0.113.${n % 250}` };
  const call = async (path: string, query: Record<string, string>, more: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { ...headers, ...more },
    });
    const { code, data } = (await response.json()) as { code: number; data: { accessToken: string } };
    return { refused: code === 200 ? null : `${path} ${code}`, data };
  };
  const start = performance.now();
  const { refused, data } = await call('/api/user/login', { account, password });
  if (refused) return refused;
  const { accessToken } = data;
  const sent = await call('/api/sms/send', { account, scene: 'WITHDRAW', ...payment }, { accessToken });
  if (sent.refused) return sent.refused;
  const pause = performance.now();
  await setCode(owner, account);
  const paused = performance.now() - pause;
  const input = { ...payment, code, password: fundsPassword };
  const withdrawn = await call('/api/withdraw/apply', input, { accessToken, requestId: `flood-${n}` });
  return withdrawn.refused ?? performance.now() - start - paused;
}

async function journeys(port: number, deviceId = deviceOf) {
  const ends: (number | string)[] = [];
  for (let made = 0; made < journeysOfRound; made++) ends.push(await journey(port, deviceId));
  const refusals = ends.filter((end) => typeof end === 'string');
  if (refusals.length > 0) console.log(`refused: ${[...new Set(refusals)].join(', ')}`);
  return { passed: ends.filter((end) => typeof end === 'number'), refused: refusals.length };
}

async function underAttack<T>(port: number, work: () => Promise<T>): Promise<T> {
  const attacker: ChildProcess = fork(attack, [String(port)], { execArgv: [] });
  await once(attacker, 'message');
  try {
    return await work();
  } finally {
    attacker.kill();
    await once(attacker, 'exit');
  }
}

const port = 8133;
const server = await startServer(program, postgres.appUrl, port);
await journeys(port);
const quiet: number[] = [];
const flooded: number[] = [];
let refused = 0;
for (let round = 0; round < rounds; round++) {
  const before = await journeys(port);
  if (before.passed.length === 0) throw new Error('every customer was refused without a flood');
  const during = await underAttack(port, () => journeys(port));
  refused += before.refused + during.refused;
  quiet.push(median(before.passed));
  flooded.push(during.passed.length === 0 ? Number.POSITIVE_INFINITY : median(during.passed));
}
server.kill();

process.env.UNDEFENDED = '1';
const undefended = await startServer(program, postgres.appUrl, port + 1);
const control = await underAttack(port + 1, () => journeys(port + 1, (n) => `new-device-${n}`));
undefended.kill();

report([
  {
    title: 'login, code and withdrawal under a flood',
    unit: 'ms',
    ours: flooded,
    yardstick: { name: 'quiet', values: quiet },
    atMost: 2,
  },
  { title: 'refused to honest customers', unit: 'calls', ours: [refused], atMost: 0 },
  { title: 'refused without the defences (control)', unit: 'journeys', ours: [control.refused], atLeast: 1 },
]);
await owner.end();
await postgres.stop();
