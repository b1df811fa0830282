// HTML that was sanitised, taken apart and put together again, is the same HTML.
import { expect, it } from 'vitest';
import { sanitiseHtml } from '../sanitise.ts';
import { htmlPieces } from './html-pieces.ts';

const image = `/api/content/image/${'a'.repeat(64)}.png`;

it.each([
  '<p>一 &amp; 二 &lt;b&gt; "三"</p>',
  '<p>一<br />二</p><hr />',
  `<img src="${image}" alt="机房" /><p><a href="https://example.com/?a=1&amp;b=2">外</a></p>`,
  '<ul><li>a<ul><li>b</li></ul></li></ul>',
  '&amp;lt;p&amp;gt;',
])('%s', async (html) => {
  const { html: stored } = await sanitiseHtml(html);
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const empty = ['br', 'hr', 'img'];
  const joined = (await htmlPieces(stored)).map(({ of, value, href, src, alt }) => {
    if (of === 'TEXT') return escaped(value);
    if (of === 'CLOSE') return empty.includes(value) ? '' : `</${value}>`;
    const attributes = Object.entries({ href, src, alt }).filter(([, text]) => text !== undefined);
    const written = attributes.map(([name, text]) => ` ${name}="${escaped(text ?? '')}"`).join('');
    return `<${value}${written}${empty.includes(value) ? ' /' : ''}>`;
  });
  expect(joined.join('')).toBe(stored);
});

it('says what stands there, not how it is written', async () => {
  expect(await htmlPieces('<p>a &lt; b</p>')).toEqual([
    { of: 'OPEN', value: 'p' },
    { of: 'TEXT', value: 'a < b' },
    { of: 'CLOSE', value: 'p' },
  ]);
});
