import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds on a page, or in a part of it: `rule: element` each. */
export async function findingsOf(
  page: Page,
  { part = 'html', rules }: { part?: string; rules?: string[] | undefined } = {},
): Promise<string[]> {
  // In the page itself: a page of its own for each look costs as much as the look.
  const axe = new AxeBuilder({ page }).setLegacyMode().include(part);
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
