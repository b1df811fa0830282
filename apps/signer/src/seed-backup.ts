import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createChainSigners } from './chain-signers.ts';
import { SetupError, type SignerConfig } from './config.ts';
import { seedsOf } from './rotation/generations.ts';
import { combineFirst, combineShares, isShare, splitSeed } from './seed-shares.ts';
import { openSigner, restoreSigner } from './setup.ts';

interface Share {
  file: string;
  words: string;
}

/** Longer than the words of any share. */
const longestShare = 2000;
/** Each generation of the seed has shares of its own: those of the first lie in the folder itself. */
const folderOf = (folder: string, generation: number): string =>
  generation === 0 ? folder : join(folder, `generation-${generation}`);

/** Writes the seed of each generation as shares into new files, after it was restored from them in memory. */
export async function splitIntoFiles(
  config: SignerConfig,
  { threshold, count, folder }: { threshold: number; count: number; folder: string },
): Promise<string[]> {
  const { secrets } = await openSigner(config);
  const written: string[] = [];
  for (const [generation, seed] of seedsOf(secrets).entries()) {
    const shares = splitSeed(seed, threshold, count);
    if (!combineShares(shares.slice(-threshold)).equals(seed)) throw new Error('the shares give another seed');
    const own = folderOf(folder, generation);
    await mkdir(own, { recursive: true, mode: 0o700 });
    const files = shares.map((_, index) => join(own, `share-${index + 1}-of-${count}.txt`));
    for (const [index, file] of files.entries())
      await writeFile(file, `${shares[index]}\n`, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') throw new SetupError(`${file} exists and is not overwritten`);
        throw error;
      });
    written.push(...files);
  }
  return written;
}

/**
 * Restores the seeds from the shares in a folder, in memory, with each share taking part once, and compares them with the keys here.
 * Returns what was tried and the addresses of the hot wallet.
 */
export async function rehearse(config: SignerConfig, folder: string): Promise<string[]> {
  const { secrets, policy } = await openSigner(config);
  const lines: string[] = [];
  for (const [generation, seed] of seedsOf(secrets).entries()) {
    const which = generation === 0 ? 'the seed' : `the seed of generation ${generation}`;
    const shares = await readShares(folderOf(folder, generation));
    const { threshold } = combineFirst(shares.map(({ words }) => words));
    for (let start = 0; start < shares.length; start += threshold) {
      const first = Math.min(start, shares.length - threshold);
      const tried = shares.slice(first, first + threshold);
      const names = tried.map(({ file }) => file).join(', ');
      if (!combineNamed(tried, names).equals(seed)) throw new SetupError(`${names} give the seed of another signer`);
      lines.push(`${names} give ${which}`);
    }
    const signers = createChainSigners([seed], policy);
    for (const [network, { hotAddress }] of Object.entries(signers)) lines.push(`hot ${network} ${hotAddress}`);
  }
  return lines;
}

/** Writes the key file from shares, under the passphrase of the environment; overwrites nothing. Returns the threshold. */
export async function restoreFromFiles(config: SignerConfig, folder: string): Promise<number> {
  const restored: ReturnType<typeof combineFirst>[] = [];
  const names = await readdir(folder).catch((): string[] => []);
  const later = names.filter((name) => /^generation-[1-9][0-9]?$/.test(name)).length;
  for (let generation = 0; generation <= later; generation += 1) {
    const shares = await readShares(folderOf(folder, generation));
    restored.push(combineFirst(shares.map(({ words }) => words)));
  }
  await restoreSigner(
    config,
    restored.map(({ seed }) => seed),
  );
  return restored[0]?.threshold ?? 0;
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
  const files = names.filter((name) => name.toLowerCase().endsWith('.txt')).sort();
  const shares = files.map(async (file) => {
    const text = await readFile(join(folder, file), 'utf8');
    // As people write them down: a number before each word, and any letters.
    const words = text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '' && !/^\d{1,2}[.):]?$/.test(word));
    if (text.length > longestShare || !isShare(words.join(' ')))
      throw new SetupError(`${file} is no share: ${whyNot(words)}`);
    return { file, words: words.join(' ') };
  });
  if (files.length < 2)
    throw new SetupError(
      `${folder} has ${files.length} files of shares (each ends in .txt): as many as the threshold are needed, two at least`,
    );
  return Promise.all(shares);
}

/** Of a share of a seed of 64 bytes. */
const wordsOfShare = 59;

function whyNot(words: readonly string[]): string {
  if (words.length !== wordsOfShare) return `it has ${words.length} words, and a share has ${wordsOfShare}`;
  return 'a word of it is wrong, or stands in another place; each is written out';
}
