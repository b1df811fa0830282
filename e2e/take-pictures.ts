/** `npm run screens`: photographs every screen in both themes into docs/screens/. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e', 'screens.spec'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, SCREENS: '1' },
});
process.exitCode = run.status ?? 1;
