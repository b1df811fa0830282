// What operators write is shown to customers: nothing that runs, loads or leads elsewhere than http and https is left of it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertClean, sanitiseHtml } from './sanitise.ts';

const ours = `/api/content/image/${'a'.repeat(64)}.png`;

describe('what is saved', () => {
  it('keeps words, lists, tables, links and our own images', async () => {
    const html = `<h2>标题</h2><p>一 &amp; <strong>二</strong></p><table><tr><td>3</td></tr></table><a href="https://a.cn/?x=1&amp;y=2">链接</a><img src="${ours}" alt="图" />`;
    expect(await sanitiseHtml(html)).toEqual({ html, removed: [] });
  });

  it.each([
    ['<script>alert(1)</script>x', 'x', ['<script>']],
    [
      '<p onclick="x()" style="x" class="y" id="z">x</p>',
      '<p>x</p>',
      ['<p class>', '<p id>', '<p onclick>', '<p style>'],
    ],
    ['<a href="javascript:alert(1)">x</a>', 'x', ['<a href>']],
    ['<a href="&#106;avascript:alert(1)">x</a>', 'x', ['<a href>']],
    ['<a href="data:text/html,x">x</a>', 'x', ['<a href>']],
    ['<a href="//evil.cn">x</a>', 'x', ['<a href>']],
    ['<a href="/mine">x</a>', 'x', ['<a href>']],
    ['<p><a name="y">x <b>y</b></a></p><a href="">z</a>', '<p>x <b>y</b></p>z', ['<a href>', '<a name>']],
    ['<a href="https://a.cn">x</a><a>y</a>', '<a href="https://a.cn">x</a>y', []],
    ['<img src="http://a.cn/x.png">x', 'x', ['<img src>']],
    ['<img src="https://a.cn/x.png">x', 'x', ['<img src>']],
    ['<img src="data:image/svg+xml,x" onerror="x()">x', 'x', ['<img onerror>', '<img src>']],
    ['<img src="/api/user/logout">x', 'x', ['<img src>']],
    ['<iframe src="https://a.cn"></iframe>x', 'x', ['<iframe>']],
    ['<form action="https://a.cn"><input name="p">x</form>', 'x', ['<form>', '<input>']],
    ['<svg><xmp><img src=x onerror=alert(1)></xmp></svg>x', 'x', ['<svg>', '<xmp>']],
    ['<style>*{display:none}</style><base href="https://a.cn">x', 'x', ['<base>', '<style>']],
  ])('is without what does harm: %s', async (dirty, html, removed) => {
    expect(await sanitiseHtml(dirty)).toEqual({ html, removed });
  });

  it('is clean whatever is thrown at it, and sanitising it again changes nothing', async () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '=',
      '/',
      ' ',
      'x',
      '<p',
      '<a href=',
      'javascript:',
      'https://a.cn',
      '<svg>',
      '<math>',

      '<xmp>',
      '<textarea>',
      '</textarea>',
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '<img src=',
      'onerror=',
      '&lt;',
      '<![CDATA[',
      ']]>',
      '<noscript>',
      '<style>',
      '</style>',
      '<template>',
      '<plaintext>',
      '\0',
      '&#x3c;',
      '<td>',
    );
    const dirty = fc.array(fc.oneof({ weight: 6, arbitrary: piece }, fc.string()), { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(dirty, async (pieces) => {
        const { html } = await sanitiseHtml(pieces.join(''));
        assertClean(html);
        expect((await sanitiseHtml(html)).html).toBe(html);
      }),
      { numRuns: 300 },
    );
  });

  it('would be refused had the sanitiser let something through (broken control)', () => {
    for (const leak of [
      '<script>',
      '<p onclick="x">',
      '<img src="x" onerror="y" />',
      '<svg/onload=x>',
      '<a href="x" style="y">',
      'a > b',
      '<!-- x -->',
      '<',
      '<p',
      "<a href='x'>",
    ]) {
      expect(() => assertClean(`<p>fine</p>${leak}`), leak).toThrow('let something through');
    }
  });
});
