// What belongs to one release of the client, and how the next one takes its place: the files of the release before stay,
// because pages that are open will still ask for them.
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Not served: the server hides files with a dot. */
const recordFile = '.release.json';

export interface Release {
  name: string;
  /** Addresses from the root. */
  shell: string[];
  assets: string[];
}

export interface PublishedRelease extends Release {
  /** Assets of the release before that stay. */
  previous: string[];
}

const hashed = /^(?:js|css|assets)\//;
const compressed = /\.(?:br|gz)$/;
const endings = ['', '.br', '.gz'];

/** A client with any other version would never be offered an update. Undefined means the first release. */
export function assertVersion(version: string | undefined): void {
  if (version === undefined || /^\d\.\d\.\d\.\d$/.test(version)) return;
  throw new Error(`VITE_CLIENT_VERSION must be four single digits like 1.4.2.0, not "${version}"`);
}

/** Reads a built client. */
export async function readRelease(folder: string): Promise<Release> {
  const all = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => !file.startsWith('.') && !compressed.test(file) && !file.startsWith('service-worker'))
    .sort();
  const hash = createHash('sha256');
  for (const file of all) hash.update(`\0${file}\0`).update(await readFile(join(folder, file)));
  const addresses = (isWanted: (file: string) => boolean) => all.filter(isWanted).map((file) => `/${file}`);
  return {
    name: hash.digest('hex').slice(0, 12),
    shell: addresses((file) => !hashed.test(file)),
    assets: addresses((file) => hashed.test(file)),
  };
}

/** The release that a folder serves, null when there is none. */
async function servedRelease(folder: string): Promise<PublishedRelease | null> {
  const text = await readFile(join(folder, recordFile), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as PublishedRelease);
}

/** Which files of the release before must stay beside `release`. The same release built again keeps what it kept. */
export async function filesToKeep(release: Release, live: string): Promise<string[]> {
  const served = await servedRelease(live);
  if (served === null) return [];
  const before = served.name === release.name ? served.previous : served.assets;
  return before.filter((file) => !release.assets.includes(file));
}

/** Puts the built client `next` in the place of `live`, with the files of the release before. */
export async function publish(next: string, live: string, release: PublishedRelease): Promise<void> {
  for (const file of release.previous) {
    for (const ending of endings) {
      await mkdir(dirname(join(next, file)), { recursive: true });
      await cp(join(live, file + ending), join(next, file + ending)).catch(ignoreMissing);
    }
  }
  await writeFile(join(next, recordFile), JSON.stringify(release));
  const old = `${live}.old`;
  await rm(old, { recursive: true, force: true });
  await rename(live, old).catch(ignoreMissing);
  await rename(next, live);
  await rm(old, { recursive: true, force: true });
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
