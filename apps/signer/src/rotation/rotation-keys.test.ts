// Generations of the seed in shares and under a real PKCS#11 token, SoftHSM: each of them is kept, restored and used.
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createApproverKey,
  openApproverKey,
  readChangeFile,
  type Sealed,
  signPolicyChange,
  writeSignedChangeFile,
} from '@lode/signing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { passphrase, prepareSigner, type TestSigner } from '../testing/start-signer.ts';

const module = '/usr/lib/softhsm/libsofthsm2.so';
const pin = '482916';
const people = new Map<string, Sealed>();
let signer: TestSigner;
let tokens: string;
const file = (...names: string[]) => join(signer.folder, ...names);
const keys = async () => JSON.parse(await readFile(file('keys.json'), 'utf8')) as { version: number };
const said = async (...args: string[]): Promise<string> => {
  const { code, output } = await signer.command(args);
  if (code !== 0) throw new Error(output);
  return output;
};
const refused = async (...args: string[]): Promise<string> => {
  const { code, output } = await signer.command(args);
  expect([code, args]).toEqual([1, args]);
  return output;
};

beforeAll(async () => {
  tokens = await mkdtemp(join(tmpdir(), 'lode-tokens-'));
  await writeFile(join(tokens, 'conf'), `directories.tokendir = ${tokens}\nobjectstore.backend = file\n`);
  const quiet = { env: { ...process.env, SOFTHSM2_CONF: join(tokens, 'conf') }, stdio: 'ignore' } as const;
  execFileSync('softhsm2-util', ['--init-token', '--free', '--label', 'lode', '--so-pin', pin, '--pin', pin], quiet);
  const pair = ['--keypairgen', '--key-type', 'rsa:2048', '--id', '01', '--usage-decrypt'];
  execFileSync('pkcs11-tool', ['--module', module, '--token-label', 'lode', '--login', '--pin', pin, ...pair], quiet);
  signer = await prepareSigner({
    DEMO: '0',
    SIGNER_PASSPHRASE: 'a long enough passphrase',
    BITCOIN_CHAIN: 'regtest',
    EVM_CHAIN_ID: '31337',
    EVM_USDT_CONTRACT: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    SIGNER_PKCS11_MODULE: module,
    SIGNER_PKCS11_TOKEN: 'lode',
    SIGNER_PKCS11_PIN: pin,
    SOFTHSM2_CONF: join(tokens, 'conf'),
  });
  await said('init');
  for (const [name, role] of [
    ['li.wei', 'FINANCE'],
    ['chen', 'APPROVER'],
    ['wang', 'APPROVER'],
  ] as const) {
    const { publicKey, sealedKey } = await createApproverKey(name, passphrase, 16);
    people.set(name, sealedKey);
    await said('approver:add', '--name', name, '--role', role, '--key', publicKey);
  }
}, 120_000);
afterAll(async () => {
  await signer?.close();
  await rm(tokens, { recursive: true, force: true });
});

/** A new generation that two approvers make the current one. */
async function rotate(): Promise<void> {
  const [, id = ''] = /change ([0-9a-f]{16})/.exec(await said('seed:rotate')) ?? [];
  for (const name of ['li.wei', 'wang']) {
    const [request, signature] = [file(`${name}-${id}.request`), file(`${name}-${id}.signature`)];
    await said('approver:request', '--change', id, '--by', name, '--out', request);
    const { change, by } = readChangeFile(await readFile(request, 'utf8'));
    const sealedKey = people.get(name);
    if (!sealedKey) throw new Error(name);
    const key = await openApproverKey({ name, sealedKey }, passphrase);
    await writeFile(signature, writeSignedChangeFile({ id, signature: signPolicyChange(key, by, change) }));
    await said('approver:sign', '--in', signature);
  }
}

it('each generation has shares of its own, and a restore needs those of all', { timeout: 180_000 }, async () => {
  await rotate();
  const generations = await said('seed:generations');
  expect(generations).toMatch(/^generation 0 earlier .*\ngeneration 1 current .*\n$/);
  await said('seed:split', '--shares', '3', '--threshold', '2', '--out', file('shares'));
  const rehearsal = await said('seed:rehearse', '--shares', file('shares'));
  expect(rehearsal.match(/give the seed\n/g)).toHaveLength(2);
  expect(rehearsal.match(/give the seed of generation 1\n/g)).toHaveLength(2);
  await cp(file('shares', 'generation-1'), file('only'), { recursive: true });
  expect(await refused('seed:rehearse', '--shares', file('only'))).toContain('give the seed of another signer');

  await cp(file('keys.json'), file('keys.before'));
  // Without the later one, and with the two exchanged: the journal knows better.
  await cp(file('shares'), file('first'), { recursive: true });
  await rm(file('first', 'generation-1'), { recursive: true });
  await cp(file('shares', 'generation-1'), file('exchanged'), { recursive: true });
  await cp(file('first'), file('exchanged', 'generation-1'), { recursive: true });
  for (const [folder, flaw] of [
    ['first', /the key file does not hold it/],
    ['exchanged', /modified outside|wrong|does not/],
  ] as const) {
    await rm(file('keys.json'));
    const restored = await signer.command(['seed:restore', '--shares', file(folder)]);
    expect(restored.output + (await refused('seed:generations'))).toMatch(flaw);
    await rm(file('keys.json'), { force: true });
    await cp(file('keys.before'), file('keys.json'));
  }
  await rm(file('keys.json'));
  await said('seed:restore', '--shares', file('shares'));
  expect(await said('seed:generations')).toBe(generations);
});

it('a token seals all generations, and those that are made under it', { timeout: 180_000 }, async () => {
  const before = await said('seed:generations');
  await said('token:seal');
  expect(await keys()).toMatchObject({ version: 2 });
  expect(await said('seed:generations')).toBe(before);
  const alone = { SIGNER_PKCS11_MODULE: '' };
  expect(await signer.command(['seed:generations'], alone)).toMatchObject({
    code: 1,
    output: expect.stringContaining('sealed by a PKCS#11 token'),
  });
  await rotate();
  expect(await keys()).toMatchObject({ version: 2 });
  const after = await said('seed:generations');
  expect(after).toMatch(/^generation 0 earlier .*\ngeneration 1 earlier .*\ngeneration 2 current .*\n$/);
  for (const line of before.trim().split('\n')) expect(after).toContain(line.split(' ').slice(3).join(' '));
  await signer.start();
  const info = await signer.client.info();
  expect([info.generation, info.later?.length]).toEqual([2, 2]);
  await signer.kill();
  await said('token:unseal');
  expect(await keys()).toMatchObject({ version: 1 });
  expect(await said('seed:generations')).toBe(after);
  // Shares of before know nothing of the newest one.
  expect(await refused('seed:rehearse', '--shares', file('shares'))).toContain('generation-2');
});

it('no command destroys a seed', { timeout: 60_000 }, async () => {
  expect(await signer.command(['seed:destroy', '--generation', '0'])).toMatchObject({
    code: 2,
    output: expect.stringContaining('unknown command: seed:destroy'),
  });
});
