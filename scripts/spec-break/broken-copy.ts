import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFiles, root } from '../check/repository.ts';
import { apply, type Edit } from './edit.ts';

/**
 * A copy of the project to break things in: the work tree itself is never touched. It lies inside the project's own
 * cache, so that packages of others are found above it; our own are linked to the copy's.
 */
export function makeCopy(folder = join(root, '.cache', `spec-break-${process.pid}`)) {
  for (const file of projectFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  const scope = join('node_modules', '@lode');
  mkdirSync(join(folder, scope), { recursive: true });
  for (const name of readdirSync(join(root, scope))) {
    symlinkSync(readlinkSync(join(root, scope, name)), join(folder, scope, name));
  }

  return {
    folder,
    /** Breaks the product for as long as `work` takes. */
    async broken<Result>(edit: Edit, work: () => Promise<Result>): Promise<Result> {
      const path = join(folder, edit.file);
      const whole = readFileSync(path, 'utf8');
      writeFileSync(path, apply(edit, whole));
      try {
        return await work();
      } finally {
        writeFileSync(path, whole);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type BrokenCopy = ReturnType<typeof makeCopy>;
