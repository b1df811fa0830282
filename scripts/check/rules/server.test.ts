// Proves that a slice without its page and a route without its place in the access table are caught.
import { describe, expect, it } from 'vitest';
import { type Rule, repoOf } from './rule.ts';
import { accessRule, sliceRule } from './server.ts';

const problems = (rule: Rule, contents: Record<string, string>) =>
  rule.check(repoOf(contents)).map(({ problem }) => problem);

describe('slices', () => {
  it('catches a slice without README.md', () => {
    expect(problems(sliceRule, { 'apps/server/src/features/wallet/pay.ts': '' })).toHaveLength(1);
    const whole = { 'apps/server/src/features/wallet/pay.ts': '', 'apps/server/src/features/wallet/README.md': '' };
    expect(problems(sliceRule, whole)).toEqual([]);
  });
});

describe('access', () => {
  const contract = (access: string, path = 'GET /api/user/wallet') => ({
    'packages/contract/src/paths.ts': `export const paths = {\n  wallet: '${path}',\n};`,
    'packages/contract/src/schemas/user.ts': `export const r = { wallet: route('wallet', { summary: '', access: '${access}' }) };`,
    'docs/spec-rows.json': `{"call:${path}": ""}`,
  });

  it('accepts a call whose access the table allows', () => {
    expect(problems(accessRule, contract('customer'))).toEqual([]);
    expect(problems(accessRule, contract('open', 'POST /api/user/login'))).toEqual([]);
  });
  it('catches a call that was opened', () => {
    expect(problems(accessRule, contract('open'))).toEqual(['wallet is open, the access table says it is not']);
  });
  it('catches a call that was closed', () => {
    expect(problems(accessRule, contract('customer', 'POST /api/sms/send'))).toHaveLength(1);
  });
  it('catches a call without access and one without a row', () => {
    const broken = {
      ...contract('customer'),
      'packages/contract/src/schemas/user.ts': '',
      'docs/spec-rows.json': '{}',
    };
    expect(problems(accessRule, broken)).toHaveLength(2);
  });
  it('catches a route registered past the contract', () => {
    const stray = {
      ...contract('customer'),
      'apps/server/src/app.ts': "server.get('/api/backdoor', handler); map.get('/x');",
    };
    expect(problems(accessRule, stray)).toEqual([
      'route /api/backdoor is neither in the contract nor in the access table',
    ]);
  });
});
