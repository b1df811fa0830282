// Proves that words of the screen are found outside their catalogues, and only there.
import { expect, it } from 'vitest';
import { repoOf } from './rule.ts';
import { screenTextRule } from './screen-text.ts';

const found = (file: string, source: string) => screenTextRule.check(repoOf({ [file]: source })).length;

it('catches Chinese in a string, in JSX and in each part of a template', () => {
  const source = 'export const A = () => <p title="首页">矿机{`余额${a}元${b}整`}</p>;';
  expect(found('apps/h5/src/features/home/home-page.tsx', source)).toBe(5);
});

it('lets comments, catalogues, demo data and tests have it', () => {
  expect(
    found('apps/h5/src/features/home/home-page.tsx', '// 全部 submits the whole balance\nexport const a = 1;'),
  ).toBe(0);
  for (const file of [
    'apps/h5/src/locales/home.ts',
    'packages/contract/src/codes.ts',
    'apps/server/src/features/demo/people.ts',
    'apps/h5/src/a.test.tsx',
  ]) {
    expect(found(file, "export const title = '首页';"), file).toBe(0);
  }
});
