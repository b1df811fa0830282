/** Proves that the long measurements still run to their end, in a short form. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What it prints. Whether a figure of so little work is reached is not asked, and its exit code says nothing else. */
function runBench(name: string, options: string[]): Promise<string> {
  const program = ['--import', 'tsx', join('bench', `${name}.ts`), ...options];
  return new Promise((resolve) => {
    execFile(process.execPath, program, { cwd: root }, (_missed, stdout, stderr) => resolve(stdout + stderr));
  });
}

it.each([
  ['pages', ['--rows', '20000', '--page', '60', '--samples', '3'], ['outputs, page 60', 'ledger records, random page']],
  // What a history adds is the same code as below, and its days are closed one by one.
  ['interest', ['--positions', '500', '--rounds', '1'], ['two workers', 'memory of a worker']],
  [
    'day-close',
    ['--machines', '500', '--rounds', '1', '--history', '2'],
    ['two workers', 'memory of a worker', '2 days, growth'],
  ],
  [
    'console',
    ['--machines', '500', '--payers', '9000', '--rounds', '1', '--seconds', '1'],
    ['machines, all', 'beside an export', 'machines taken out'],
  ],
  ['chain-catch-up', ['--blocks', '1', '--rounds', '1'], ['catching up']],
  ['evm-catch-up', ['--blocks', '1', '--rounds', '1'], ['catching up on the EVM']],
])('the bench %s comes to its figures', { timeout: 300_000 }, async (name, options, titles) => {
  const output = await runBench(name, options);
  const figures = output.split('\n').filter((line) => /reached$/i.test(line));
  for (const title of titles) expect(figures.join('\n'), output).toContain(title);
});
