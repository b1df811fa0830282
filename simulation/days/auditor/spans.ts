/** Spans of time, each from an instant up to another, in order and apart. */
export interface Span {
  from: number;
  /** Infinite while it lasts. */
  to: number;
}

export function within(spans: readonly Span[], from: number, to: number): Span[] {
  return spans
    .map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) }))
    .filter((span) => span.from < span.to);
}

export function without(spans: readonly Span[], removed: readonly Span[]): Span[] {
  let left = [...spans];
  for (const { from, to } of removed)
    left = left.flatMap((span) => [...within([span], -Infinity, from), ...within([span], to, Infinity)]);
  return left;
}

export function union(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else joined.push({ ...span });
  }
  return joined;
}

export function wholeSeconds(spans: readonly Span[]): number {
  return Math.floor(spans.reduce((sum, { from, to }) => sum + to - from, 0) / 1000);
}
