import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** After a crash the file has its old content or the new one. */
export async function writeDurably(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  await syncFolder(dirname(file));
}

/** Makes a renamed or created file durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
