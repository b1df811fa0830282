// Proves that the page of security requirements cannot claim a test that it does not name, nor a number that its rows do not give.
import { describe, expect, it } from 'vitest';
import { requirementsRule } from './requirements.ts';
import { repoOf } from './rule.ts';

const counts = `
| state             | level 1 | level 2 | both | what it says |
| met               | 1       | 0       | 1    | x            |
| met, page         | 0       | 0       | 0    | x            |
| met, not tested   | 0       | 0       | 0    | x            |
| in work: ADR 00NN | 0       | 1       | 1    | x            |
| not met           | 0       | 0       | 0    | x            |
| n.a.              | 0       | 0       | 0    | x            |
| all               | 1       | 1       | 2    |              |
`;
const met = '| 1.1.1 | 1 | tokens are random | met | [session.ts] | [session.test.ts] |\n';
const inWork = '| 1.1.2 | 2 | sessions end | in work: ADR 0042 | | they do not |\n';

const problems = (page: string) =>
  requirementsRule.check(repoOf({ 'docs/security/asvs.md': page })).map(({ problem }) => problem);

describe('the requirements', () => {
  it('are sound when each is in a known state, and counted', () => {
    expect(problems(counts + met + inWork)).toEqual([]);
    expect(requirementsRule.check(repoOf({}))).toEqual([]);
  });

  it('are not met without a test', () => {
    expect(problems(counts + met.replace('[session.test.ts]', 'surely') + inWork)).toEqual([
      '1.1.1 is met without a test',
    ]);
  });

  it('have one row each, in a state of the page', () => {
    expect(problems(counts + met + inWork + inWork)[0]).toBe('1.1.2 has two rows');
    expect(problems(counts + met + inWork.replace('in work: ADR 0042', 'nearly'))[0]).toBe(
      '1.1.2 is "nearly", which is no state of the page',
    );
  });

  it('are counted again when a row changes', () => {
    expect(problems(counts + met + inWork.replace('in work: ADR 0042', 'not met'))).toEqual([
      'in work: ADR 00NN: the rows give 0 0 0, the page says 0 1 1',
      'not met: the rows give 0 1 1, the page says 0 0 0',
    ]);
  });
});
