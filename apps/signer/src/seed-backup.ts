import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createChainSigners } from './chain-signers.ts';
import { SetupError, type SignerConfig } from './config.ts';
import { combineFirst, combineShares, isShare, splitSeed } from './seed-shares.ts';
import { openSigner, restoreSigner } from './setup.ts';

interface Share {
  file: string;
  words: string;
}

/** Longer than the words of any share. */
const longestShare = 2000;

/** Writes the seed as shares into new files, after it was restored from them in memory. */
export async function splitIntoFiles(
  config: SignerConfig,
  { threshold, count, folder }: { threshold: number; count: number; folder: string },
): Promise<string[]> {
  const { secrets } = await openSigner(config);
  const shares = splitSeed(secrets.seed, threshold, count);
  if (!combineShares(shares.slice(-threshold)).equals(secrets.seed)) throw new Error('the shares give another seed');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = shares.map((_, index) => join(folder, `share-${index + 1}-of-${count}.txt`));
  for (const [index, file] of files.entries())
    await writeFile(file, `${shares[index]}\n`, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw new SetupError(`${file} exists and is not overwritten`);
      throw error;
    });
  return files;
}

/**
 * Restores the seed from the shares in a folder, in memory, with each share taking part once, and compares it with the keys here.
 * Returns what was tried and the addresses of the hot wallet.
 */
export async function rehearse(config: SignerConfig, folder: string): Promise<string[]> {
  const { secrets, policy } = await openSigner(config);
  const shares = await readShares(folder);
  const { threshold } = combineFirst(shares.map(({ words }) => words));
  const lines: string[] = [];
  for (let start = 0; start < shares.length; start += threshold) {
    const first = Math.min(start, shares.length - threshold);
    const tried = shares.slice(first, first + threshold);
    const names = tried.map(({ file }) => file).join(', ');
    const seed = combineNamed(tried, names);
    if (!seed.equals(secrets.seed)) throw new SetupError(`${names} give the seed of another signer`);
    lines.push(`${names} give the seed`);
  }
  const signers = createChainSigners(secrets.seed, policy);
  return [...lines, ...Object.entries(signers).map(([network, { hotAddress }]) => `hot ${network} ${hotAddress}`)];
}

/** Writes the key file from shares, under the passphrase of the environment; overwrites nothing. Returns the threshold. */
export async function restoreFromFiles(config: SignerConfig, folder: string): Promise<number> {
  const shares = await readShares(folder);
  const { threshold, seed } = combineFirst(shares.map(({ words }) => words));
  await restoreSigner(config, seed);
  return threshold;
}

function combineNamed(shares: readonly Share[], names: string): Buffer {
  try {
    return combineShares(shares.map(({ words }) => words));
  } catch (error) {
    throw error instanceof SetupError ? new SetupError(`${names}: ${error.message}`) : error;
  }
}

async function readShares(folder: string): Promise<Share[]> {
  const names = await readdir(folder).catch(() => {
    throw new SetupError(`${folder} cannot be read`);
  });
  const files = names.filter((name) => name.endsWith('.txt')).sort();
  const shares = files.map(async (file) => {
    const text = await readFile(join(folder, file), 'utf8');
    const words = text.trim().toLowerCase().split(/\s+/).join(' ');
    if (text.length > longestShare || !isShare(words))
      throw new SetupError(`${file} is no share: a word of it is wrong`);
    return { file, words };
  });
  if (files.length < 2) throw new SetupError(`${folder} has ${files.length} files of shares: two at least are needed`);
  return Promise.all(shares);
}
