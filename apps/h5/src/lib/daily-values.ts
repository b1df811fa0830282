const dayMs = 86_400_000;

/**
 * A value for every date from the first to `last` or the newest one, oldest first: dates without a record had nothing. A chart
 * of records alone would draw a month with two records as two days.
 */
export function dailyValues<Value>(
  records: readonly { date: string; value: Value }[],
  none: Value,
  last?: string | null,
): { date: string; value: Value }[] {
  const byDate = new Map(records.map(({ date, value }) => [date, value]));
  const dates = [...byDate.keys(), ...(last ? [last] : [])].sort();
  const [first] = byDate.size > 0 ? dates : [];
  const end = dates.at(-1);
  if (!first || !end) return [];
  const count = Math.round((Date.parse(end) - Date.parse(first)) / dayMs) + 1;
  return Array.from({ length: count }, (_, i) => {
    const date = new Date(Date.parse(first) + i * dayMs).toISOString().slice(0, 10);
    return { date, value: byDate.get(date) ?? none };
  });
}
