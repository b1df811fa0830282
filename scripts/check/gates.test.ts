// Proves that each tool, with the repository's settings, fails on a faulty file: a tool that a wrong setting switched off would
// pass everything.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readProjectFile, root } from './repository.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function run(files: Record<string, string>, program: string, ...args: string[]): { code: number | null; text: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gates-'));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const done = spawnSync(process.execPath, [`${root}/node_modules/${program}`, ...args], {
    cwd: folder,
    encoding: 'utf8',
    // Without CI, FORCE_COLOR and the like, by which the tools change what they print.
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  });
  return { code: done.status, text: done.stdout + done.stderr };
}

const tsconfig = JSON.stringify({ extends: `${root}/tsconfig.json`, compilerOptions: { types: [] }, include: ['.'] });

describe('gates', { timeout: 60_000 }, () => {
  const lint = (files: Record<string, string>) =>
    run({ ...files, 'tsconfig.json': tsconfig }, 'oxlint/bin/oxlint', '-c', `${root}/.oxlintrc.json`, '.');

  it('lint refuses each of these faults, and nothing else', () => {
    // Some are spelled in two parts, so that a search of the repository for these words finds none.
    const faults: Record<string, string> = {
      'no-explicit-any.ts': `export const a: ${'any'} = 1;`,
      'ban-ts-comment.ts': `// @ts-${'ignore'}\nexport const a = 1;`,
      'no-non-null-assertion.ts': 'export const a = (b?: string) => b!.length;',
      'no-floating-promises.ts': 'const a = async (): Promise<void> => {};\nexport const b = (): void => {\n  a();\n};',
      'no-console.ts': "export const a = (): void => console.log('x');",
      'no-restricted-globals.ts': "export const a = parseFloat('1');",
      'no-default-export.ts': 'export default 1;',
      'max-lines.ts': 'export const a = 1;\n'.repeat(401).replaceAll(/const a/g, (_, at) => `const a${at}`),
      'no-warning-comments.ts': `// ${'TO'}DO: later\nexport const a = 1;`,
      'eqeqeq.ts': 'export const a = (b: number, c: number): boolean => b == c;',
      'switch-exhaustiveness-check.ts':
        "export const a = (b: 'x' | 'y'): number => {\n  switch (b) {\n    case 'x':\n      return 1;\n  }\n  return 2;\n};",
      'filename-case/fooBar.ts': 'export const a = 1;',
      'no-disabled-tests.test.ts': `import { it } from 'vitest';\nit.${'skip'}('a', () => {});`,
      'no-focused-tests.test.ts': `import { it } from 'vitest';\nit.${'only'}('b', () => {});`,
    };
    const { code, text } = lint({ ...faults, 'honest.ts': 'export const a = (b: bigint): bigint => b + 1n;' });
    expect(code).not.toBe(0);
    expect(text).toContain(`Found 0 warnings and ${Object.keys(faults).length} errors`);
    for (const file of Object.keys(faults)) {
      const rule = file.split(/[./]/)[0];
      expect(text.replaceAll(/\s+/g, ' '), file).toMatch(new RegExp(`${rule}\\)[^[]*\\[${file}:`));
    }
  });

  it('types refuse a number where an amount belongs, and an index that may miss', () => {
    const source = 'export const a: bigint = 1;\nexport const b = (c: string[]): string => c[0];\n';
    const { code, text } = run({ 'a.ts': source, 'tsconfig.json': tsconfig }, 'typescript/bin/tsc', '-p', '.');
    expect(text).toContain('a.ts(1,14)');
    expect(text).toContain('a.ts(2,');
    expect(code).not.toBe(0);
  });

  it('format refuses a file that is not formatted', () => {
    const { vcs: _ours, ...settings } = JSON.parse(readProjectFile('biome.json')) as Record<string, unknown>;
    const files = { 'a.ts': 'export const a={b:"c"}\n', 'biome.json': JSON.stringify(settings) };
    const { code } = run(files, '@biomejs/biome/bin/biome', 'check');
    expect(code).not.toBe(0);
  });

  it('dead code is found: an unused export and an unused dependency', () => {
    const files = {
      'package.json': '{"name":"x","type":"module","main":"src/index.ts","dependencies":{"left-pad":"1.3.0"}}',
      'src/index.ts': "import { used } from './a.ts';\nprocess.exitCode = used;\n",
      'src/a.ts': 'export const used = 1;\nexport const unused = 2;\n',
    };
    const { code, text } = run(files, 'knip/bin/knip.js');
    expect(text).toContain('unused');
    expect(text).toContain('left-pad');
    expect(code).not.toBe(0);
  });

  it('a gate that does not exist is an error, not a pass', () => {
    const { code, text } = run({}, 'tsx/dist/cli.mjs', `${root}/scripts/check/check.ts`, 'lintt');
    expect(text).toContain('no such gate: lintt');
    expect(code).toBe(2);
  });
});
