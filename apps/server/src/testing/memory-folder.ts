import { statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';

const tmpfsMagic = 0x01021994;
const gibibyte = 2 ** 30;

/** The memory disk when it has room for a cluster of tests and the machine has memory to spare; else the temporary folder. */
export async function memoryFolder(): Promise<string> {
  const shared = '/dev/shm';
  const disk = await statfs(shared).catch(() => null);
  const hasRoom = disk?.type === tmpfsMagic && disk.bavail * disk.bsize > 4 * gibibyte && freemem() > 8 * gibibyte;
  return hasRoom ? shared : tmpdir();
}
