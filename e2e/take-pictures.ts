/**
 * Photographs every screen in both themes.
 *
 *     npm run screens                                       375 × 812 into docs/screens/
 *     npm run screens -- --size 430x932                     another size
 *     npm run screens -- --content extreme                  long names and huge amounts in every answer
 *     npm run screens -- --only devices                     screens whose names hold this
 *
 * Other sizes and contents are for looking at and go into .cache/screens/.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { size: { type: 'string' }, content: { type: 'string' }, only: { type: 'string' } },
});
const { size = '375x812', content = 'normal', only = '' } = values;
if (!/^[1-9]\d{2}x[1-9]\d{2,3}$/.test(size) || !['normal', 'extreme'].includes(content) || !/^[\w-]*$/.test(only)) {
  console.error('--size is like 430x932, --content is normal or extreme, --only is a part of a name');
  process.exit(2);
}
const root = fileURLToPath(new URL('..', import.meta.url));
const chosen = only === '' ? [] : ['-g', `${only}.* in (default|vip)`];
const run = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e', 'screens.spec', ...chosen],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SCREENS: '1', SCREENS_SIZE: size, SCREENS_CONTENT: content },
  },
);
process.exitCode = run.status ?? 1;
