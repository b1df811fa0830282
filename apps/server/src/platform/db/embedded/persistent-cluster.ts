import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClusterFolder, initialiseCluster } from './cluster.ts';
import type { Place } from './install-location.ts';
import { isAlive } from './is-alive.ts';

export type PersistentCluster = ClusterFolder;

/** The cluster of an install location, created when there is none yet. */
export async function ensureCluster(place: Place): Promise<PersistentCluster> {
  const home = join(place.folder, 'cluster');
  const password = (await readPassword(home)) ?? (await makeCluster(place, home));
  return clusterIn(place, home, password);
}

function clusterIn({ folder, binaries, runAs }: Place, home: string, password: string): PersistentCluster {
  return { folder: join(home, 'data'), binaries, runAs, password, logFile: join(folder, 'postgres.log') };
}

async function readPassword(home: string): Promise<string | null> {
  return readFile(join(home, 'password'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Made aside and moved into place whole: a kill in between leaves nothing half made, two makers leave one cluster. */
async function makeCluster(place: Place, home: string): Promise<string> {
  await removeLeftOvers(place.folder);
  const aside = join(place.folder, `making-${process.pid}-${randomBytes(4).toString('hex')}`);
  const password = randomBytes(24).toString('base64url');
  await mkdir(aside, { recursive: true, mode: 0o755 });
  await writeFile(join(aside, 'password'), password, { mode: 0o600 });
  await initialiseCluster(clusterIn(place, aside, password));
  try {
    await rename(aside, home);
    return password;
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    const theirs = await readPassword(home);
    if (theirs === null) throw error;
    return theirs;
  }
}

async function removeLeftOvers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^making-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(folder, name), { recursive: true, force: true });
  }
}
