import type { TestApp } from './app.ts';

/** Digests of the rows of each table that was ever written, but what counts requests and guesses, and the logs that say who asked. */
export function rowReader({ owner }: Pick<TestApp, 'owner'>): () => Promise<Record<string, string>> {
  const counted = `from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'ledger'::regnamespace)
    and relname !~ '^(request_count|staff_attempt|security_.*|audit_log)$' and pg_relation_size(oid)`;
  const unwritten = `select 'unwritten' as name, string_agg(relname, ' ' order by oid) as digest ${counted} = 0`;
  let known = { unwritten: '', text: unwritten };

  async function readKnown(): Promise<Record<string, string>> {
    const { rows } = await owner.query<{ name: string; digest: string }>({ text: known.text });
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  }
  return async () => {
    const read = await readKnown();
    if (read.unwritten === known.unwritten) return read;
    // A table is written for the first time: its rows count from now on.
    const { rows } = await owner.query<{ name: string }>({ text: `select oid::regclass as name ${counted} > 0` });
    const digests = rows.map(({ name }) => `select '${name}', sum(hashtextextended(t::text, 0))::text from ${name} t`);
    known = { unwritten: read.unwritten ?? '', text: [unwritten, ...digests].join(' union all ') };
    return readKnown();
  };
}
