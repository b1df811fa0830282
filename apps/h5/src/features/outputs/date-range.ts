/** Number of closed dates, all of them, or two bounds. */
export type DateRange = { kind: '7' | '30' | '90' | 'all' } | { kind: 'custom'; from: string; to: string };

const dayMs = 86_400_000;

/** `dayBefore('2026-03-01', 1) === '2026-02-28'` */
export function dayBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
}

/** The range as API parameters, counted back from the latest closed mining date; unbounded without one. */
export function boundsOf(range: DateRange, latest: string | null): { from?: string; to?: string } {
  if (range.kind === 'custom') return { from: range.from, to: range.to };
  if (range.kind === 'all' || latest === null) return {};
  return { from: dayBefore(latest, { 7: 6, 30: 29, 90: 89 }[range.kind]), to: latest };
}

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

/** Parses a range (`30`, `all`, `2026-01-01~2026-01-31`); the default is the last 30 days. */
export function parseRange(text: string | null): DateRange {
  if (text === '7' || text === '90' || text === 'all') return { kind: text };
  const [from = '', to = ''] = (text ?? '').split('~');
  if (datePattern.test(from) && datePattern.test(to) && from <= to) return { kind: 'custom', from, to };
  return { kind: '30' };
}

export function writeRange(range: DateRange): string {
  return range.kind === 'custom' ? `${range.from}~${range.to}` : range.kind;
}
