import type { CustomerPageData } from '../../locales/zh/customers.ts';

type Done = CustomerPageData['audit'][number];

/** One look at the client's pages reads many of them: lines that say the same after another are one, of the newest. */
export function sameTogether(audit: readonly Done[]): (Done & { times: number })[] {
  const lines: (Done & { times: number })[] = [];
  for (const one of audit) {
    const last = lines.at(-1);
    if (last && last.action === one.action && last.by === one.by && last.reason === one.reason) last.times += 1;
    else lines.push({ ...one, times: 1 });
  }
  return lines;
}
