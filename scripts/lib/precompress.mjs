// Leaves a .br and a .gz beside each file of the built client that is worth it: compressed once here, as well as can be,
// instead of for every visitor.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const text = /\.(?:html|js|css|svg|webmanifest)$/;
const smallest = 1024;
const encodings = {
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

export async function precompress(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => text.test(name));
  await Promise.all(names.map((name) => compress(join(folder, name))));
}

async function compress(file) {
  const bytes = await readFile(file);
  if (bytes.length < smallest) return;
  for (const [ending, encode] of Object.entries(encodings)) await writeFile(file + ending, await encode(bytes));
}
