/** A script of the tests as a process of its own, which ends itself with SIGKILL where it is told to. */
import { spawn } from 'node:child_process';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { projectFolder } from '../platform/project-folder.ts';

export interface Ended {
  signal: NodeJS.Signals | null;
  code: number | null;
  /** The result that it printed; null of one that was killed. */
  outcome: string | null;
  complaint: string;
}

/**
 * Bundles `source` (from the project's folder) once, since dozens of such processes start and none shall spend its life on
 * reading sources. What it answers starts one with these arguments and tells how it ended.
 */
export async function mortalProcess(
  source: string,
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<(words: string[]) => Promise<Ended>> {
  const script = join(projectFolder, 'node_modules/.cache/lode', `${basename(source, '.ts')}.mjs`);
  await build({
    entryPoints: [join(projectFolder, source)],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Our own packages are sources; everything else is found where it is.
    plugins: [{ name: 'external', setup: ({ onResolve }) => onResolve({ filter: /^[^.]/ }, leaveOutside) }],
  });
  return (words) => run([script, ...words], { ...environment, DATABASE_URL: databaseUrl });
}

function leaveOutside({ path, kind }: { path: string; kind: string }) {
  return kind === 'entry-point' || path.startsWith('@lode/') ? undefined : { path, external: true };
}

function run(words: string[], environment: Record<string, string>): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment };
    const child = spawn(process.execPath, words, { cwd: projectFolder, env });
    let said = '';
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) =>
      resolve({ signal, code, outcome: said === '' ? null : JSON.parse(said).outcome, complaint }),
    );
  });
}
