/** The rows of a statement that was asked about several things, one row each, in the order of asking. Throws when one is missing. */
export function inOrder<Row extends { place: number }>(asked: number, rows: readonly Row[]): Row[] {
  const ordered = Array<Row | undefined>(asked).fill(undefined);
  for (const row of rows) ordered[row.place - 1] = row;
  if (ordered.includes(undefined) || rows.length !== asked)
    throw new Error(`${rows.length} rows for ${asked} questions`);
  return ordered as Row[];
}
