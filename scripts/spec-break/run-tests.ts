import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../check/repository.ts';

export interface Outcome {
  passed: number;
  failed: number;
  /** Files that could not even be loaded: they show nothing about a row. */
  unloaded: string[];
}

/** Runs the tests of these files whose titles name the row, and no others. */
export async function runTestsOf(row: string, files: readonly string[], folder: string): Promise<Outcome> {
  const report = join(folder, '.cache-report.json');
  rmSync(report, { force: true });
  const title = `\\[${row.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}\\]`;
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const options = ['run', '--root', folder, '--reporter=json', `--outputFile=${report}`, '-t', title, ...files];
  const output = await new Promise<string>((resolve) => {
    const child = spawn(process.execPath, [vitest, ...options], { cwd: folder });
    const said: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    child.on('close', () => resolve(Buffer.concat(said).toString()));
  });
  return outcomeOf(readReport(report, output));
}

interface Report {
  testResults: { name: string; message?: string; assertionResults: { status: string }[] }[];
}

export function outcomeOf({ testResults }: Report): Outcome {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
  return {
    passed: all.filter((status) => status === 'passed').length,
    failed: all.filter((status) => status === 'failed').length,
    unloaded: testResults.filter(({ assertionResults }) => assertionResults.length === 0).map(({ name }) => name),
  };
}

function readReport(file: string, output: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    throw new Error(`vitest wrote no report:\n${output.slice(-2000)}`);
  }
}
