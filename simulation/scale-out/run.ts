/** `npm run scale-out`: see README.md. Exit 1 with what did not hold. */
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { postgresSystemUser } from '../../apps/server/src/platform/db/embedded/system-user.ts';
import { memoryFolder } from '../../apps/server/src/testing/memory-folder.ts';
import { median } from '../../bench/lib/rounds.ts';
import { compare } from './acknowledged.ts';
import { closedDays, lockOutHolds, readHeld } from './checks.ts';
import { withClient } from './client.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { type Load, startLoad } from './load.ts';
import { until } from './processes.ts';
import { type ProductSetUp, setUpProduct } from './product.ts';
import { type Scene, seedScene } from './seed.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    seconds: { type: 'string' },
    ttl: { type: 'string' },
    keep: { type: 'boolean' },
  },
});
const kills = Number(values.kills ?? 10);
/** Of load before each kill. */
const seconds = Number(values.seconds ?? 8);
const callers = 48;
const failover = { ttl: Number(values.ttl ?? 3), loopWait: 1, retryTimeout: 2, isSynchronous: true };
const differences: string[] = [];
const say = (line: string) => console.log(line);

const runAs = await postgresSystemUser();
const folder = await mkdtemp('/var/tmp/lode-scale-out-');
const etcdFolder = await mkdtemp(join(await memoryFolder(), 'lode-etcd-'));
await mkdir(join(folder, 'cluster'));
await mkdir(join(folder, 'product'));
if (runAs.uid !== undefined && runAs.gid !== undefined) {
  await chown(join(folder, 'cluster'), runAs.uid, runAs.gid);
  await chown(folder, runAs.uid, runAs.gid);
  await chown(etcdFolder, runAs.uid, runAs.gid);
}
say(`${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB; files in ${folder}`);

const stops: (() => Promise<void>)[] = [];
// An interrupt, and what fails outside of any wait, ends every process of the run too.
for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException'] as const) {
  process.once(event, (cause: unknown) => {
    console.error(cause);
    void stopAll().then(() => process.exit(1));
  });
}
try {
  await run();
} catch (error) {
  differences.push(String(error));
} finally {
  await stopAll();
}
for (const difference of differences.slice(0, 40)) console.error(difference);
say(differences.length === 0 ? 'all of it holds' : `${differences.length} differences`);
process.exitCode = differences.length === 0 ? 0 : 1;

async function stopAll(): Promise<void> {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  if (!values.keep) for (const one of [folder, etcdFolder]) await rm(one, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const cluster = await startCluster({ folder: join(folder, 'cluster'), etcdFolder, runAs, servers: 3, failover });
  stops.push(() => cluster.stop());
  cluster.startProxy();
  const product = await until('the database behind the proxy', 30, () => reachable(cluster)).then(() =>
    setUpProduct(join(folder, 'product'), cluster, { workers: 2 }),
  );
  stops.push(() => product.stop());
  const callsOfCaller = (kills + 3) * (seconds + 30) * 4;
  const scene = await seedScene({ ownerUrl: product.ownerUrl, pepper: product.pepper, callers, callsOfCaller });
  differences.push(...(await product.checkBooks()).map((line) => `of the seed, before the load: ${line}`));
  await product.startSigner();
  await product.startServers();
  const httpPort = await until('the product behind the proxy', 30, () => answers(cluster.httpPort));
  differences.push(...(await lockOutHolds(cluster.serverPorts, scene)));
  const load = startLoad(scene, httpPort, { pauseMs: 500 });
  stops.push(() => load.stop());
  await product.startWorkers();
  const setUp = { cluster, product, load, scene };
  const outages: number[] = [];
  for (let kill = 1; kill <= kills; kill++) outages.push(await killOnce(kill, setUp));
  say(
    `first write after ${median(outages).toFixed(2)} s (median), ${Math.max(...outages).toFixed(2)} s at most; ` +
      `under 5 s in ${outages.filter((outage) => outage < 5).length} of ${outages.length}`,
  );
  if (outages.some((outage) => outage >= 10)) differences.push('service was back after 10 s or more');
  const interest = await closedDays(product.superuserUrl);
  say(`two workers closed ${interest.days} business days once, ${interest.shares} shares of interest`);
  differences.push(...interest.differences);
  if (interest.shares === 0) differences.push('no interest was posted: nothing shows that it was posted once');
  if ((await product.signerChains()) !== 2) differences.push('the signer does not answer for both chains');
  // What a server answers while it has no database is "later", never a fault of its own.
  const faults = load.failures.get('HTTP 500') ?? 0;
  if (faults > 0) differences.push(`${faults} attempts were answered with HTTP 500`);
  await control(setUp);
  say(
    `attempts without an answer: ${[...load.failures].map(([kind, count]) => `${kind} ${count}`).join(', ') || 'none'}`,
  );
}

/**
 * The control: without a synchronous standby, and with one that is cut off a moment before, writes that were acknowledged are lost. The
 * check above must name them.
 */
async function control({ cluster, product, load, scene }: SetUp): Promise<void> {
  await cluster.change({ synchronous_mode: false });
  await withClient(product.superuserUrl, async (client) => {
    await until('asynchronous replication', 30, async () => {
      const { rows } = await client.query('show synchronous_standby_names');
      return rows[0].synchronous_standby_names === '' ? true : null;
    });
    await client.query('alter role replicator nologin');
    await client.query('select pg_terminate_backend(pid) from pg_stat_replication');
  });
  await pause(2000);
  const { at } = await cluster.killPrimary();
  await until('the first write after the kill', 60, async () => load.firstAfter(at), 20);
  const found = compare([...load.acknowledged], await readHeld(product.superuserUrl, scene));
  const lost = found.filter((difference) => difference.endsWith('its answer is lost')).length;
  say(`control, asynchronous: ${lost} acknowledged writes lost and named`);
  if (lost === 0) differences.push('the control lost no acknowledged write: what the check sees is not shown');
}

interface SetUp {
  cluster: Cluster;
  product: ProductSetUp;
  load: Load;
  scene: Scene;
}

async function killOnce(number: number, { cluster, product, load, scene }: SetUp): Promise<number> {
  await pause(seconds * 1000);
  const { name, at } = await cluster.killPrimary();
  const backAt = await until('the first write after the kill', 60, async () => load.firstAfter(at), 20);
  await pause(2000);
  const found: string[] = [];
  const acknowledged = [...load.acknowledged];
  // Read after the list was taken: what is acknowledged meanwhile is only more.
  found.push(...compare(acknowledged, await readHeld(product.superuserUrl, scene)));
  const atRisk = acknowledged.filter(({ acknowledgedAt }) => acknowledgedAt > at - 2000 && acknowledgedAt < at + 1000);
  found.push(...(await load.replay(atRisk)));
  const rejoined = await cluster.rejoin(name);
  const books = await product.checkBooks();
  found.push(...books, ...load.refusals, ...product.ended());
  differences.push(...found.map((one) => `kill ${number}: ${one}`));
  say(
    `kill ${number}: ${name} at ${acknowledged.length} acknowledged writes; first write after ${((backAt - at) / 1000).toFixed(2)} s; ` +
      `${atRisk.length} replayed; ${found.length} differences; books ${books.length === 0 ? 'balance' : 'differ'}; ` +
      `synchronous standby again after ${rejoined.toFixed(1)} s`,
  );
  return (backAt - at) / 1000;
}

async function reachable(cluster: Cluster): Promise<true> {
  const url = `postgres://postgres:${cluster.superuserPassword}@127.0.0.1:${cluster.databasePort}/postgres`;
  return withClient(url, async () => true as const);
}

async function answers(port: number): Promise<number | null> {
  const { ok } = await fetch(`http://127.0.0.1:${port}/api/ready`);
  return ok ? port : null;
}
