import { hashOf, holdsStamp, mustRun, onceFor } from './project.mjs';

/** Installs what the lock file names, when it is not what is installed. Install scripts stay off: nothing here needs one. */
export async function ensureInstalled() {
  requireNode();
  await onceFor(installed.stamp, await installed.hash(), async () => {
    console.error('Installing packages …');
    // Not `npm ci`: it insists on entries for platforms whose packages the registry at hand may not have. The versions are
    // the lock file's all the same, and it is left as it is.
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    await mustRun(npm, ['install', '--no-save', '--ignore-scripts', '--prefer-offline', ...quiet]);
  });
}

/** Builds server, client and the start script when a source has changed since the last build. */
export async function ensureBuilt() {
  await ensureInstalled();
  await onceFor(built.stamp, await built.hash(), async () => {
    console.error('Building …');
    await mustRun(process.execPath, ['--import', 'tsx', 'scripts/lib/build.ts']);
  });
}

/** As the server decides it: without DEMO, a database of the operator's own is production. */
export function isProduction(environment) {
  const given = (name) => environment[name]?.trim() || null;
  const demo = given('DEMO');
  if (demo !== null) return demo === '0';
  const hasDatabase = ['DATABASE_URL', 'DATABASE_OWNER_URL'].some((name) => given(name) ?? given(`${name}_FILE`));
  return given('NODE_ENV') === 'production' || hasDatabase;
}

/** In production nothing is installed or built at a start: what runs is what was built and deployed. Ends the program otherwise. */
export async function assertBuilt() {
  requireNode();
  const reason = await staleness();
  if (reason === null) return;
  console.error(
    `Lode does not start: ${reason}. In production nothing is installed or built at a start: run npm run build.`,
  );
  process.exit(1);
}

async function staleness() {
  if (!(await holdsStamp(installed.stamp))) return 'node_modules was not installed by npm run build';
  if (!(await holdsStamp(installed.stamp, await installed.hash())))
    return 'node_modules is of another package-lock.json';
  if (!(await holdsStamp(built.stamp))) return 'there is no dist';
  if (!(await holdsStamp(built.stamp, await built.hash()))) {
    return 'dist was built from other sources or with another version of Node.js';
  }
  return null;
}

const installed = { stamp: 'node_modules/.lode-installed', hash: () => hashOf(['package-lock.json']) };

const inputs = ['apps', 'packages', 'scripts/lib', 'scripts/start.ts', 'package-lock.json', 'tsconfig.json'];
const isSource = (file) => !/\.(test|spec|demo)\.|(^|\/)(testing|demos)\/|\.md$/.test(file);
const built = { stamp: 'dist/.built', hash: () => hashOf(inputs, isSource) };

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Lode needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
