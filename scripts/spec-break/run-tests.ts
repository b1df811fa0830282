import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../check/repository.ts';

export interface Outcome {
  passed: number;
  /** File and title of each red test. */
  red: string[];
  /** Files that could not even be loaded: they show nothing about a row. */
  unloaded: string[];
}

/** Runs the tests of these files whose titles name one of the rows, and no others; up to the first that is red, if that is enough. */
export async function runTestsOf(
  rows: readonly string[],
  files: readonly string[],
  { folder, isOneEnough }: { folder: string; isOneEnough: boolean },
): Promise<Outcome> {
  const report = join(folder, '.cache-report.json');
  rmSync(report, { force: true });
  const names = rows.map((row) => row.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const title = `\\[(${names.join('|')})\\]`;
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const options = ['run', '--root', folder, '--reporter=json', `--outputFile=${report}`, '-t', title, ...files];
  if (isOneEnough) options.push('--bail=1');
  const output = await new Promise<string>((resolve) => {
    const child = spawn(process.execPath, [vitest, ...options], { cwd: folder });
    const said: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    child.on('close', () => resolve(Buffer.concat(said).toString()));
  });
  return outcomeOf(readReport(report, output), folder);
}

interface Report {
  testResults: { name: string; status?: string; assertionResults: { status: string; fullName: string }[] }[];
}

export function outcomeOf({ testResults }: Report, folder: string): Outcome {
  const all = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({ status, test: `${relative(folder, name)}: ${fullName}` })),
  );
  // What a hook needs may be what is broken: then its tests are red without one of them having begun.
  const notBegun = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.length > 0 && assertionResults.every((one) => one.status !== 'failed'),
  );
  return {
    passed: all.filter(({ status }) => status === 'passed').length,
    red: [
      ...all.filter(({ status }) => status === 'failed').map(({ test }) => test),
      ...notBegun.map(({ name }) => `${relative(folder, name)}: its tests could not begin`),
    ],
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
