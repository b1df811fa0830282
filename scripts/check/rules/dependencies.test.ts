// Proves that a dependency without a reason or with a floating version is caught.
import { expect, it } from 'vitest';
import { dependenciesRule } from './dependencies.ts';
import { repoOf } from './rule.ts';

const problems = (version: string, reasons: string) =>
  dependenciesRule
    .check(
      repoOf({
        'package.json': `{"dependencies":{"pg":"${version}","@lode/money":"1.0.0"}}`,
        'docs/adr/dependencies.md': reasons,
      }),
    )
    .map(({ problem }) => problem);

it('accepts an exact version with a reason', () => {
  expect(problems('8.23.1', '| `pg` | the driver |')).toEqual([]);
  expect(problems('npm:typescript@6.0.3', '| `pg` | the driver |')).toEqual([]);
  expect(problems('18.4.0-beta.17', '| `pg` | the driver |')).toEqual([]);
});

it('catches a range, a tag and a missing reason', () => {
  expect(problems('^8.23.1', '`pg`')).toEqual(['pg@^8.23.1 is no exact version']);
  expect(problems('latest', '`pg`')).toHaveLength(1);
  expect(problems('8.23.1', '`pgx`')).toEqual(['pg has no reason in docs/adr/dependencies.md']);
});
