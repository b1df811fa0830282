/** Proves that the seed is split and combined as SLIP-39 says, on the official vectors, and that the commands rehearse and restore it. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { combineFirst, combineShares, splitSeed } from './seed-shares.ts';
import { prepareSigner, type TestSigner } from './testing/start-signer.ts';

const seed = randomBytes(64);

describe('shares of a seed', () => {
  const vectors = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('slip39/test/vectors.json'), 'utf8'),
  ) as [title: string, mnemonics: string[], secret: string][];
  it.each(vectors)('%s', (_, mnemonics, secret) => {
    if (secret === '') expect(() => combineShares(mnemonics)).toThrow('give no seed');
    else expect(combineShares(mnemonics, 'TREZOR').toString('hex')).toBe(secret);
  });

  it('give the seed in any choice of as many as the threshold, in any order', () => {
    const shares = splitSeed(seed, 3, 5);
    for (const [a, b, c] of [
      [0, 1, 2],
      [4, 2, 0],
      [3, 4, 1],
    ] as const)
      expect(combineShares([shares[a] ?? '', shares[b] ?? '', shares[c] ?? '']).equals(seed)).toBe(true);
    expect(combineFirst(shares).threshold).toBe(3);
  });

  it('give nothing when one is missing, wrong or of another split', () => {
    const [shares, others] = [splitSeed(seed, 3, 5), splitSeed(seed, 3, 5)];
    expect(() => combineShares(shares.slice(0, 2))).toThrow(
      /^these shares give no seed: 3 are needed, and there are 2$/,
    );
    expect(() => combineShares([...shares.slice(0, 2), others[2] ?? ''])).toThrow('give no seed');
    const words = (shares[2] ?? '').split(' ');
    [words[8], words[9]] = [words[9] ?? '', words[8] === words[9] ? 'academic' : (words[8] ?? '')];
    expect(() => combineShares([...shares.slice(0, 2), words.join(' ')])).toThrow('give no seed');
  });

  it.each([
    [1, 3],
    [4, 3],
    [2, 17],
    [2.5, 3],
    [Number.NaN, 3],
  ])('are not made with a threshold of %d of %d', (threshold, count) => {
    expect(() => splitSeed(seed, threshold, count)).toThrow('give 2 to 16 shares');
  });
});

describe('at the signer', { timeout: 180_000 }, () => {
  let signer: TestSigner;
  const file = (...names: string[]) => join(signer.folder, ...names);
  beforeAll(async () => {
    signer = await prepareSigner({
      DEMO: '0',
      SIGNER_PASSPHRASE: 'a long enough passphrase',
      BITCOIN_CHAIN: 'regtest',
      EVM_CHAIN_ID: '31337',
      EVM_USDT_CONTRACT: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    });
    expect(await signer.command(['init'])).toMatchObject({ code: 0 });
  });
  afterAll(() => signer.close());

  it('a split is rehearsed, a lost key file is restored from any two of three holders, and a wrong share is named', async () => {
    const split = await signer.command(['seed:split', '--shares', '3', '--threshold', '2', '--out', file('shares')]);
    expect(split).toMatchObject({ code: 0, output: expect.stringContaining('any 2 of them give the seed') });
    expect(
      (await signer.command(['seed:split', '--shares', '3', '--threshold', '2', '--out', file('shares')])).output,
    ).toContain('is not overwritten');
    const rehearsal = await signer.command(['seed:rehearse', '--shares', file('shares')]);
    expect(rehearsal.code).toBe(0);
    expect(rehearsal.output).toContain('share-1-of-3.txt, share-2-of-3.txt give the seed');
    expect(rehearsal.output).toContain('share-2-of-3.txt, share-3-of-3.txt give the seed');
    expect(rehearsal.output).toMatch(/hot BITCOIN bcrt1/);

    const policy = await readFile(file('policy'), 'utf8');
    await mkdir(file('holders'));
    for (const holder of ['share-3-of-3.txt', 'share-1-of-3.txt'])
      await rename(file('shares', holder), file('holders', holder));
    expect((await signer.command(['seed:restore', '--shares', file('holders')])).output).toContain(
      'is not overwritten',
    );
    await rm(file('keys.json'));
    expect((await signer.command(['seed:restore', '--shares', file('shares')])).output).toContain('two at least');
    expect((await signer.command(['seed:restore', '--shares', file('holders')])).code).toBe(0);
    expect(await readFile(file('policy'), 'utf8')).toBe(policy);
    expect((await signer.command(['show'])).code).toBe(0);
    expect((await signer.command(['seed:rehearse', '--shares', file('holders')])).output).toBe(
      rehearsal.output.replace(/^share-1-of-3.*\n.*\n/, 'share-1-of-3.txt, share-3-of-3.txt give the seed\n'),
    );

    // Typed off paper: numbered, in capitals.
    const paper = (await readFile(file('holders', 'share-1-of-3.txt'), 'utf8')).trim().split(' ');
    await rm(file('holders', 'share-1-of-3.txt'));
    const numbered = paper.map((word, at) => `${at + 1}. ${word.toUpperCase()}`).join('\n');
    await writeFile(file('holders', 'Holder-1.TXT'), numbered);
    expect(await signer.command(['seed:rehearse', '--shares', file('holders')])).toMatchObject({ code: 0 });

    for (const [words, why] of [
      ['academic '.repeat(59), 'a word of it is wrong'],
      [paper.slice(1).join(' '), 'it has 58 words, and a share has 59'],
    ] as const) {
      await writeFile(file('holders', 'share-2-of-3.txt'), words);
      expect(await signer.command(['seed:rehearse', '--shares', file('holders')])).toMatchObject({
        code: 1,
        output: expect.stringContaining(`share-2-of-3.txt is no share: ${why}`),
      });
    }
  });
});
