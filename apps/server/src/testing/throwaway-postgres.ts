import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedBinaries } from '../platform/db/embedded/binaries.ts';
import { clusterUrl, initialiseCluster, startCluster, stopCluster } from '../platform/db/embedded/cluster.ts';
import { postgresSystemUser } from '../platform/db/embedded/system-user.ts';

/** A PostgreSQL in a temporary folder. It forgets everything, so it need not wait for the disk. */
export async function startThrowawayPostgres(settings: string[] = []): Promise<{ url: string; stop(): Promise<void> }> {
  const place = await mkdtemp(join(tmpdir(), 'lode-test-'));
  // The server may run as another user than the tests.
  await chmod(place, 0o755);
  const cluster = {
    folder: join(place, 'pg'),
    binaries: await embeddedBinaries(),
    runAs: await postgresSystemUser(),
    password: 'throwaway',
    logFile: join(place, 'postgres.log'),
    settings: ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300', ...settings],
  };
  await initialiseCluster(cluster);
  const { port, pid } = await startCluster(cluster);
  endWithThisProcess(pid, place);
  return {
    url: clusterUrl(port, cluster.password),
    async stop() {
      await stopCluster(cluster.folder);
      await rm(place, { recursive: true, force: true });
    },
  };
}

/** A killed test run cannot clean up: a small guard waits for its end and does. */
function endWithThisProcess(pid: number, place: string): void {
  const guard = spawn(
    'sh',
    ['-c', `while read _; do :; done; kill -INT ${pid} 2>/dev/null; sleep 2; rm -rf '${place}'`],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    },
  );
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
}
