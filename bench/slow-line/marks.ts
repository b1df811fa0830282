import type { Page } from '@playwright/test';

interface Marks {
  /** Milliseconds since the navigation began. */
  figure?: number;
  machine?: number;
  tap?: number;
}

/** `figure`: an amount is painted; `machine`: a machine's number is. */
export type Mark = 'figure' | 'machine';

declare global {
  interface Window {
    lodeMarks?: Marks;
  }
}

/** Runs in each page before its own scripts. */
export function watchMarks(): void {
  const marks: Marks = {};
  window.lodeMarks = marks;
  const isShown: Record<Mark, () => boolean> = {
    figure: () =>
      [...document.querySelectorAll('[role=img]')].some((element) =>
        /^[\d,]+\.\d{2,}$/.test(element.getAttribute('aria-label') ?? ''),
      ),
    machine: () => /LS\d-\d\d-\d{4}/.test(document.body?.innerText ?? ''),
  };
  const look = () => {
    for (const mark of ['figure', 'machine'] as const) {
      if (marks[mark] !== undefined || !isShown[mark]()) continue;
      marks[mark] = Number.POSITIVE_INFINITY;
      // After the frame that paints it.
      requestAnimationFrame(() =>
        setTimeout(() => {
          marks[mark] = performance.now();
        }),
      );
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  document.addEventListener('pointerdown', () => {
    marks.tap = performance.now();
  });
}

/** When the mark was painted, in milliseconds since the navigation. */
export async function marked(page: Page, mark: Mark): Promise<number> {
  const handle = await page.waitForFunction(
    (name) => {
      const at = window.lodeMarks?.[name];
      return at !== undefined && Number.isFinite(at) ? at : null;
    },
    mark,
    { timeout: 60_000 },
  );
  return (await handle.jsonValue()) ?? Number.POSITIVE_INFINITY;
}
