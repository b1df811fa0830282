// What is shown is read by index: how long a house has been publishing costs its customers nothing.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { readRevisions } from './console/content-lists.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  // Years of daily publishing under 40 names.
  await app.owner.query({
    text: `insert into content_revision (kind, name, html, starts_at, created_at, created_by, published_at, published_by)
           select 'FORCED', 'f' || n % 40, '<p>' || repeat(md5(n::text), 100) || '</p>',
             '2026-01-01'::timestamptz + n * interval '1 minute', now(), 'test', now(), 'test'
           from generate_series(1, 6000) n`,
  });
  await app.owner.query({ text: 'vacuum analyze content_revision' });
});
afterAll(() => app.stop());

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Relation Name'?: string;
  Plans?: Plan[];
}

function scans(plan: Plan): Plan[] {
  const own = plan['Relation Name'] === 'content_revision' ? [plan] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scans)];
}

async function rowsRead(text: string): Promise<{ rows: number; kinds: Set<string> }> {
  const { rows } = await app.database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
    text: `explain (analyze, format json) ${text}`,
  });
  const found = scans((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan);
  const read = found.reduce((sum, scan) => sum + scan['Actual Rows'] * scan['Actual Loops'], 0);
  return { rows: read, kinds: new Set(found.map((scan) => scan['Node Type'])) };
}

it('reads two rows a name or little more, whatever was published before', async () => {
  const { rows, kinds } = await rowsRead(`select * from content_in_force('FORCED', '2026-03-10')`);
  expect(rows).toBeLessThanOrEqual(90);
  expect([...kinds].every((kind) => kind.startsWith('Index'))).toBe(true);
});

it('would be seen reading it all (broken control)', async () => {
  const all = `select distinct on (name) * from content_revision where kind = 'FORCED' order by name, starts_at desc`;
  expect((await rowsRead(all)).rows).toBe(6000);
});

it('counts the confirmations of a text once, however many of the listed revisions have it', async () => {
  const customer = await app.createCustomer();
  await app.owner.query({
    text: `with revision as (
             insert into content_revision (kind, name, html, starts_at, created_at, created_by, published_at, published_by)
             select 'FORCED', 'same', '<p>same</p>', '2026-01-01'::timestamptz + n * interval '1 minute', now(), 'test', now(), 'test'
             from generate_series(1, 40) n returning id, content_hash
           )
           insert into forced_notice_confirmation (customer_id, content_hash, revision_id, confirmed_at)
           select $1, content_hash, id, now() from revision order by id limit 1`,
    values: [customer.id],
  });
  const scanned = await app.database.transaction(async (dbTx) => {
    const filter = { kind: 'FORCED', name: 'same', view: 'ALL' } as const;
    const listed = await readRevisions(dbTx, filter, app.clock.now(), { after: null, limit: 50 });
    expect(listed.map(({ confirmed }) => confirmed)).toEqual(Array.from({ length: 40 }, () => 1));
    const { rows } = await dbTx.query<{ scans: bigint }>({
      text: `select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables where relname = 'forced_notice_confirmation'`,
    });
    return Number(rows[0]?.scans);
  });
  expect(scanned).toBe(1);
});
