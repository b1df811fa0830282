import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clusterUrl, type RunningCluster, runningCluster, startCluster, stopCluster } from './cluster.ts';
import { findInstallLocation } from './install-location.ts';
import { ensureCluster, type PersistentCluster } from './persistent-cluster.ts';

export interface EmbeddedPostgres {
  /** Where its data and logs are. */
  folder: string;
  /** The owner of the database `lode`; no superuser. */
  ownerUrl: string;
  /** Takes a name for this process; false while another living process has it. */
  readonly claim: (name: string) => Promise<boolean>;
  /** Leaves; the last process that leaves stops the server. */
  readonly leave: () => Promise<void>;
}

const database = 'lode';
const owner = 'lode_owner';
const joinTimeoutMs = 60_000;
/** Shared by everyone who uses the server; held alone by the one who stops it. */
const presence = 7_061_001;

/**
 * Enters the PostgreSQL of a DATA_DIR: makes it the first time, starts it when it is down, joins it when it runs, be it
 * for another command or left over from a process that was killed.
 *
 * Presence is a shared advisory lock on a connection kept open: it ends with the process, however that ends, so no stale
 * lock can be left. A process that leaves tries to get the lock alone: then no other one is in, and none can join any more.
 */
export async function enterEmbeddedPostgres(
  dataDir: string,
  onRestart: (message: string) => void = () => undefined,
): Promise<EmbeddedPostgres> {
  const location = await findInstallLocation(dataDir);
  const cluster = await ensureCluster(location);
  const claimed: string[] = [];
  let isLeaving = false;
  let { keeper, port } = await joinCluster(cluster);
  const ownerPassword = createHmac('sha256', cluster.password).update(owner).digest('base64url');
  watch();
  await prepareDatabase(keeper, ownerPassword);

  /** Starts a killed server again at the address that all processes use. */
  function watch(): void {
    keeper.once('end', () => {
      if (!isLeaving) void rejoin();
    });
  }

  async function rejoin(): Promise<void> {
    onRestart('PostgreSQL went away: starting it again');
    try {
      ({ keeper, port } = await joinCluster(cluster, port));
      for (const name of claimed) await tryLock(keeper, name);
      watch();
    } catch (error) {
      onRestart(`PostgreSQL could not be started again: ${(error as Error).message}`);
    }
  }

  return {
    folder: location.folder,
    ownerUrl: clusterUrl(port, ownerPassword, database, owner),
    async claim(name) {
      // The connection of a process that was just killed needs a moment to be noticed.
      for (let attempt = 0; attempt < 20; attempt++) {
        if (await tryLock(keeper, name)) {
          claimed.push(name);
          return true;
        }
        await sleep(100);
      }
      return false;
    },
    async leave() {
      isLeaving = true;
      const isLast = await leaveAlone(keeper);
      if (isLast) await stopCluster(cluster.folder);
      await keeper.end().catch(() => undefined);
    },
  };
}

async function joinCluster(cluster: PersistentCluster, port?: number): Promise<{ keeper: pg.Client; port: number }> {
  const deadline = Date.now() + joinTimeoutMs;
  for (;;) {
    const joined = await tryToJoin(cluster, port).catch((error: Error) => {
      if (Date.now() > deadline) throw error;
      return null;
    });
    if (joined) return joined;
    if (Date.now() > deadline) throw new Error('the embedded PostgreSQL neither answers nor ends');
    await sleep(100);
  }
}

/** Null when another process is just stopping the server. */
async function tryToJoin(
  cluster: PersistentCluster,
  port?: number,
): Promise<{ keeper: pg.Client; port: number } | null> {
  const running: RunningCluster = (await runningCluster(cluster.folder)) ?? (await startCluster(cluster, port));
  const keeper = await connect(clusterUrl(running.port, cluster.password));
  const { rows } = await keeper.query('select pg_try_advisory_lock_shared($1) as entered', [presence]);
  if (rows[0].entered) return { keeper, port: running.port };
  await keeper.end().catch(() => undefined);
  return null;
}

async function connect(connectionString: string): Promise<pg.Client> {
  const keeper = new pg.Client({
    connectionString,
    application_name: 'lode-keeper',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  // The 'end' that follows is what counts.
  keeper.on('error', () => undefined);
  await keeper.connect();
  return keeper;
}

async function tryLock(keeper: pg.Client, name: string): Promise<boolean> {
  const { rows } = await keeper.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [name]);
  return rows[0].taken;
}

async function leaveAlone(keeper: pg.Client): Promise<boolean> {
  try {
    await keeper.query('select pg_advisory_unlock_shared($1)', [presence]);
    const { rows } = await keeper.query('select pg_try_advisory_lock($1) as alone', [presence]);
    return rows[0].alone;
  } catch {
    return false;
  }
}

/** The database and its owner, made as the superuser once. */
async function prepareDatabase(keeper: pg.Client, password: string): Promise<void> {
  const isThere = async (text: string, name: string) => (await keeper.query(text, [name])).rowCount !== 0;
  await keeper.query(`select pg_advisory_lock(hashtextextended('prepare', 0))`);
  try {
    if (!(await isThere('select from pg_roles where rolname = $1', owner))) {
      await keeper.query(
        `create role ${owner} login createrole createdb in role pg_signal_backend, pg_read_all_stats password ${keeper.escapeLiteral(password)}`,
      );
    }
    if (!(await isThere('select from pg_database where datname = $1', database))) {
      await keeper.query(`create database ${database} owner ${owner}`);
    }
  } finally {
    await keeper.query(`select pg_advisory_unlock(hashtextextended('prepare', 0))`);
  }
}
