import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterUrl, initialiseCluster, startCluster, stopCluster } from '../platform/db/embedded/cluster.ts';
import { findInstallLocation } from '../platform/db/embedded/install-location.ts';

/** A PostgreSQL in a temporary folder inside `parent`. Its data is worthless after the run, so it does not wait for the disk. */
export async function startThrowawayPostgres(
  settings: string[] = [],
  parent: string = tmpdir(),
): Promise<{ url: string; readonly stop: () => Promise<void> }> {
  const given = await mkdtemp(join(parent, 'lode-test-'));
  // The server may run as another user than the tests, and root's own folders are closed to it.
  await chmod(given, 0o755);
  const { folder: place, binaries, runAs } = await findInstallLocation(given);
  const cluster = {
    folder: join(place, 'pg'),
    binaries,
    runAs,
    password: 'throwaway',
    logFile: join(place, 'postgres.log'),
    settings: ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300', ...settings],
  };
  await initialiseCluster(cluster);
  const { port, pid } = await startCluster(cluster);
  endWithThisProcess(pid, [place, given]);
  return {
    url: clusterUrl(port, cluster.password),
    async stop() {
      await stopCluster(cluster.folder);
      for (const folder of [place, given]) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A killed test run cannot clean up: a small guard waits for its end and does. */
function endWithThisProcess(pid: number, folders: readonly string[]): void {
  const quoted = folders.map((folder) => `'${folder}'`).join(' ');
  const guard = spawn(
    'sh',
    ['-c', `while read _; do :; done; kill -INT ${pid} 2>/dev/null; sleep 2; rm -rf ${quoted}`],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    },
  );
  guard.unref();
  (guard.stdin as unknown as { readonly unref: () => void }).unref();
}
