// Proves that each rule about documents, words, variables and dependencies fails on a faulty repository and passes on a sound one.
import { describe, expect, it } from 'vitest';
import { dependenciesRule, environmentRule, linkRule, namesRule, wordsRule } from './documents.ts';
import { type Rule, repoOf } from './rule.ts';

const found = (rule: Rule, contents: Record<string, string>) =>
  rule.check(repoOf(contents)).map(({ problem }) => problem);

describe('names in documents', () => {
  const code = { 'apps/a/pay.ts': 'export function payOwed() {}' };

  it('finds the name that is nowhere in the code', () => {
    expect(found(namesRule, { ...code, 'apps/a/README.md': 'held by `payOwed`' })).toEqual([]);
    expect(found(namesRule, { ...code, 'apps/a/README.md': 'held by `payOwed()` and\n`releaseAll`' })).toEqual([
      'names `releaseAll`, which is nowhere in the code',
    ]);
    expect(found(namesRule, { ...code, 'docs/glossary.md': '`payOwned`' })).toHaveLength(1);
  });

  it('looks for whole words, and leaves commands, paths and decisions of the past alone', () => {
    expect(found(namesRule, { ...code, 'apps/a/README.md': '`pay`' })).toHaveLength(1);
    expect(found(namesRule, { ...code, 'README.md': '`npm run ops`, `pay.ts`, `_OWED`' })).toEqual([]);
    expect(found(namesRule, { ...code, 'docs/adr/0001-old.md': '`releaseAll`' })).toEqual([]);
  });
});

describe('words', () => {
  // Spelled in two parts, so that a search of the repository for these words finds none.
  it.each([
    `// eslint-${'disable'}-next-line`,
    `/* biome-${'ignore'} lint: x */`,
    `open('/${'work'}/data/days.csv')`,
    `cd /${'home'}/me`,
    `https://registry.${'npmjs'}.org/pg`,
    `"${'resolved'}": "https://example.org/pg.tgz"`,
  ])('catches %s', (line) => {
    expect(found(wordsRule, { 'a.ts': `const a = 1;\n${line}\n` })).toHaveLength(1);
  });
  it('lets a route with such a word be', () => {
    expect(found(wordsRule, { 'a.ts': "get('/api/homework'); // a path of the app: /pages/home/index" })).toEqual([]);
  });
});

describe('links', () => {
  it('catches a link to nowhere', () => {
    expect(found(linkRule, { 'docs/a.md': '[x](./b.md) [y](../README.md#top)' })).toHaveLength(2);
  });
  it('catches a reference to a file that is gone, and one that no line defines', () => {
    const page = (lines: string) => ({
      'docs/security/a.md': `| [a.test.ts] | [ADR 0001] |\n\n${lines}`,
      'apps/a.test.ts': '',
      'docs/adr/0001-a.md': '',
    });
    const test = '[a.test.ts]: ../../apps/a.test.ts\n';
    const decision = '[ADR 0001]: ../adr/0001-a.md\n';
    expect(found(linkRule, page(test + decision))).toEqual([]);
    expect(found(linkRule, page(test))).toEqual(['names [ADR 0001] without a line that links it']);
    expect(found(linkRule, page(`${decision}[a.test.ts]: ../../apps/b.test.ts\n`))).toEqual([
      'link to ../../apps/b.test.ts, which does not exist',
    ]);
  });
  it('follows files, folders and anchors', () => {
    const contents = {
      'docs/a.md': '[x](b.md#part) [y](../apps) [z](https://example.org)',
      'docs/b.md': '# Part',
      'apps/c.ts': '',
    };
    expect(found(linkRule, contents)).toEqual([]);
  });
  it.each([
    ['A failed BITCOIN payment keeps inputs', 'a-failed-bitcoin-payment-keeps-inputs'],
    ['`withdrawal:fail`, by *two* people', 'withdrawalfail-by-two-people'],
    ['[Linked](a.md) 日结 two_words', 'linked-日结-two_words'],
  ])('knows the anchor of "%s"', (heading, anchor) => {
    const page = `# Top\n\n## ${heading}\n`;
    expect(found(linkRule, { 'a.md': `${page}[here](#${anchor})`, 'b.md': `[there](a.md#${anchor})` })).toEqual([]);
  });
  it('catches an anchor that no heading has, and takes no line of code for a heading', () => {
    const page = '# Top\n\n# Top\n\n```\n# Comment\n```\n';
    const linking = (anchor: string) => found(linkRule, { 'a.md': page, 'b.md': `[x](a.md#${anchor})` }).length;
    expect(['top', 'top-1', 'comment', 'bottom'].map(linking)).toEqual([0, 0, 1, 1]);
    expect(found(linkRule, { 'a.md': '[x](#gone)' })).toHaveLength(1);
  });
});

describe('environment', () => {
  const names = (source: string, page: string) =>
    found(environmentRule, { 'apps/server/src/config.ts': source, 'docs/operations.md': page }).map(
      (problem) => problem.split(' ')[0],
    );

  it('reports each way of reading an undocumented variable', () => {
    expect(names("given('PORT'); env.SMTP_URL; process.env.ROLE; wanted('SIGN')", 'none')).toEqual([
      'PORT',
      'SMTP_URL',
      'ROLE',
      'SIGN',
    ]);
  });

  it('accepts documented variables, and those of other programs', () => {
    expect(names("given('PORT'); env.PGPASSWORD", '| `PORT` | 8080 |')).toEqual([]);
  });
});

describe('dependencies', () => {
  const problems = (version: string, reasons: string) =>
    found(dependenciesRule, {
      'package.json': `{"dependencies":{"pg":"${version}","@lode/money":"1.0.0"}}`,
      'docs/adr/dependencies.md': reasons,
    });

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
});
