/**
 * Photographs every screen in both themes.
 *
 *     npm run screens                                       375 × 812 into docs/screens/
 *     npm run screens -- --size 430x932                     another size
 *     npm run screens -- --font 1.3                         the root font that many times as large
 *     npm run screens -- --appearance dark                  as the system's dark appearance shows them
 *     npm run screens -- --content extreme                  long names and huge amounts in every answer
 *     npm run screens -- --only devices                     screens whose names hold this
 *
 * All but the first are for looking at and go into .cache/screens/.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '375x812' },
    font: { type: 'string', default: '1' },
    appearance: { type: 'string', default: 'light' },
    content: { type: 'string', default: 'normal' },
    only: { type: 'string', default: '' },
  },
});
const { size, font, appearance, content, only } = values;
const constraints = {
  '--size is like 430x932': /^[1-9]\d{2}x[1-9]\d{2,3}$/.test(size),
  '--font is like 1.3': /^[1-3](\.\d)?$/.test(font),
  '--appearance is light or dark': ['light', 'dark'].includes(appearance),
  '--content is normal or extreme': ['normal', 'extreme'].includes(content),
  '--only is a part of a name': /^[\w-]*$/.test(only),
};
const broken = Object.entries(constraints).flatMap(([text, holds]) => (holds ? [] : [text]));
if (broken.length > 0) {
  console.error(broken.join('\n'));
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
    env: {
      ...process.env,
      SCREENS: '1',
      SCREENS_SIZE: size,
      SCREENS_FONT: font,
      SCREENS_APPEARANCE: appearance,
      SCREENS_CONTENT: content,
    },
  },
);
process.exitCode = run.status ?? 1;
