// Transfers and postings lie in a month's partitions: each guard holds there too, a key and an event stay known in every month, and a
// month begins for all postings at once.
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { KeyReused } from '../core/errors.ts';
import { postBatch } from '../testing/post-batch.ts';
import { day, deposit, output, withdrawal } from '../testing/sample-transfers.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { assertBooksBalance } from './check-books.ts';
import { openMonth } from './open-month.ts';
import { postTransfer } from './post-transfer.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await postTransfer(db.app, deposit('before', 1n, 1000n));
  await openMonth(db.app, '2026-10-31');
  await postTransfer(db.app, withdrawal('october', 1n, 10n));
  await openMonth(db.app, '2026-11-20');
  await postTransfer(db.app, withdrawal('november', 1n, 20n));
});
afterEach(() => assertBooksBalance(db.app));
afterAll(() => db.drop());

async function placeOf(key: string): Promise<unknown> {
  const { rows } = await db.app.query<{ place: unknown }>({
    text: `select json_build_array(t.tableoid::regclass, p.tableoid::regclass, t.id) as place
      from ledger.transfer t join ledger.posting p on p.transfer_id = t.id where t.key = $1`,
    values: [key],
  });
  return rows[0]?.place;
}

const months = async () =>
  (await db.app.query({ text: 'select month, first_transfer from ledger.month order by month' })).rows;

const partitions = async (): Promise<string[]> => {
  const { rows } = await db.owner.query<{ name: string }>({
    text: `select oid::regclass::text as name from pg_class
      where relispartition and relkind = 'r' and relnamespace = 'ledger'::regnamespace order by 1`,
  });
  return rows.map(({ name }) => name);
};

describe('a transfer', () => {
  it('lies with its postings in the month that was open when it was posted', async () => {
    expect(await placeOf('before')).toEqual(['ledger.transfer_first', 'ledger.posting_first', 1]);
    expect(await placeOf('october')).toEqual(['ledger.transfer_2026_10', 'ledger.posting_2026_10', 32_200_000_000_000]);
    expect(await placeOf('november')).toEqual([
      'ledger.transfer_2026_11',
      'ledger.posting_2026_11',
      32_300_000_000_000,
    ]);
    expect(await months()).toEqual([
      { month: '-infinity', first_transfer: 0n },
      { month: '2026-10-01', first_transfer: 32_200_000_000_000n },
      { month: '2026-11-01', first_transfer: 32_300_000_000_000n },
    ]);
  });

  it('is replayed by its key in a later month, whole batches too', async () => {
    const again = await postTransfer(db.app, withdrawal('october', 1n, 10n));
    expect(again).toMatchObject({ transferId: 32_200_000_000_000n, replayed: true, answer: { z: 'first', a: '10' } });
    await expect(postTransfer(db.app, withdrawal('october', 1n, 11n))).rejects.toThrow(KeyReused);
    const batch = { ...withdrawal('october', 1n, 11n), input: 'other' };
    await expect(postBatch(db.app, batch)).rejects.toThrow(KeyReused);
  });

  it('of an event is posted once, in whatever month', async () => {
    const event = (key: string) => ({ ...deposit(key, 3n, 5n), sourceId: 'event' });
    await postTransfer(db.app, event('first'));
    await openMonth(db.app, '2026-12-01');
    await expect(postTransfer(db.app, event('second'))).rejects.toThrow(KeyReused);
    expect(await postTransfer(db.app, event('first'))).toMatchObject({ replayed: true });
  });

  it('whose key is taken at the same time in two sessions is posted once', async () => {
    const [one, two] = [await db.app.connect(), await db.app.connect()];
    try {
      await one.query('begin');
      await postTransfer(one, deposit('raced', 4n, 7n));
      const other = postTransfer(two, deposit('raced', 4n, 7n));
      await one.query('commit');
      expect(await other).toMatchObject({ replayed: true });
      await one.query('begin');
      await postTransfer(one, deposit('given up', 4n, 7n));
      const next = postTransfer(two, deposit('given up', 4n, 7n));
      await one.query('rollback');
      expect(await next).toMatchObject({ replayed: false });
    } finally {
      one.release();
      two.release();
    }
  });
});

/** The error code of a statement run alone, inside a transaction that is rolled back; 'done' where nothing refused it. */
async function codeOf(who: 'app' | 'owner', text: string, prepare: readonly string[] = []): Promise<string> {
  const client: pg.PoolClient = await db[who].connect();
  try {
    await client.query('begin');
    for (const statement of prepare) await client.query(statement);
    return await client.query(text).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const attacksOn = (partition: string) => [
  `delete from ${partition}`,
  `truncate ${partition}`,
  ...(partition.includes('transfer')
    ? [
        `update ${partition} set kind = 'other'`,
        `insert into ${partition} (id, key, input_hash, kind, business_date, posted_at) values (9, 'x', sha256('x'), 'x', '${day}', now())`,
      ]
    : [
        `update ${partition} set amount = amount + 1`,
        `insert into ${partition} (transfer_id, line, debit, credit, customer, type, amount, credit_after, date)
           values (1, 2, -11, 111, 1, 'RECHARGE_BTC', 1, 1001, '${day}')`,
      ]),
];

describe('a partition itself', () => {
  it('is open to no role, not even to read', async () => {
    const found = await partitions();
    expect(found).toContain('ledger.posting_2026_11');
    for (const partition of found)
      for (const attack of [...attacksOn(partition), `select from ${partition}`])
        expect([attack, await codeOf('app', attack)]).toEqual([attack, '42501']);
  });

  it('refuses its owner what the ledger’s tables refuse', async () => {
    for (const partition of await partitions())
      for (const attack of attacksOn(partition)) {
        expect([attack, await codeOf('owner', attack)]).toEqual([attack, 'LD000']);
        // Without its own triggers it would let each pass (broken control).
        const open = [`alter table ${partition} disable trigger user`];
        if (/^(delete|update|truncate)/.test(attack)) expect(await codeOf('owner', attack, open)).toBe('done');
      }
  });

  it('keeps the tables’ conditions and the key of a row', async () => {
    const door = ['set local search_path = ledger, pg_temp'];
    const insert = (values: string) =>
      `insert into ledger.posting_first (transfer_id, line, debit, credit, customer, type, amount, credit_after, date) values (${values})`;
    const rest = `'RECHARGE_BTC', 1, 1, '${day}'`;
    expect(await codeOf('owner', insert(`1, 2, -11, 111, 1, ${rest}`), door)).toBe('done');
    expect(await codeOf('owner', insert(`1, 2, -12, 111, 1, ${rest}`), door)).toBe('23514');
    expect(await codeOf('owner', insert(`1, 1, -11, 111, 1, ${rest}`), door)).toBe('23505');
    // A row of another month.
    expect(await codeOf('owner', insert(`32300000000000, 2, -11, 111, 1, ${rest}`), door)).toBe('23514');
  });

  it('takes the key of a transfer that is written into it', async () => {
    const insert = (key: string) =>
      `insert into ledger.transfer_first (id, key, input_hash, kind, business_date, posted_at) values (9, '${key}', sha256('x'), 'x', '${day}', now())`;
    const door = ['set local search_path = ledger, pg_temp'];
    const counted = `do $$ begin if (select count(*) from ledger.transfer where id = 9) <> 1 then raise exception 'none' using errcode = 'LDNON'; end if; end $$`;
    expect(await codeOf('owner', counted, [...door, insert('new')])).toBe('done');
    expect(await codeOf('owner', counted, [...door, insert('november')])).toBe('LDNON');
  });
});

describe('keys and months', () => {
  it.each([
    'delete from ledger.transfer_key',
    'truncate ledger.transfer_key',
    `update ledger.transfer_key set key = 'other'`,
    `insert into ledger.transfer_key (key, transfer_id) values ('x', 1)`,
    'delete from ledger.month',
    'update ledger.month set first_transfer = 1',
    `insert into ledger.month values ('2030-01-01', 1)`,
  ])('are not written by hand: %s', async (attack) => {
    expect(await codeOf('app', attack)).toBe('42501');
    expect(await codeOf('owner', attack)).toBe('LD000');
  });
});

describe('a month', () => {
  const isOpen = async (month: string) => (await months()).some((row) => (row as { month: string }).month === month);

  it('is opened once, and none before it afterwards', async () => {
    const before = await partitions();
    await openMonth(db.app, '2027-02-03');
    await openMonth(db.app, '2027-02-28');
    await openMonth(db.app, '2027-01-31');
    expect(await partitions()).toEqual([...before, 'ledger.posting_2027_02', 'ledger.transfer_2027_02'].sort());
    expect(await Promise.all([1, 2, 3, 4].map(() => openMonth(db.app, '2027-03-01')))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(await isOpen('2027-03-01')).toBe(true);
  });

  it('waits for a transaction that holds an id of the month before; others post meanwhile', async () => {
    const client = await db.app.connect();
    try {
      await client.query('begin');
      const { transferId } = await postTransfer(client, deposit('held', 5n, 9n));
      const opened = db.app.query({ text: `select ledger.open_month('2027-04-01') as opened` });
      const posted = postTransfer(db.app, deposit('meanwhile', 6n, 9n));
      expect((await opened).rows).toEqual([{ opened: false }]);
      expect((await posted).transferId).toBe(transferId + 1n);
      expect(await isOpen('2027-04-01')).toBe(false);
      await client.query('commit');
    } finally {
      client.release();
    }
    await openMonth(db.app, '2027-04-01');
    expect((await postTransfer(db.app, deposit('after', 6n, 9n))).transferId).toBe(32_800_000_000_000n);
  });

  it('is not opened by a transaction that is given up', async () => {
    const before = await partitions();
    expect(await codeOf('app', `select ledger.open_month('2027-05-01')`)).toBe('done');
    expect(await partitions()).toEqual(before);
    const { transferId } = await postTransfer(db.app, deposit('goes on', 6n, 9n));
    expect(transferId).toBeLessThan(32_900_000_000_000n);
  });

  it('turns under load, and every transfer is in one of the two', async () => {
    const posts = Array.from({ length: 300 }, (_, i) =>
      postTransfer(db.app, deposit(`load ${i}`, BigInt(100 + (i % 7)), 1n)),
    );
    await openMonth(db.app, '2027-06-01');
    const ids = (await Promise.all(posts)).map(({ transferId }) => transferId);
    expect(new Set(ids).size).toBe(300);
    expect(await isOpen('2027-06-01')).toBe(true);
  });

  it('is opened by who closes days alone, and where the clock is the real one not before it begins', async () => {
    expect(await codeOf('app', `select ledger.make_month('x')`)).toMatch(/^42/);
    expect(await codeOf('app', `select public.make_partition('ledger.posting', 'mine', '1', '2')`)).toBe('42501');
    const client = await db.owner.connect();
    try {
      await client.query('begin');
      await client.query(`insert into installation (mode, pepper_fingerprint) values ('production', sha256('x'))
        on conflict (only_row) do update set mode = 'production'`);
      const opened = async (when: string) =>
        (await client.query(`select ledger.open_month(${when}) as opened`)).rows[0].opened;
      const coming = `(select greatest(max(month), current_date) + 62 from ledger.month)`;
      expect(await opened(coming)).toBe(false);
      await client.query(`update installation set mode = 'demo'`);
      expect(await opened(coming)).toBe(true);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('holds what accounts have', async () => {
    const { rows } = await db.app.query({
      text: 'select posted from ledger.balance where account = $1',
      values: [output(1n)],
    });
    expect(rows).toEqual([{ posted: 970n }]);
  });
});
