import type { Frame, Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * What axe finds on a page, or in a part of it: `rule: element` each. It looks in the page itself and answers with the findings
 * alone: all that it has looked at would be megabytes.
 */
export async function findingsOf(
  page: Page,
  { part = 'html', rules }: { part?: string; rules?: string[] | undefined } = {},
): Promise<string[]> {
  const [main, ...others] = page.frames();
  if (main) await bringAxe(main);
  // A frame of another site may go away meanwhile; axe looks into those of the page's own.
  await Promise.allSettled(others.map(bringAxe));
  return page.evaluate(
    async ([within, only]) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const runOnly = only && { type: 'rule' as const, values: only };
      const { violations } = await inPage.run(within, { resultTypes: ['violations'], ...(runOnly && { runOnly }) });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    [part, rules] as const,
  );
}

/** Once for each document: the script is half a megabyte. */
async function bringAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
}
