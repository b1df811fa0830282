import pg from 'pg';

/**
 * For a control: a guard that takes longer with each closed day there is, as one does that reads what a customer had before. False: it
 * is taken away again.
 */
export async function setSlowGuard(
  adminUrl: string,
  { table, kind }: { table: string; kind: string },
  isSlow: boolean,
): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(
    isSlow
      ? `create function bench_slow_guard() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
         begin
           perform pg_sleep(0.05 * least(count(*), 40)) from day_close where kind = '${kind}';
           return null;
         end $$;
         create trigger bench_slow_guard after insert on ${table} for each statement execute function bench_slow_guard()`
      : 'drop function bench_slow_guard cascade',
  );
  await admin.end();
}
