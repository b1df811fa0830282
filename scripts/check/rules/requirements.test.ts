// Proves that the page of security requirements cannot claim a test that it does not name, nor a number that its rows do not give.
import { describe, expect, it } from 'vitest';
import { requirementsRule } from './requirements.ts';
import { repoOf } from './rule.ts';

const counts = `
| state             | level 1 | level 2 | both | what it says |
| met               | 1       | 0       | 1    | x            |
| met, page         | 0       | 0       | 0    | x            |
| met, not tested   | 0       | 0       | 0    | x            |
| not met           | 0       | 1       | 1    | x            |
| n.a.              | 0       | 0       | 0    | x            |
| all               | 1       | 1       | 2    |              |
`;
const met = '| 1.1.1 | 1 | tokens are random | met | [session.ts] | [session.test.ts] |\n';
const notMet = '| 1.1.2 | 2 | sessions end | not met | | they do not |\n';

const problems = (page: string) =>
  requirementsRule.check(repoOf({ 'docs/security/asvs.md': page })).map(({ problem }) => problem);

describe('the requirements', () => {
  it('are sound when each is in a known state, and counted', () => {
    expect(problems(counts + met + notMet)).toEqual([]);
    expect(requirementsRule.check(repoOf({}))).toEqual([]);
  });

  it('are not met without a test', () => {
    expect(problems(counts + met.replace('[session.test.ts]', 'surely') + notMet)).toEqual([
      '1.1.1 is met without a test',
    ]);
  });

  it('have one row each, in a state of the page', () => {
    expect(problems(counts + met + notMet + notMet)[0]).toBe('1.1.2 has two rows');
    expect(problems(counts + met + notMet.replace('not met', 'in work'))[0]).toBe(
      '1.1.2 is "in work", which is no state of the page',
    );
  });

  it('are counted again when a row changes', () => {
    expect(problems(counts + met + notMet.replace('not met', 'n.a.'))).toEqual([
      'not met: the rows give 0 0 0, the page says 0 1 1',
      'n.a.: the rows give 0 1 1, the page says 0 0 0',
    ]);
  });
});
