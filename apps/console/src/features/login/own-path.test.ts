import { expect, it } from 'vitest';
import { ownPath } from './own-path.ts';

it.each([
  ['/support/7?view=all', '/support/7?view=all'],
  [null, '/'],
  ['https://evil.example', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/\n/evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/login?to=/', '/'],
])('a login that was asked for %s goes on at %s', (to, path) => expect(ownPath(to)).toBe(path));
