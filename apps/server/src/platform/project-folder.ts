import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the whole repository, found from source as well as from the built bundle. */
export const projectFolder = findProject(dirname(fileURLToPath(import.meta.url)));

function findProject(folder: string): string {
  if (existsSync(join(folder, 'db', 'migrations'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('db/migrations is not above the running program');
  return findProject(parent);
}
