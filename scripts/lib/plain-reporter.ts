/**
 * What `npm test` prints of a run of vitest: each failure in full, progress every fifty files, nothing else. For the summary it
 * writes what vitest's JSON leaves out: the errors outside of any test, and the seconds of each file with its imports and hooks.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';
import type { RunDetails } from './failures.ts';

export default class PlainReporter implements Reporter {
  private file = '';
  private root = '';
  private ended = 0;

  onInit({ config }: Vitest): void {
    const { outputFile } = config;
    if (typeof outputFile !== 'object' || !outputFile.json) throw new Error('name the JSON report: --outputFile.json');
    this.file = outputFile.json.replace(/\.json$/, '-details.json');
    this.root = config.root;
  }

  onTestModuleEnd(module: TestModule): void {
    this.ended += 1;
    if (this.ended % 50 === 0) process.stdout.write(`${this.ended} files\n`);
    for (const { message, stack } of module.errors()) this.printFailure(this.nameOf(module), stack ?? message);
    for (const test of module.children.allTests('failed')) {
      for (const { message, stack, diff } of test.result().errors ?? [])
        this.printFailure(`${this.nameOf(module)} › ${test.fullName}`, `${stack ?? message}\n${diff ?? ''}`);
    }
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const unhandled = errors.map(({ stack, message }) => stack ?? message ?? 'unknown');
    for (const text of unhandled) this.printFailure('outside of any test', text);
    const files = modules.map((module) => ({ name: this.nameOf(module), seconds: secondsOf(module) }));
    writeFileSync(this.file, JSON.stringify({ unhandled, files } satisfies RunDetails));
    process.stdout.write(`${modules.length} files ended\n`);
  }

  private nameOf({ moduleId }: TestModule): string {
    return relative(this.root, moduleId);
  }

  private printFailure(name: string, text: string): void {
    process.stdout.write(`FAIL ${name}\n${text.trimEnd()}\n\n`);
  }
}

function secondsOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000;
}
