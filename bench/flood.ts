/**
 * What a flood costs an honest customer on a known device: login, code for a withdrawal and funds password, quiet and with a
 * thousand hostile connections. The control has one queue for all secrets, no proof of work, and a device that is not known.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { accountOf, customers, deviceOf, fundsPassword, password, seedCustomers } from './flood/scene.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { builtPrograms } from './lib/built.ts';
import { describeMachine, report } from './lib/figure.ts';
import { median } from './lib/rounds.ts';
import { startServer } from './lib/servers.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const journeysOfRound = 15;

const postgres = await startBenchDatabase();
console.log(`${describeMachine()}, PostgreSQL ${postgres.version}, 1,000 hostile connections`);
await seedCustomers(postgres.ownerUrl);
const [program = '', attack = ''] = await builtPrograms(
  new URL('flood/product-server.ts', import.meta.url),
  new URL('flood/attack-worker.ts', import.meta.url),
);

let next = 0;

/** Milliseconds of one customer's three calls; null when one of them was refused. */
async function journey(port: number, deviceId: (n: number) => string): Promise<number | null> {
  const n = next++ % customers;
  const account = accountOf(n);
  const headers = { deviceId: deviceId(n), 'x-forwarded-for': `203.0.113.${n % 250}` };
  const call = async (path: string, more: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { ...headers, ...more },
    });
    return (await response.json()) as { code: number; data: { accessToken: string } };
  };
  const start = performance.now();
  const { code, data } = await call(`/api/user/login?account=${account}&password=${password}`);
  if (code !== 200) return null;
  const { accessToken } = data;
  const sent = await call(`/api/sms/send?account=${account}&scene=WITHDRAW`, { accessToken });
  const proved = await call(`/api/user/wallet/check-password?password=${fundsPassword}&purpose=WITHDRAW`, {
    accessToken,
  });
  return sent.code === 200 && proved.code === 200 ? performance.now() - start : null;
}

async function journeys(port: number, deviceId = deviceOf) {
  const times: (number | null)[] = [];
  for (let made = 0; made < journeysOfRound; made++) times.push(await journey(port, deviceId));
  return { passed: times.filter((time) => time !== null), refused: times.filter((time) => time === null).length };
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
    title: 'login, code and funds password under a flood',
    unit: 'ms',
    ours: flooded,
    yardstick: { name: 'quiet', values: quiet },
    atMost: 2,
  },
  { title: 'refused to honest customers', unit: 'calls', ours: [refused], atMost: 0 },
  { title: 'refused without the defences (control)', unit: 'journeys', ours: [control.refused], atLeast: 1 },
]);
await postgres.stop();
