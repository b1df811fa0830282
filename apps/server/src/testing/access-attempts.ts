import type { Database } from '../platform/db/database.ts';

/** What a role may do with a table, view, function or sequence, as `db/access.md` says it: `select, insert (name), update (price)`. */
export type AccessList = Map<string, string>;

interface Relation {
  name: string;
  columns: string[];
}

const ours = `n.nspname in ('public', 'ledger') and c.relname !~ '^schema_migration'`;

/** Tables with their columns, as the owner sees them. */
async function readTables(owner: Database): Promise<Relation[]> {
  const { rows } = await owner.query<Relation>({
    text: `select c.oid::regclass::text as name,
        (select array_agg(quote_ident(a.attname) order by a.attname) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and ${ours}`,
  });
  return rows;
}

/** A statement of each kind. None changes a row, and PostgreSQL decides on the right before it looks at rows. */
const statements = {
  select: (table: string, column: string) => `select ${column} from ${table} where false`,
  insert: (table: string) => `insert into ${table} default values`,
  update: (table: string, column: string) => `update ${table} set ${column} = default where false`,
  delete: (table: string) => `delete from ${table} where false`,
  truncate: (table: string) => `truncate ${table}`,
};

/** Tries each statement in a subtransaction of its own, which is undone: null where it was permitted, else the refusal. */
export async function attempt(database: Database, tried: readonly string[]): Promise<(string | null)[]> {
  return database.transaction(async (dbTx) => {
    await dbTx.query({ text: `select set_config('lode.tried', $1, true)`, values: [JSON.stringify(tried)] });
    await dbTx.query({
      text: `do $$
        declare
          statement text;
          refusals jsonb := '[]';
        begin
          for statement in select jsonb_array_elements_text(current_setting('lode.tried')::jsonb) loop
            begin
              execute statement;
              raise exception 'undone' using errcode = 'LDUND';
            exception
              -- A policy of a table is about its rows.
              when insufficient_privilege then
                refusals := refusals || case when sqlerrm like '%row-level security%' then 'null' else to_jsonb(sqlerrm) end;
              when others then refusals := refusals || 'null';
            end;
          end loop;
          perform set_config('lode.refused', refusals::text, true);
        end $$`,
    });
    const { rows } = await dbTx.query<{ refused: string }>({
      text: `select current_setting('lode.refused') as refused`,
    });
    return JSON.parse(rows[0]?.refused ?? '[]');
  });
}

/** Every statement of every table, tried by the role itself. */
export async function tableAccess(database: Database, owner: Database): Promise<AccessList> {
  const tables = await readTables(owner);
  const tries = tables.flatMap(({ name, columns }) => [
    ...(['insert', 'delete', 'truncate'] as const).map((may) => ({ name, may, text: statements[may](name) })),
    ...columns.flatMap((column) =>
      (['select', 'update'] as const).map((may) => ({
        name,
        may: `${may}:${column}`,
        text: statements[may](name, column),
      })),
    ),
  ]);
  const refusals = await attempt(
    database,
    tries.map(({ text }) => text),
  );
  const permitted = new Set(
    tries.filter((_one, index) => refusals[index] === null).map(({ name, may }) => `${name} ${may}`),
  );
  const may = (table: string, what: string): boolean => permitted.has(`${table} ${what}`);
  const inserts = await insertColumns(database);
  return new Map(
    tables.map(({ name, columns }) => {
      const words = (right: 'select' | 'update') => {
        const columnsOfIt = columns.filter((column) => may(name, `${right}:${column}`));
        if (columnsOfIt.length === columns.length) return right;
        return columnsOfIt.length > 0 && `${right} (${columnsOfIt.join(', ')})`;
      };
      const rights = [
        words('select'),
        may(name, 'insert') && insertWords(inserts.get(name)),
        words('update'),
        may(name, 'delete') && 'delete',
        may(name, 'truncate') && 'truncate',
      ];
      return [name, rights.filter(Boolean).join(', ')];
    }),
  );
}

const insertWords = (columns: readonly string[] | undefined): string =>
  columns === undefined ? 'insert' : `insert (${columns.join(', ')})`;

/** Tables whose rows a role may insert with some columns only. */
async function insertColumns(database: Database): Promise<Map<string, string[]>> {
  const { rows } = await database.query<{ name: string; columns: string[] }>({
    text: `select c.oid::regclass::text as name, array_agg(quote_ident(a.attname) order by a.attname) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and ${ours} and a.attnum > 0 and not a.attisdropped
        and not has_table_privilege(c.oid, 'INSERT') and has_column_privilege(c.oid, a.attnum, 'INSERT')
      group by c.oid`,
  });
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Views, functions and sequences, by the catalogue: the same one that PostgreSQL asks. */
export async function otherAccess(database: Database): Promise<AccessList> {
  const { rows } = await database.query<{ name: string; rights: string }>({
    text: `
      select c.oid::regclass::text as name, concat_ws(', ', case when has_any_column_privilege(c.oid, 'SELECT') then 'select' end,
          case when has_any_column_privilege(c.oid, 'INSERT') then 'insert' end,
          case when has_any_column_privilege(c.oid, 'UPDATE') then 'update' end,
          case when has_table_privilege(c.oid, 'DELETE') then 'delete' end) as rights
        from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('v', 'm') and ${ours}
      union all
      select c.oid::regclass::text, concat_ws(', ', case when has_sequence_privilege(c.oid, 'USAGE') then 'usage' end,
          case when has_sequence_privilege(c.oid, 'UPDATE') then 'update' end)
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'S' and ${ours} and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i')
      union all
      select p.oid::regproc::text || '()', case when has_function_privilege(p.oid, 'EXECUTE') then 'execute' else '' end
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'ledger')`,
  });
  return new Map(rows.map(({ name, rights }) => [name, rights]));
}
