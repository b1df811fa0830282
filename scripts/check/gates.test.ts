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
  });
  return { code: done.status, text: done.stdout + done.stderr };
}

const tsconfig = JSON.stringify({ extends: `${root}/tsconfig.json`, compilerOptions: { types: [] }, include: ['.'] });

describe('gates', { timeout: 60_000 }, () => {
  const lint = (source: string, file = 'a.ts') =>
    run({ [file]: source, 'tsconfig.json': tsconfig }, 'oxlint/bin/oxlint', '-c', `${root}/.oxlintrc.json`, file);

  // Some are spelled in two parts, so that a search of the repository for these words finds none.
  it.each([
    ['no-explicit-any', `export const a: ${'any'} = 1;`],
    ['ban-ts-comment', `// @ts-${'ignore'}\nexport const a = 1;`],
    ['no-non-null-assertion', 'export const a = (b?: string) => b!.length;'],
    ['no-floating-promises', 'const a = async (): Promise<void> => {};\nexport const b = (): void => {\n  a();\n};'],
    ['no-console', "export const a = (): void => console.log('x');"],
    ['no-restricted-globals', "export const a = parseFloat('1');"],
    ['no-default-export', 'export default 1;'],
    ['max-lines', 'export const a = 1;\n'.repeat(401).replaceAll(/const a/g, (_, at) => `const a${at}`)],
    ['no-warning-comments', `// ${'TO'}DO: later\nexport const a = 1;`],
    ['eqeqeq', 'export const a = (b: number, c: number): boolean => b == c;'],
    [
      'switch-exhaustiveness-check',
      "export const a = (b: 'x' | 'y'): number => {\n  switch (b) {\n    case 'x':\n      return 1;\n  }\n  return 2;\n};",
    ],
  ])('lint refuses %s', (rule, source) => {
    const { code, text } = lint(source);
    expect(text).toContain(rule);
    expect(code).not.toBe(0);
  });

  it('lint refuses a file name in camel case', () => {
    expect(lint('export const a = 1;', 'fooBar.ts').text).toContain('filename-case');
  });

  it('lint refuses a test that does not run', () => {
    const { text } = lint(
      `import { it } from 'vitest';\nit.${'skip'}('a', () => {});\nit.${'only'}('b', () => {});`,
      'a.test.ts',
    );
    expect(text).toContain('no-disabled-tests');
    expect(text).toContain('no-focused-tests');
  });

  it('lint accepts an honest file', () => {
    const { code, text } = lint('export const a = (b: bigint): bigint => b + 1n;');
    expect(text).toContain('Found 0 warnings and 0 errors');
    expect(code).toBe(0);
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
