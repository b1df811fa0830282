// Every table is known to the wrong rows, and every column of a table with money is altered by one of them or has a reason.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../apps/server/src/testing/app.ts';
import { columnsOf } from './alterations.ts';
import { columnsWithoutKind, tablesWithoutKind } from './columns-without-kind.ts';
import { wrongRows } from './kinds.ts';

let app: TestApp;
let columns: Map<string, string[]>;
beforeAll(async () => {
  app = await startTestApp();
  const { rows } = await app.owner.query<{ name: string; names: string[] }>({
    text: `select attrelid::regclass::text as name, array_agg(attname::text order by attnum) as names
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relkind in ('r', 'p') and not relispartition and attidentity <> 'a' and attgenerated = '' and relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) and attnum > 0 and not attisdropped
      group by attrelid`,
  });
  columns = new Map(rows.map(({ name, names }) => [name, names]));
});
afterAll(() => app.stop());

const withKinds = new Set(wrongRows.map(({ table }) => table));
const altered = (table: string) =>
  new Set(wrongRows.filter((kind) => kind.table === table).flatMap((kind) => kind.columns));

it('sorts every table: wrong rows are put into it, or there is a reason', () => {
  const listed = [...withKinds, ...Object.keys(tablesWithoutKind)];
  expect([...listed].sort()).toEqual([...columns.keys()].sort());
});

it('alters every column of a table with money, or names the reason', () => {
  const missing = [...withKinds].flatMap((table) => {
    const known = new Set([...altered(table), ...Object.keys(columnsWithoutKind[table] ?? {})]);
    return (columns.get(table) ?? []).filter((column) => !known.has(column)).map((column) => `${table}.${column}`);
  });
  expect(missing).toEqual([]);
});

it('gives no reason for a column that is altered, or that is not there', () => {
  const needless = Object.entries(columnsWithoutKind).flatMap(([table, reasons]) =>
    Object.keys(reasons)
      .filter((column) => altered(table).has(column) || !columns.get(table)?.includes(column))
      .map((column) => `${table}.${column}`),
  );
  expect(needless).toEqual([]);
  for (const { table, name, columns: names } of wrongRows)
    for (const column of names) expect(columns.get(table), `${table}, ${name}`).toContain(column);
});

it('reads the columns of an update', () => {
  expect(
    columnsOf(`a = case b when 'x, y' then f(1, 2) else '{"k":1}' end, c[1] = d + 1, e = (select min(id), 2 from t)`),
  ).toEqual(['a', 'c', 'e']);
});
