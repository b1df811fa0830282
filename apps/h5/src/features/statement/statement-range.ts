/** Business dates of an account statement: a preset or two dates. */
export type RangeKind = 'thisMonth' | 'lastMonth' | 'custom';

export interface Days {
  from: string;
  to: string;
}

/** `daysOf('lastMonth', '2026-03-10')` is all of February; this month ends today. */
export function daysOf(kind: Exclude<RangeKind, 'custom'>, today: string): Days {
  const month = today.slice(0, 7);
  if (kind === 'thisMonth') return { from: `${month}-01`, to: today };
  const lastDay = dayBefore(`${month}-01`);
  return { from: `${lastDay.slice(0, 7)}-01`, to: lastDay };
}

export function isRange({ from, to }: Days): boolean {
  return from !== '' && to !== '' && from <= to;
}

function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** `sizeText(1_572_864) === '1.5 MB'` */
export function sizeText(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.ceil(bytes / 1024)} KB`;
  const tenths = Math.floor((bytes * 10) / (1024 * 1024));
  return `${Math.floor(tenths / 10)}.${tenths % 10} MB`;
}
