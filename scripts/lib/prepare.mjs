import { hashOf, mustRun, onceFor } from './project.mjs';

/** Installs what the lock file names, when it is not what is installed. Install scripts stay off: nothing here needs one. */
export async function ensureInstalled() {
  requireNode();
  await onceFor('node_modules/.lode-installed', await hashOf(['package-lock.json']), async () => {
    console.log('Installing packages …');
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
  const inputs = ['apps', 'packages', 'scripts/lib', 'scripts/start.ts', 'package-lock.json', 'tsconfig.json'];
  const isSource = (file) => !/\.(test|spec|demo)\.|(^|\/)(testing|demos)\/|\.md$/.test(file);
  await onceFor('dist/.built', await hashOf(inputs, isSource), async () => {
    console.log('Building …');
    await mustRun(process.execPath, ['--import', 'tsx', 'scripts/lib/build.ts']);
  });
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Lode needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
