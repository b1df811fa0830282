// Proves on a real PKCS#11 token, SoftHSM, that neither passphrase nor token opens the keys alone, and that no step loses them.
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unseal, WrongPassphrase } from '@lode/signing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareSigner, type TestSigner } from '../testing/start-signer.ts';

const module = '/usr/lib/softhsm/libsofthsm2.so';
const secret = 'a long enough passphrase';
const pin = '482916';
let signer: TestSigner;
const file = (name: string) => join(signer.folder, name);
const keys = async () =>
  JSON.parse(await readFile(file('keys.json'), 'utf8')) as {
    version: number;
    seed: string;
    token?: { secret: string };
  };

/** What every command needs to open the keys. */
const byToken = (name: string, changes: Record<string, string> = {}) => ({
  SIGNER_PKCS11_MODULE: module,
  SIGNER_PKCS11_TOKEN: 'lode',
  SIGNER_PKCS11_PIN: pin,
  SOFTHSM2_CONF: file(`${name}.conf`),
  ...changes,
});
const show = (environment: Record<string, string> = {}) => signer.command(['show'], environment);
const opens = { code: 0, output: expect.stringContaining('"perPayment"') };

async function makeToken(name: string): Promise<void> {
  await mkdir(file(name));
  await writeFile(file(`${name}.conf`), `directories.tokendir = ${file(name)}\nobjectstore.backend = file\n`);
  const env = { ...process.env, SOFTHSM2_CONF: file(`${name}.conf`) };
  const quiet = { env, stdio: 'ignore' } as const;
  execFileSync('softhsm2-util', ['--init-token', '--free', '--label', 'lode', '--so-pin', pin, '--pin', pin], quiet);
  const pair = ['--keypairgen', '--key-type', 'rsa:2048', '--id', '01', '--usage-decrypt'];
  execFileSync('pkcs11-tool', ['--module', module, '--token-label', 'lode', '--login', '--pin', pin, ...pair], quiet);
}

beforeAll(async () => {
  signer = await prepareSigner({ DEMO: '0', SIGNER_PASSPHRASE: secret, BITCOIN_CHAIN: 'regtest' });
  expect((await signer.command(['init'])).code).toBe(0);
  for (const name of ['token', 'other']) await makeToken(name);
}, 120_000);
afterAll(() => signer.close());

it('seals the keys by passphrase and token: neither opens them alone', { timeout: 180_000 }, async () => {
  const before = await show();
  expect(await signer.command(['token:seal'])).toMatchObject({ code: 1, output: expect.stringContaining('MODULE') });
  await copyFile(file('keys.json'), file('keys.before'));
  const seed = await unseal((await keys()).seed, secret, 'lode signer keys');

  // What fails leaves the file as it was.
  expect((await signer.command(['token:seal'], byToken('token', { SIGNER_PKCS11_KEY: '02' }))).code).toBe(1);
  expect((await signer.command(['token:seal'], byToken('token', { SIGNER_PKCS11_PIN: '111111' }))).code).toBe(1);
  expect(await readFile(file('keys.json'), 'utf8')).toBe(await readFile(file('keys.before'), 'utf8'));

  expect(await signer.command(['token:seal'], byToken('token'))).toMatchObject({ code: 0 });
  expect(await show(byToken('token'))).toEqual(before);
  expect(await show()).toMatchObject({ code: 1, output: expect.stringContaining('sealed by a PKCS#11 token') });
  const refused = async (environment: Record<string, string>, why: RegExp) =>
    expect(await show(environment)).toMatchObject({ code: 1, output: expect.stringMatching(why) });
  await refused(byToken('token', { SIGNER_PKCS11_PIN: '111111' }), /the token refuses: .*PIN/);
  await refused(byToken('token', { SIGNER_PASSPHRASE: `${secret}!` }), /wrong passphrase/);
  await refused(byToken('other'), /^refused: /);
  await refused(byToken('token', { SIGNER_PKCS11_MODULE: file('none') }), /^refused: /);
  await refused(byToken('token', { SIGNER_PKCS11_PIN: '' }), /SIGNER_PKCS11_PIN/);
  await refused(byToken('token', { PATH: file('nowhere') }), /cannot be asked/);
  const { version, seed: sealed, token } = await keys();
  expect(version).toBe(2);
  // A thief of disk and passphrase: the passphrase alone opens nothing of the file.
  await expect(unseal(sealed, secret, 'lode signer keys')).rejects.toThrow(WrongPassphrase);
  for (const part of [token?.secret ?? '', sealed.split('$').at(-1) ?? ''])
    expect(part).not.toContain(seed.toString('base64url'));

  expect((await signer.command(['token:unseal'], byToken('token'))).code).toBe(0);
  expect(await show()).toMatchObject(opens);
  expect((await signer.command(['token:seal'], byToken('other'))).code).toBe(0);
  expect(await show(byToken('other'))).toEqual(before);
  await refused(byToken('token'), /^refused: /);
});

it('is not needed by the holders of shares', { timeout: 60_000 }, async () => {
  const [shares, keysFile] = [file('shares'), file('restored.json')];
  await mkdir(shares);
  const split = ['seed:split', '--shares', '3', '--threshold', '2', '--out', shares];
  expect((await signer.command(split, byToken('other'))).code).toBe(0);
  const elsewhere = { SIGNER_KEYS: keysFile };
  expect((await signer.command(['seed:restore', '--shares', shares], elsewhere)).code).toBe(0);
  expect(await show(elsewhere)).toMatchObject(opens);
});
