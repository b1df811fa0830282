import { createApp } from './app.ts';
import { demoOnChains, demoOnEthereum } from './compose-demo-withdrawals.ts';
import { forgetDemoNodes } from './platform/chains/chain-nodes.ts';
import { type Config, ConfigError, loadConfig } from './platform/config/config.ts';
import { openDatabase } from './platform/db/database.ts';
import { type JobRunner, startJobRunner } from './platform/jobs/jobs.ts';
import { lockWatch } from './platform/jobs/lock-watch.ts';
import { releaseStaleJobLocks } from './platform/jobs/stale-job-locks.ts';
import { startTicking, type Ticking } from './platform/jobs/ticking.ts';
import { createLog, type Log } from './platform/log/log.ts';
import { openProduct, type Product } from './product.ts';
import { readyLines } from './ready-lines.ts';
import { seedDemoOnce } from './seed-demo-once.ts';

/** Part of the running server; the newest is stopped first. */
type Stop = () => Promise<void>;

/** Messages to the parent process: in the demo it starts chain nodes beside the server. */
export const served = await serve();

async function serve(): Promise<{ dataDir: string; startsNodes: boolean }> {
  const stops: Stop[] = [];
  let log: Log | null = null;
  try {
    const config = loadConfig(process.env);
    log = createLog(config);
    stopOnSignals(stops, log);
    endOnFault(log);
    return await start(config, log, stops);
  } catch (error) {
    // What the operator can mend is said in a line; anything else is a fault and keeps its stack.
    if (error instanceof ConfigError) process.stderr.write(`Lode does not start: ${error.message}\n`);
    else if (log) log.fatal({ err: error }, 'Lode does not start');
    else throw error;
    await stopAll(stops);
    return process.exit(1);
  }
}

async function start(config: Config, log: Log, stops: Stop[]) {
  // The demo's passwords are public: its processes share one role, and the first of them makes the history.
  const product = await openProduct(config, log, config.mode === 'production' ? config.role : 'all');
  stops.push(product.close);
  await claimRole(product);
  const startsNodes = product.config.mode !== 'production' && product.config.role === 'all';
  if (startsNodes) await forgetDemoNodes(product.config);
  const app = await createApp({ ...product, log });
  stops.push(async () => {
    await Promise.all([app.fastify.close(), app.console.close()]);
  });
  const { missingProviders } = app.slices.messages;
  if (missingProviders.length > 0) log.warn(`no code can be sent before ${missingProviders.join(' and ')} is set`);
  if (product.config.publicUrl === null) log.warn('security notices carry no link before PUBLIC_URL is set');
  if (isWithoutConsole(product.config)) log.warn('the staff has no console before CONSOLE_ORIGIN is set');
  await seedDemoOnce(product, app.slices);

  if (product.config.role === 'all' || product.config.role === 'worker') {
    // Before anything that could wait for a lock.
    const watched = openDatabase(product.databaseUrl, { max: 1, applicationName: 'lode-lock-watch' });
    stops.push(watched.end);
    const often = { pauseMs: 2000, longestPauseMs: 5000 };
    const watch = startTicking([lockWatch(watched, app.slices.alerts, log)], product.clock, log, often);
    stops.push(watch.stop);
    if (!config.databaseUrl) await releaseStaleJobLocks(product.database);
    const runner: JobRunner = await startJobRunner({
      databaseUrl: product.databaseUrl,
      jobs: app.jobs,
      crontab: app.crontab,
      log,
    });
    stops.push(() => runner.stop());
    const ticking: Ticking = startTicking(app.ticks, product.clock, log);
    stops.push(() => ticking.stop());
    const { database, config: held } = product;
    const demo =
      held.mode === 'demo'
        ? [demoOnChains, demoOnEthereum].map((live) => live(database, app.slices, app.slices.nodes))
        : [];
    for (const watcher of [
      ...app.watchers,
      app.checkBooks,
      app.watchBooks,
      app.addTotals,
      app.keepLists,
      app.compareCustody,
      ...demo,
    ]) {
      const watching = startTicking([watcher], product.clock, log, { pauseMs: 2000, longestPauseMs: 20_000 });
      stops.push(() => watching.stop());
    }
  }
  const address = isServing(product.config) ? await listen(app.fastify, product.config, 'PORT') : null;
  const console = await listenForStaff(app.console, product.config, log);
  stops.push(async () => app.leave());
  for (const line of readyLines(product, { address, console })) process.stdout.write(`${line}\n`);
  return { dataDir: config.dataDir, startsNodes };
}

/** Two servers on the same embedded data would close the same days and fight over its end. */
async function claimRole({ config, claim }: Product): Promise<void> {
  const parts = config.role === 'all' ? ['public', 'worker', 'staff'] : [config.role];
  for (const part of parts) {
    if (await claim(part)) continue;
    throw new ConfigError(
      `another server is running on ${config.dataDir}: stop it first, or give this one a DATA_DIR of its own`,
    );
  }
}

type Listening = Awaited<ReturnType<typeof createApp>>['fastify'];

function isServing({ role }: Config): boolean {
  return role === 'all' || role === 'public';
}

/** In production the console needs to know its own origin, to which passkeys are bound. */
function isWithoutConsole({ role, mode, console: { origin } }: Config): boolean {
  return role === 'all' && mode === 'production' && origin === null;
}

/** The console's address; null where there is none. A second demo on this machine goes without one. */
async function listenForStaff(fastify: Listening, config: Config, log: Log): Promise<string | null> {
  const { role, mode, console: own } = config;
  if ((role !== 'all' && role !== 'staff') || isWithoutConsole(config)) return null;
  try {
    return await listen(fastify, own, 'CONSOLE_PORT');
  } catch (error) {
    if (mode === 'production' || own.isPortGiven || !(error instanceof ConfigError)) throw error;
    log.warn({ event: 'console.not-served', reason: error.message });
    return null;
  }
}

async function listen(
  fastify: Listening,
  { host, port }: { host: string; port: number },
  name: 'PORT' | 'CONSOLE_PORT',
): Promise<string> {
  try {
    return await fastify.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new ConfigError(`port ${port} on ${host} is taken: give another one as ${name}`);
    if (code === 'EACCES')
      throw new ConfigError(`port ${port} is not allowed to this user: give one above 1023 as ${name}`);
    if (code === 'EADDRNOTAVAIL') throw new ConfigError(`${host} is no address of this machine`);
    throw error;
  }
}

function stopOnSignals(stops: Stop[], log: Log): void {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals) => {
    // Who asks twice does not want to wait for answers under way.
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    void stopAll(stops).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop in order');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

/** Node would print the whole error, with the connection it came from; the log shows it without secrets. */
function endOnFault(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'unhandled fault');
      process.exit(1);
    });
  }
}

async function stopAll(stops: Stop[]): Promise<void> {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
}
