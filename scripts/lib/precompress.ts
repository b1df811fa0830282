// Writes a .br and a .gz beside each large enough text file of the built client: compressed once here instead of per request.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const text = /\.(?:html|js|css|svg|webmanifest)$/;
const smallest = 1024;
const encodings = {
  '.br': (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  '.gz': (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

export async function precompress(folder: string): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => text.test(name));
  await Promise.all(names.map((name) => compress(join(folder, name))));
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < smallest) return;
  for (const [ending, encode] of Object.entries(encodings)) await writeFile(file + ending, await encode(bytes));
}
