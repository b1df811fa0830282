import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { embeddedBinaries } from '../apps/server/src/platform/db/embedded/binaries.ts';
import {
  clusterUrl,
  initialiseCluster,
  startCluster,
  stopCluster,
} from '../apps/server/src/platform/db/embedded/cluster.ts';
import { postgresSystemUser } from '../apps/server/src/platform/db/embedded/system-user.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { appLogin } from '../apps/server/src/platform/db/roles.ts';

export interface MortalPostgres {
  /** As the running server logs in. */
  appUrl: string;
  /** SIGKILL, and up again on the same port; what was acknowledged must still be there. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

/** A migrated PostgreSQL that keeps its promises to the disk, as production's does. */
export async function startMortalPostgres(): Promise<MortalPostgres> {
  const place = await mkdtemp(join(tmpdir(), 'lode-simulate-'));
  await chmod(place, 0o755);
  const cluster = {
    folder: join(place, 'pg'),
    binaries: await embeddedBinaries(),
    runAs: await postgresSystemUser(),
    password: 'simulate',
    logFile: join(place, 'postgres.log'),
    settings: ['fsync=on', 'synchronous_commit=on', 'max_connections=100'],
  };
  await initialiseCluster(cluster);
  let running = await startCluster(cluster);
  const { port } = running;
  await query(clusterUrl(port, cluster.password), `create role simulate_owner login createrole password 'simulate'`);
  await query(clusterUrl(port, cluster.password), 'create database simulate owner simulate_owner');
  const ownerUrl = clusterUrl(port, 'simulate', 'simulate', 'simulate_owner');
  await migrate(ownerUrl);
  return {
    appUrl: await appLogin(ownerUrl),
    async killAndRestart() {
      process.kill(running.pid, 'SIGKILL');
      running = await startAgain();
    },
    async stop() {
      await stopCluster(cluster.folder);
      await rm(place, { recursive: true, force: true });
    },
  };

  /** The backends of the killed server end by themselves; a new server may start only after that. */
  async function startAgain() {
    for (let attempt = 1; ; attempt++) {
      try {
        return await startCluster(cluster, port);
      } catch (error) {
        if (attempt === 50) throw error;
      }
    }
  }
}

async function query(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
