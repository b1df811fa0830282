// What the tests need of the machine itself: a browser, Chinese type, a second PostgreSQL, a PKCS#11 token, a Bitcoin node; and what
// `npm run scale-out` needs. Installed on Debian as root, the node fetched into the project's cache; elsewhere the missing ones are named.
import type { SpawnOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ensureBitcoind } from './bitcoind.mjs';
import { run } from './project.mjs';

interface Tool {
  need: () => boolean;
  package: string;
  what: string;
}

const postgres15: Tool = {
  need: () => existsSync('/usr/lib/postgresql/15/bin/pgbench'),
  package: 'postgresql-15',
  what: 'PostgreSQL 15 with pgbench in /usr/lib/postgresql/15',
};

const tools: readonly Tool[] = [
  { need: () => existsSync('/usr/bin/chromium'), package: 'chromium', what: 'Chromium at /usr/bin/chromium' },
  {
    need: () => existsSync('/usr/bin/chromium-headless-shell'),
    package: 'chromium-headless-shell',
    what: "Chromium's headless shell at /usr/bin/chromium-headless-shell",
  },
  {
    need: () => existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'),
    package: 'fonts-noto-cjk',
    what: 'the Noto Sans CJK fonts',
  },
  postgres15,
  {
    need: () => existsSync('/usr/lib/softhsm/libsofthsm2.so'),
    package: 'softhsm2',
    what: 'SoftHSM 2 in /usr/lib/softhsm',
  },
  { need: () => existsSync('/usr/bin/pkcs11-tool'), package: 'opensc', what: "OpenSC's pkcs11-tool" },
];

const scaleOutTools: readonly Tool[] = [
  postgres15,
  { need: () => existsSync('/usr/bin/patroni'), package: 'patroni', what: 'Patroni at /usr/bin/patroni' },
  { need: () => existsSync('/usr/bin/etcd'), package: 'etcd-server', what: 'etcd at /usr/bin/etcd' },
  { need: () => existsSync('/usr/sbin/haproxy'), package: 'haproxy', what: 'HAProxy at /usr/sbin/haproxy' },
];

/** Debian starts the services of a package that it installs; those of this command have ports and folders of their own. */
export const ensureScaleOutTools = (): Promise<void> => ensurePackages(scaleOutTools, 'npm run scale-out needs');

export async function ensureSystemTools(): Promise<void> {
  await ensurePackages(tools, 'The tests need');
  try {
    process.env.BITCOIND = await ensureBitcoind();
  } catch (error) {
    console.error(
      `The tests of the Bitcoin chain need a node of their own. ${error instanceof Error ? error.message : String(error)}`,
    );
    process.exit(1);
  }
}

async function ensurePackages(tools: readonly Tool[], who: string): Promise<void> {
  const missing = tools.filter((tool) => !tool.need());
  if (missing.length === 0) return;
  const isDebian = /^ID(_LIKE)?=.*debian/m.test(await readFile('/etc/os-release', 'utf8').catch(() => ''));
  if (!isDebian || process.getuid?.() !== 0) {
    console.error(`${who}: ${missing.map((tool) => tool.what).join('; ')}.`);
    console.error(`On Debian: sudo apt-get install ${missing.map((tool) => tool.package).join(' ')}`);
    process.exit(1);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet: SpawnOptions = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  await run('apt-get', ['update', '-qq'], quiet);
  const packages = missing.map((tool) => tool.package);
  const code = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet);
  if (code !== 0 || tools.some((tool) => !tool.need())) {
    console.error(`apt-get could not install ${packages.join(', ')}.`);
    process.exit(1);
  }
}
