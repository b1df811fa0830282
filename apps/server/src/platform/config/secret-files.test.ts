// Secrets in files: as safe as the file is, never taken silently from two places, never repeated in a message.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lode-secrets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const secret = 'postgres://lode:hunter22@db.internal/lode?sslmode=verify-full';
async function fileWith(content: string, mode = 0o600): Promise<string> {
  const file = join(folder, `secret-${mode.toString(8)}-${content.length}`);
  await writeFile(file, content);
  await chmod(file, mode);
  return file;
}

describe('a secret in a file', () => {
  it('is taken without one newline at its end', async () => {
    const [url, pepper] = [await fileWith(`${secret}\n`, 0o640), await fileWith(' a pepper with spaces \n\n')];
    expect(loadConfig({ DATABASE_URL_FILE: url, PASSWORD_PEPPER_FILE: pepper })).toMatchObject({
      mode: 'production',
      databaseUrl: secret,
      passwordPepper: ' a pepper with spaces \n',
    });
  });

  it('counts as not given when the name of the file is empty', () => {
    expect(loadConfig({ DATABASE_URL_FILE: ' ' }).databaseUrl).toBeNull();
  });

  it('makes a production server refuse the owner, too', async () => {
    const file = await fileWith(secret);
    const environment = { DATABASE_URL_FILE: file, DATABASE_OWNER_URL_FILE: file };
    expect(() => loadConfig(environment)).toThrow(/npm run migrate/);
  });

  it.each([
    ['that others may read', () => fileWith(secret, 0o644), /chmod o-rw/],
    ['that others may write', () => fileWith(secret, 0o602), /chmod o-rw/],
    ['that is empty', () => fileWith('\n'), /is empty/],
    ['that is missing', async () => join(folder, 'missing'), /ENOENT/],
    ['that is a folder', async () => folder, /no file/],
    ['that is longer than any secret', () => fileWith('x'.repeat(70_000)), /more than 65536 bytes/],
  ])('is refused in a file %s', async (_what, make, message) => {
    const file = await make();
    const open = () => loadConfig({ DATABASE_URL_FILE: file });
    expect(open).toThrow(ConfigError);
    expect(open).toThrow(message);
    expect(open).toThrow(expect.not.stringContaining('hunter22'));
  });

  it('is refused beside the secret itself', async () => {
    const file = await fileWith(secret);
    expect(() => loadConfig({ DATABASE_URL: secret, DATABASE_URL_FILE: file })).toThrow(/both set/);
  });
});
