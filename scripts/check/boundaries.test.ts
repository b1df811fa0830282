// Proves, on small repos built wrong, that the boundary check sees imports at all and refuses each that points the wrong way.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { root } from './repository.ts';

const repos: string[] = [];
afterEach(() => {
  for (const repo of repos.splice(0)) rmSync(repo, { recursive: true });
});

const packageJson = (name: string) =>
  `{"name":"@lode/${name}","type":"module","exports":{".":"./src/index.ts","./schemas":"./src/schemas/index.ts"}}`;

const sound: Record<string, string> = {
  'packages/money/package.json': packageJson('money'),
  'packages/money/src/index.ts': 'export const one = 1n; export type One = bigint;',
  'packages/contract/package.json': packageJson('contract'),
  'packages/contract/src/index.ts': "export type { Schema } from './schemas/index.ts';",
  'packages/contract/src/schemas/index.ts':
    "import { one } from '@lode/money'; export const schema = one; export type Schema = bigint;",
  'packages/ledger/package.json': packageJson('ledger'),
  'packages/ledger/src/index.ts': "export { one as post } from '@lode/money';",
  'apps/h5/src/features/home/home.ts': "import type { Schema } from '@lode/contract'; export const home: Schema = 1n;",
  'apps/h5/src/features/mine/mine.ts': 'export const mine = 1;',
  'apps/server/src/app.ts': "import { pay } from './features/wallet/pay.ts'; export const app = pay;",
  'apps/server/src/features/wallet/pay.ts': "import { post } from '@lode/ledger'; export const pay = post;",
  'apps/server/src/features/machines/run.ts': 'export const run = 1;',
  'apps/server/src/platform/clock.ts': 'export const clock = 1;',
};

function check(changes: Record<string, string> = {}): { code: number | null; text: string } {
  const repo = mkdtempSync(join(tmpdir(), 'boundaries-'));
  repos.push(repo);
  for (const [file, text] of Object.entries({ ...sound, ...changes })) {
    mkdirSync(dirname(join(repo, file)), { recursive: true });
    writeFileSync(join(repo, file), text);
  }
  mkdirSync(join(repo, 'node_modules/@lode'), { recursive: true });
  for (const name of ['money', 'contract', 'ledger', 'chain-evm']) {
    symlinkSync(join(repo, 'packages', name), join(repo, 'node_modules/@lode', name));
  }
  const run = spawnSync(
    process.execPath,
    [`${root}/node_modules/tsx/dist/cli.mjs`, `${root}/scripts/check/boundaries.ts`, repo],
    {
      encoding: 'utf8',
    },
  );
  return { code: run.status, text: run.stdout + run.stderr };
}

describe('boundaries', { timeout: 60_000 }, () => {
  it('accepts a repo whose imports point the right way, and has seen them', () => {
    const { code, text } = check();
    expect(text).toContain('boundaries: 10 modules, 6 imports, 0 wrong');
    expect(code).toBe(0);
  });

  it('refuses every wrong direction by name', () => {
    const { code, text } = check({
      'packages/money/src/index.ts': "export * from '@lode/contract'; export const one = 1n;",
      'packages/ledger/src/index.ts': "export { app } from '../../../apps/server/src/app.ts'; export const post = 1;",
      'apps/h5/src/features/home/home.ts':
        "import { post } from '@lode/ledger'; import { schema } from '@lode/contract/schemas'; export const home = [post, schema];",
      'apps/h5/src/features/mine/mine.ts':
        "import { home } from '../home/home.ts'; import { app } from '../../../../server/src/app.ts'; export const mine = [home, app];",
      'apps/server/src/features/machines/run.ts':
        "import { pay } from '../wallet/pay.ts'; import { post } from '../../../../../packages/ledger/src/index.ts'; export const run = [pay, post];",
      'apps/server/src/platform/clock.ts':
        "import { run } from '../features/machines/run.ts'; export const clock = run;",
      'simulation/days/auditor/auditor.ts': "import { one } from '@lode/money'; export const predicted = one;",
    });
    for (const rule of [
      'package-money',
      'packages-below-apps',
      'client-uses',
      'client-without-schemas',
      'h5-slice-mine-alone',
      'app-h5-alone',
      'slice-machines-alone',
      'root-of-packages',
      'platform-below-features',
      'auditor-alone',
      'no-circles',
    ]) {
      expect(text, rule).toContain(`: ${rule}\n`);
    }
    expect(code).toBe(1);
  });

  it('leaves the private side of a chain to the signer, and the signer to itself', () => {
    const keys = {
      'packages/chain-evm/package.json':
        '{"name":"@lode/chain-evm","type":"module","exports":{"./keys":"./src/keys.ts"}}',
      'packages/chain-evm/src/keys.ts': 'export const sign = 1;',
    };
    const file = "export { sign } from '@lode/chain-evm/keys';";
    expect(check({ ...keys, 'apps/signer/src/main.ts': file })).toMatchObject({ code: 0 });
    const { text } = check({
      ...keys,
      'apps/server/src/platform/clock.ts': file,
      'apps/signer/src/main.ts': "export { post } from '@lode/ledger';",
    });
    expect(text).toContain('apps/server/src/platform/clock.ts → packages/chain-evm/src/keys.ts: keys-in-signer\n');
    expect(text).toContain(': signer-uses\n');
  });

  it('refuses an import that leads nowhere', () => {
    const { code, text } = check({ 'apps/server/src/app.ts': "export * from './gone.ts';" });
    expect(text).toContain('no-unresolved');
    expect(code).toBe(1);
  });

  it('does not pass when it sees nothing', () => {
    const repo = mkdtempSync(join(tmpdir(), 'boundaries-'));
    repos.push(repo);
    const run = spawnSync(
      process.execPath,
      [`${root}/node_modules/tsx/dist/cli.mjs`, `${root}/scripts/check/boundaries.ts`, repo],
      {
        encoding: 'utf8',
      },
    );
    expect(run.status).not.toBe(0);
  });
});
