// What a stage's reports say: its failures, in a line each, and its slowest files. They are printed last, because of a long log
// often only the end is kept.
const escapeCodes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

export interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

/** What `plain-reporter.ts` adds to it. */
export interface RunDetails {
  unhandled: string[];
  files: FileTime[];
}

export interface FileTime {
  name: string;
  seconds: number;
}

interface PlaywrightError {
  message?: string;
}

interface PlaywrightSuite {
  title?: string;
  /** The line of a `describe`; a file's own suite begins at 0. */
  line?: number;
  specs?: {
    file: string;
    title: string;
    tests: {
      status: string;
      results: { duration?: number; error?: PlaywrightError; errorLocation?: { line: number } }[];
    }[];
  }[];
  suites?: PlaywrightSuite[];
}

export interface PlaywrightReport {
  suites?: PlaywrightSuite[];
  errors?: PlaywrightError[];
}

/** At the end of a test's name: they can be longer than the line that a failure has. */
const rowsOfSpec = /(?: \[[^\]]+\])+$/;

/** A test's name and the start of its message, without colours, in one line. */
function inOneLine(name: string, message = ''): string {
  const text = message.replace(escapeCodes, '').replace(/\s+/g, ' ').trim();
  return `${name}: ${text}`.slice(0, 300);
}

/** The tests that failed, were skipped (a defect here) or could not start, and the errors outside of any test. */
export function vitestFailures(report: Pick<VitestReport, 'testResults'>, unhandled: readonly string[]): string[] {
  const failed = report.testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status !== 'passed')
      .map((test) => inOneLine(`${test.status} ${shortName(file)} › ${test.fullName}`, test.failureMessages?.[0]));
    return tests.length === 0 && status === 'failed' ? [inOneLine(`failed ${shortName(file)}`, message)] : tests;
  });
  return [...failed, ...unhandled.map((message) => inOneLine('outside of any test', message))];
}

/** The browser tests that did not go as expected, flaky and skipped ones included. */
export function playwrightFailures({ suites = [], errors = [] }: PlaywrightReport): string[] {
  const alone = errors.map((error) => inOneLine('outside of any test', error.message));
  const failed = specsOf(suites).flatMap(({ file, title, tests }) =>
    tests
      .filter((test) => test.status !== 'expected')
      .map((test) => {
        const failed = test.results.find(({ error }) => error?.message);
        const line = failed?.errorLocation ? `:${failed.errorLocation.line}` : '';
        return inOneLine(`${test.status} ${file}${line} › ${title.replace(rowsOfSpec, '')}`, failed?.error?.message);
      }),
  );
  return [...alone, ...failed];
}

/** The seconds of all tests of a file together. */
export function playwrightTimes({ suites = [] }: PlaywrightReport): FileTime[] {
  const byFile = new Map<string, number>();
  for (const { file, tests } of specsOf(suites)) {
    const spent = tests.flatMap(({ results }) => results).reduce((sum, { duration = 0 }) => sum + duration, 0);
    byFile.set(file, (byFile.get(file) ?? 0) + spent / 1000);
  }
  return [...byFile].map(([name, seconds]) => ({ name, seconds }));
}

/** The twenty slowest files, a line each. */
export function slowestFiles(files: readonly FileTime[]): string[] {
  const slowest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, 20);
  return slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

/** The tests of all suites, each titled with the groups that it stands in. */
const specsOf = (suites: readonly PlaywrightSuite[], group = ''): NonNullable<PlaywrightSuite['specs']> =>
  suites.flatMap(({ title, line, specs = [], suites: inner = [] }) => {
    const inside = title && line ? `${group}${title} › ` : group;
    return [...specs.map((spec) => ({ ...spec, title: inside + spec.title })), ...specsOf(inner, inside)];
  });

function shortName(file: string): string {
  return file.split('/').slice(-2).join('/');
}
