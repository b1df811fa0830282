// What failed, in a line each: the last thing that is printed, because of a long log often only the end is kept.
const escapeCodes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** A test's name and the first words of what it said, without colours, in one line. */
function inOneLine(name, message = '') {
  const said = message.replace(escapeCodes, '').replace(/\s+/g, ' ').trim();
  return `${name}: ${said}`.slice(0, 300);
}

/** What vitest's JSON says failed, was skipped (a defect here) or could not start, and what was thrown outside of any test. */
export function vitestFailures(report, unhandled) {
  const failed = report.testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status !== 'passed')
      .map((test) => inOneLine(`${test.status} ${shortName(file)} › ${test.fullName}`, test.failureMessages?.[0]));
    return tests.length === 0 && status === 'failed' ? [inOneLine(`failed ${shortName(file)}`, message)] : tests;
  });
  return [...failed, ...unhandled.map((message) => inOneLine('outside of any test', message))];
}

/** What Playwright's JSON says did not go as expected, flakes and skipped tests included. */
export function playwrightFailures({ suites = [], errors = [] }) {
  const alone = errors.map((error) => inOneLine('outside of any test', error.message));
  return [...alone, ...suites.flatMap(failuresOf)];
}

function failuresOf(suite) {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status !== 'expected')
      .map((test) => {
        const said = test.results.map((result) => result.error?.message).find(Boolean);
        return inOneLine(`${test.status} ${spec.file} › ${spec.title}`, said);
      }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(failuresOf)];
}

function shortName(file) {
  return file.split('/').slice(-2).join('/');
}
