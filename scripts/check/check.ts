/**
 * All checks that do not run the product.
 *
 *     npm run check               all gates
 *     npm run check -- lint repo only these
 *
 * Gates run two at a time; each prints its seconds, and its output when it fails. Exit 1 when one of them failed.
 */
import { spawn } from 'node:child_process';
import { root } from './repository.ts';

const gates: Record<string, readonly string[]> = {
  types: ['typescript/bin/tsc', '-p', '.'],
  lint: ['oxlint/bin/oxlint', '--deny-warnings'],
  format: ['@biomejs/biome/bin/biome', 'check'],
  'dead-code': ['knip/bin/knip.js'],
  boundaries: ['tsx/dist/cli.mjs', 'scripts/check/boundaries.ts'],
  repo: ['tsx/dist/cli.mjs', 'scripts/check/repo.ts'],
  vocabulary: ['tsx/dist/cli.mjs', 'scripts/check/vocabulary.ts'],
  operations: ['tsx/dist/cli.mjs', 'scripts/operations.ts', '--check'],
  spec: ['tsx/dist/cli.mjs', 'scripts/spec-coverage.ts', '--check'],
};

function runGate(name: string): Promise<boolean> {
  const [program = '', ...args] = gates[name] ?? [];
  const started = performance.now();
  return new Promise((resolve) => {
    const output: Buffer[] = [];
    const child = spawn(process.execPath, [`node_modules/${program}`, ...args], { cwd: root });
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('close', (code) => {
      const seconds = Math.round((performance.now() - started) / 100) / 10;
      const passed = code === 0;
      const text = Buffer.concat(output).toString().trimEnd();
      const summary = text.split('\n').find((line) => line.startsWith(`${name}: `)) ?? '';
      process.stdout.write(`${passed ? 'ok  ' : 'FAIL'} ${name} ${seconds} s${summary.replace(name, '')}\n`);
      if (!passed) process.stdout.write(`${text}\n`);
      resolve(passed);
    });
  });
}

async function run(asked: readonly string[]): Promise<number> {
  const unknown = asked.filter((name) => !(name in gates));
  if (unknown.length > 0) {
    process.stderr.write(`no such gate: ${unknown.join(', ')}. Gates: ${Object.keys(gates).join(', ')}\n`);
    return 2;
  }
  const waiting = asked.length > 0 ? [...asked] : Object.keys(gates);
  const results: boolean[] = [];
  const worker = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) results.push(await runGate(name));
  };
  await Promise.all([worker(), worker()]);
  return results.every(Boolean) ? 0 : 1;
}

process.exitCode = await run(process.argv.slice(2));
