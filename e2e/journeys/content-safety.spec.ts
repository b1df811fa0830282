// Covers operator HTML in a real browser: no payload runs, and only text, links and images stay, in every place that
// renders HTML. E2E_PAYLOADS=all tries every payload in each place.
import type { BrowserContext, Page } from '@playwright/test';
import { logIn } from '../pages/login-page.ts';
import { sharedProductUrl } from '../shared-product.ts';
import { customers, expect, suppressNotices, test } from '../test.ts';
import { markup, odd, publicPayloads } from '../xss/markup.ts';

const isWhole = process.env.E2E_PAYLOADS === 'all';
const others = [...markup.filter((payload) => !odd.includes(payload)), ...publicPayloads];
/** All odd payloads and a share of the rest; all of them with `E2E_PAYLOADS=all`. */
const payloads = [...odd, ...others.filter((_, i) => isWhole || i % 16 === 0)];
/** More per test would exceed its timeout on a busy machine. */
const atOnce = 60;

const tags =
  'H1 H2 H3 H4 P BR HR PRE UL OL LI BLOCKQUOTE TABLE THEAD TBODY TR TH TD B STRONG I EM U S SPAN CODE A IMG'.split(' ');
const attributes = ['href', 'src', 'alt', 'colspan', 'rowspan', 'loading'];

/** Installs a function that reports forbidden nodes in the rendered HTML. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(
    ([tags, attributes]) => {
      for (const name of ['alert', 'confirm', 'prompt', 'print']) {
        Object.defineProperty(window, name, { value: () => Object.assign(window, { hasRun: 1 }) });
      }
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

/** Opens one detail after another by the app's own links, and collects forbidden nodes. */
function strangersOfDetails(count: number): Promise<string[]> {
  const { strangersIn } = window as unknown as { strangersIn: (ground: Element | null) => string[] };
  // On a timeout, names the payload.
  const drawn = async (title: string) => {
    for (const end = Date.now() + 30_000; Date.now() < end; ) {
      const heading = [...document.querySelectorAll('main h2')].find(({ textContent }) => textContent === title);
      if (heading) return heading.parentElement?.querySelector('div > div') ?? null;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    throw new Error(`${title} is not drawn: ${document.querySelector('main')?.textContent}`);
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

/** Confirms one forced notice after another, and collects forbidden nodes. */
function strangersOfNotices(count: number): Promise<string[]> {
  const { strangersIn } = window as unknown as { strangersIn: (ground: Element | null) => string[] };
  const dialogOf = async (isIt: (dialog: Element | null) => boolean) => {
    for (;;) {
      const dialog = document.querySelector('[role=dialog]');
      if (isIt(dialog)) return dialog;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  };
  return (async () => {
    const found: string[] = [];
    for (let at = 1; at <= count; at++) {
      const dialog = await dialogOf((it) => it?.textContent?.includes(`公告 ${at} / ${count}`) ?? false);
      const text = dialog?.querySelector(':scope [tabindex="-1"] > div') ?? null;
      found.push(...strangersIn(text).map((what) => `${at - 1}: ${what}`));
      dialog?.querySelector<HTMLElement>('[role=checkbox]')?.click();
      await dialogOf((it) => it?.querySelector('[role=checkbox][aria-checked=true]') !== null);
      dialog?.querySelector<HTMLElement>('button:not([role=checkbox])')?.click();
    }
    await dialogOf((it) => it === null);
    return found;
  })();
}

/** Serves each payload as a detail and as a forced notice; records requests to other hosts. */
async function publish(context: BrowserContext, some: readonly string[]): Promise<{ asked: string[] }> {
  const answer = (data: unknown) => ({ json: { code: 200, message: 'ok', data } });
  const asked: string[] = [];
  const isElsewhere = ({ protocol, origin }: URL) =>
    protocol.startsWith('http') && origin !== new URL(sharedProductUrl()).origin;
  await context.route(isElsewhere, async (route) => {
    asked.push(`${route.request().resourceType()} ${route.request().url()}`);
    await route.abort();
  });
  await context.route('**/api/notice/detail*', (route) => {
    const id = new URL(route.request().url()).searchParams.get('id') ?? '';
    const content = some[Number(id)] ?? '';
    return route.fulfill(answer({ id, title: `No ${id}`, content, publishTime: '2026-11-19T02:00:00.000Z' }));
  });
  const unconfirmed = new Map(some.map((content, i) => [`${i}`, content]));
  await context.route('**/api/force_notify/list*', (route) =>
    route.fulfill(answer([...unconfirmed].map(([id, content]) => ({ id, img: null, content })))),
  );
  await context.route('**/api/force_notify/confirm*', (route) => {
    unconfirmed.delete((route.request().postDataJSON() as { notifyId: string }).notifyId);
    return route.fulfill(answer(null));
  });
  return { asked };
}

test.use({ notices: true });
test.describe.configure({ mode: 'parallel' });

// The policy also reports the sanitiser's inert document.
const ofTheScratch =
  /inline (?:event handler|style) violates|base URI|^policy: (?:script-src-attr|style-src-(?:elem|attr)) inline|^policy: base-uri /;
/** The image's script in that document, which the parser splits in two, both refused. */
const ofScratchScript =
  /requires 'TrustedScript' assignment|^policy: require-trusted-types-for \S+ \S+ SVGScriptElement text/;

for (let from = 0; from < payloads.length; from += atOnce) {
  const some = payloads.slice(from, from + atOnce);
  const which = `${from + 1} to ${from + some.length} of ${payloads.length}`;
  test(`payloads ${which} in a detail page and in a forced notice neither run nor stay`, async ({
    page,
    context,
    browserErrors,
  }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await suppressNotices(context, 'popups');
    await context.route('**/api/force_notify/list*', (route) => route.fulfill({ json: { code: 200, data: [] } }));
    await watch(page);
    await logIn(page, customers.main);
    const { asked } = await publish(context, some);
    await page.goto('/detail?id=0&type=Notice');
    await expect(page.getByRole('heading', { name: 'No 0', level: 2 })).toBeVisible();
    expect(await page.evaluate(strangersOfDetails, some.length)).toEqual([]);

    await page.goto('/index');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await page.evaluate(strangersOfNotices, some.length)).toEqual([]);

    expect(asked).toEqual([]);
    expect(browserErrors.splice(0).filter((text) => !ofTheScratch.test(text) && !ofScratchScript.test(text))).toEqual(
      [],
    );
  });
}
