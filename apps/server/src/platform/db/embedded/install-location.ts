import { randomBytes } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Binaries, binariesIn, embeddedBinaries } from './binaries.ts';
import { postgresSystemUser, type RunAs } from './system-user.ts';

/** Where the embedded PostgreSQL of one DATA_DIR lives, and as whom it runs. */
export interface Place {
  /** Holds `cluster` (data and password, made as one), logs and whatever is being made. */
  folder: string;
  binaries: Binaries;
  runAs: RunAs;
}

/** Used where root's own folders hide DATA_DIR or node_modules from the system user that PostgreSQL must run as. */
const sharedHome = '/var/lib/lode';

export async function findInstallLocation(dataDir: string): Promise<Place> {
  const runAs = await postgresSystemUser();
  const binaries = await embeddedBinaries();
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  const isHidden = runAs.uid !== undefined && !(await canOthersEnter(dataDir));
  const folder = isHidden ? join(sharedHome, await identityOf(dataDir)) : join(dataDir, 'postgres');
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const areBinariesHidden = runAs.uid !== undefined && !(await canOthersEnter(binaries.home));
  return { folder, runAs, binaries: areBinariesHidden ? await copyOf(binaries, folder) : binaries };
}

/** Looks without creating anything, unlike `findInstallLocation`. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const identity = await readFile(join(dataDir, 'identity'), 'utf8').catch(() => null);
  const folders = [join(dataDir, 'postgres'), ...(identity === null ? [] : [join(sharedHome, identity.trim())])];
  const found = await Promise.all(folders.map((folder) => exists(join(folder, 'cluster', 'password'))));
  return found.includes(true);
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function canOthersEnter(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || canOthersEnter(parent);
}

/** A name for this DATA_DIR that goes with it: a removed and recreated one is another. */
async function identityOf(dataDir: string): Promise<string> {
  const file = join(dataDir, 'identity');
  await writeFile(file, randomBytes(8).toString('hex'), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}

async function copyOf(binaries: Binaries, folder: string): Promise<Binaries> {
  const home = join(folder, 'binaries');
  if (await exists(home)) return binariesIn(home);
  const unfinished = `${home}.${randomBytes(8).toString('hex')}`;
  await cp(binaries.home, unfinished, { recursive: true, verbatimSymlinks: true });
  // The first copy that is finished is used; the other one is deleted.
  await rename(unfinished, home).catch(() => rm(unfinished, { recursive: true, force: true }));
  return binariesIn(home);
}
