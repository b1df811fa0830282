// Proves that the coverage of the spec cannot be talked up: only titles of tests that run count, and every gap is named.
import { describe, expect, it } from 'vitest';
import { coverageFaults, coveragePage } from './coverage.ts';
import { kindsOf, parseRows } from './rows.ts';
import { scanTags } from './tags.ts';

const rows = parseRows(
  '[{"section":"Calls","rows":{"call:GET /a":"first","call:POST /b":"second | half","rule:c":"third"}}]',
);
const scan = (source: string) => scanTags('x.test.ts', source, kindsOf(rows));
const tag = (id: string, file = 'x.test.ts') => ({ id, file, title: 'proves it' });

describe('tags', () => {
  it('are read from titles of it, test, describe, each and concatenations', () => {
    const { tags } = scan(`
      describe('all [rule:c]', () => {});
      it('one [call:GET /a] [call:POST /b]', () => {});
      it.each([1])('many %s ' + '[rule:c]', () => {});
      test.describe(\`pages \${x} [rule:c]\`, () => {});
    `);
    expect(tags.map(({ id }) => id)).toEqual(['rule:c', 'call:GET /a', 'call:POST /b', 'rule:c', 'rule:c']);
    expect(tags[1]?.title).toBe('one');
  });
  it('are not read from comments, other strings or brackets that mean something else', () => {
    expect(scan("// [rule:c]\nconst a = '[rule:c]'; it('list [1, 2] [other:c]', () => {});").tags).toEqual([]);
  });
  it('do not count on a test that does not run or when put together', () => {
    const { tags, faults } = scan(
      `it.${'skip'}('a [rule:c]', f); it.${'todo'}('b [rule:c]'); it(\`c [rule:\${name}]\`, f); it.each(x)('d [rule:$name]', f);`,
    );
    expect(tags).toEqual([]);
    expect(faults).toHaveLength(4);
  });
});

describe('coverage', () => {
  const inClient = 'apps/h5/src/x.test.ts';
  const whole = [tag('call:GET /a', inClient), tag('call:POST /b', inClient), tag('rule:c')];

  it('is whole when each row has a test', () => {
    expect(coverageFaults(rows, whole)).toEqual([]);
  });
  it('misses a row without one', () => {
    expect(coverageFaults(rows, whole.slice(0, 2))).toEqual(['rule:c has no test']);
  });
  it('misses a call whose tests are all of the server', () => {
    const [first = tag('')] = whole;
    expect(coverageFaults(rows, [{ ...first, file: 'apps/server/x.test.ts' }, ...whole.slice(1)])).toEqual([
      'call:GET /a has no test of the client that makes it',
    ]);
  });
  it('refuses a tag that is no row', () => {
    expect(coverageFaults(rows, [...whole, tag('rule:z')])).toEqual([
      'x.test.ts: [rule:z] is no row of spec-rows.json',
    ]);
  });
  it('refuses the same row twice', () => {
    expect(() => parseRows('[{"section":"A","rows":{"rule:a":""}},{"section":"B","rows":{"rule:a":""}}]')).toThrow(
      'listed twice',
    );
  });
});

describe('page', () => {
  it('names the tests of a row, and says what has none', () => {
    const page = coveragePage(rows, [tag('call:POST /b')]);
    expect(page).toContain('1 of 3 rows have a test.');
    expect(page).toContain('| `call:POST /b` | second \\| half | `x.test.ts` proves it |');
    expect(page).toContain('| `rule:c` | third | no test |');
  });
});
