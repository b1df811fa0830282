// A bitcoind for tests and the demo. Named by BITCOIND, or fetched with apt into .cache: Debian's package with the
// libraries it wants, unpacked, so that nothing of the machine changes. `node scripts/lib/bitcoind.mjs` fetches it and says where it is.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './project.mjs';

const call = promisify(execFile);
const folder = join(root, '.cache', 'bitcoind');
const fetchedProgram = join(folder, 'bin', 'bitcoind');
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
const suite = 'sid';
const packageName = 'bitcoin-knots';
/** Wanted by the package's dependencies, and of no use to a program that runs from a folder. */
const unneeded =
  /^(systemd.*|libsystemd-shared|debconf|openssl-provider-legacy|libc-gconv.*|.*-base|libmount1|libblkid1|libselinux1|libpcre2-8-0)$/;

/** Path of a bitcoind that is there already, or null. A BITCOIND that is not there is an error, never passed over. */
function knownBitcoind() {
  const named = process.env.BITCOIND;
  if (named && !existsSync(named)) throw new Error(`BITCOIND names ${named}, which does not exist`);
  return named ?? (existsSync(fetchedProgram) ? fetchedProgram : null);
}

/** Path of a bitcoind, fetched if need be. Throws with the reason when none can be had. */
export async function ensureBitcoind() {
  return knownBitcoind() ?? (await fetchBitcoind());
}

async function fetchBitcoind() {
  if (process.platform !== 'linux' || !existsSync(keyring)) {
    throw new Error('a bitcoind can be fetched on Debian only: install one and name it in BITCOIND');
  }
  await mkdir(join(root, '.cache'), { recursive: true });
  // Made beside its place and moved there whole: a fetch that is cut short leaves nothing that looks finished.
  const work = await mkdtemp(join(root, '.cache', 'bitcoind-'));
  try {
    await unpackPackages(work);
    await writeLaunchers(work);
    await call(join(work, 'bin', 'bitcoind'), ['--version']);
    await rm(folder, { recursive: true, force: true });
    await rename(work, folder);
  } catch (error) {
    // Another process fetched it first.
    if (existsSync(fetchedProgram)) return fetchedProgram;
    const reason = String(error.stderr || error.message).trim();
    throw new Error(`no bitcoind could be fetched: ${reason.slice(0, 500)}`, { cause: error });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return fetchedProgram;
}

async function unpackPackages(work) {
  for (const name of ['lists/partial', 'cache/archives/partial', 'debs', 'root', 'bin']) {
    await mkdir(join(work, name), { recursive: true });
  }
  const { stdout: architecture } = await call('dpkg', ['--print-architecture']);
  const sources = `deb [signed-by=${keyring} arch=${architecture.trim()}] ${await mirror()} ${suite} main\n`;
  await writeFile(join(work, 'sources.list'), sources);
  // apt believes that nothing is installed, and so names every library down to libc.
  await writeFile(join(work, 'status'), '');
  const options = [
    '-qq',
    `-oDir::Etc::sourcelist=${join(work, 'sources.list')}`,
    '-oDir::Etc::sourceparts=/dev/null',
    `-oDir::State::Lists=${join(work, 'lists')}`,
    `-oDir::State::status=${join(work, 'status')}`,
    `-oDir::Cache=${join(work, 'cache')}`,
    '-oAcquire::Languages=none',
    '-oAPT::Sandbox::User=root',
    '-oAPT::Install-Recommends=0',
    '-oDebug::NoLocking=1',
  ];
  const apt = (...args) => call('apt-get', [...options, ...args], { cwd: join(work, 'debs'), maxBuffer: 2 ** 26 });
  await apt('update');
  const { stdout: plan } = await apt('-s', 'install', packageName);
  const wanted = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name).filter((name) => !unneeded.test(name));
  await apt('download', ...wanted);
  for (const file of await readdir(join(work, 'debs'))) {
    await call('dpkg-deb', ['-x', join(work, 'debs', file), join(work, 'root')]);
  }
  for (const name of ['debs', 'lists', 'cache', 'sources.list', 'status']) {
    await rm(join(work, name), { recursive: true, force: true });
  }
}

/** The Debian mirror that this machine is set up with. */
async function mirror() {
  const { stdout } = await call('apt-get', [
    'indextargets',
    '--format',
    '$(REPO_URI) $(RELEASE)',
    'Created-By: Packages',
  ]);
  const [main] = stdout.split('\n').filter((line) => line.trim() !== '' && !line.includes('security'));
  if (!main) throw new Error('apt knows no Debian mirror');
  return main.split(' ')[0];
}

/** The programs run with the loader and libraries that they came with, wherever the folder is. */
async function writeLaunchers(work) {
  const loaders = (await readdir(join(work, 'root', 'usr'), { recursive: true })).filter((path) =>
    /^lib[^/]*\/(?:[^/]+\/)?ld-linux[^/]*\.so\.\d+$/.test(path),
  );
  const [loader] = loaders.sort((a, b) => a.length - b.length);
  const { stdout: triplet } = await call('dpkg-architecture', ['-qDEB_HOST_MULTIARCH']).catch(() => ({
    stdout: `${{ x64: 'x86_64', arm64: 'aarch64' }[process.arch]}-linux-gnu`,
  }));
  if (!loader) throw new Error('the packages brought no loader');
  for (const name of ['bitcoind', 'bitcoin-cli']) {
    const file = join(work, 'bin', name);
    const lines = [
      '#!/bin/sh',
      'R="$(cd "$(dirname "$0")/../root" && pwd)/usr"',
      `exec "$R/${loader}" --library-path "$R/lib/${triplet.trim()}" "$R/bin/${name}" "$@"`,
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    await chmod(file, 0o755);
  }
}

// By its own name: inside a bundle this module's address is the program's.
if (basename(process.argv[1] ?? '') === 'bitcoind.mjs') {
  try {
    console.log(await ensureBitcoind());
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
