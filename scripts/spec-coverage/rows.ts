interface Section {
  section: string;
  rows: Record<string, string>;
}

/** One row of the product spec under our own id, such as `call:GET /api/user/wallet`. */
export interface Row {
  id: string;
  section: string;
  text: string;
}

export function parseRows(json: string): Row[] {
  const sections = JSON.parse(json) as Section[];
  const rows = sections.flatMap(({ section, rows }) =>
    Object.entries(rows).map(([id, text]): Row => ({ id, section, text })),
  );
  const ids = new Set<string>();
  for (const { id } of rows) {
    if (ids.has(id)) throw new Error(`spec row ${id} is listed twice`);
    ids.add(id);
  }
  return rows;
}

/** The part before the colon of every row: only brackets that open with one of these are tags. */
export function kindsOf(rows: readonly Row[]): Set<string> {
  return new Set(rows.map(({ id }) => id.slice(0, id.indexOf(':'))));
}
