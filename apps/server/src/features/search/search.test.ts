/** Proves that each thing is found by what people type, exact ones first, that no query reads a big table from end to end, and who searched. */
import { houseAccount, postTransfer } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessDate } from '../../platform/clock/clock.ts';
import { declaredQueries } from '../../platform/db/query.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';
import { addMachine } from '../../testing/machines.ts';
import { bitcoinAddress, startWithdrawalFixture } from '../../testing/withdrawal-fixture.ts';
import { groupsOf, shownAtMost } from './find.ts';
import { readSearch } from './read-search.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: (typeof world)['app'];
let call: ReturnType<typeof consoleClient>['call'];
beforeAll(async () => {
  world = await startWithdrawalFixture({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  app = world.app;
  ({ call } = consoleClient(app.console));
  await call('loginByPassword', { name: 'auditor', password: 'Lode@Console1' });
});
afterAll(() => world.stop());

const search = async (text: string) => {
  const { code, data } = await call('search', { text });
  expect(code, text).toBe(200);
  return data.groups;
};
/** `CUSTOMER 7 exact`, in the order of the answer. */
const found = async (text: string) =>
  (await search(text)).flatMap(({ kind, hits }) =>
    hits.map(({ customerId, isExact }) => `${kind} ${customerId}${isExact ? ' exact' : ''}`),
  );

describe('what is typed', () => {
  it('finds a customer by account, by id, and by the end of a phone number, with the account masked', async () => {
    const { id, account } = await app.createCustomer();
    const other = await app.createCustomer();
    expect(await found(` ${account} `)).toEqual([`CUSTOMER ${id} exact`]);
    expect(await found(String(id))).toContain(`CUSTOMER ${id} exact`);
    const byEnd = await found(account.slice(-6));
    expect(byEnd).toContain(`CUSTOMER ${id}`);
    expect(byEnd).not.toContain(`CUSTOMER ${other.id}`);
    expect(await found(account.slice(-3))).toEqual([]);
    const [group] = await search(account);
    expect(group?.hits[0]?.account).toMatch(/^\d{3}\*{4}\d{2}$/);
    expect(JSON.stringify(group)).not.toContain(account);
  });

  it('finds a machine by its number in any case, and by its beginning behind that', async () => {
    const { id, account } = await app.createCustomer();
    const machine = { account, site: 'Leshan', startTime: '2026-03-09T00:00:00Z' };
    await addMachine(app, { ...machine, machineNo: 'LS9-1' });
    await addMachine(app, { ...machine, machineNo: 'LS9-12' });
    const [group] = await search('ls9-1');
    expect(group?.hits.map(({ title, isExact }) => [title, isExact])).toEqual([
      ['LS9-1', true],
      ['LS9-12', false],
    ]);
    expect(await found('LS9')).toEqual([`MACHINE ${id}`, `MACHINE ${id}`]);
    expect(await found('L9')).toEqual([]);
    expect(await found('S9-1')).toEqual([]);
  });

  it('finds a withdrawal by number, address and amount, and the transfer by its id', async () => {
    const customer = await world.customer();
    const { data } = await world.apply(customer, 'BTC', '0.12345678');
    const { number } = data as { number: string };
    const { id } = customer;
    expect(await found(number)).toEqual([`WITHDRAWAL ${id} exact`]);
    expect(await found(number.toLowerCase().replace('-', ''))).toEqual([`WITHDRAWAL ${id} exact`]);
    for (const amount of ['0.12345678 BTC', '0.12345678btc']) expect(await found(amount)).toEqual([`WITHDRAWAL ${id}`]);
    expect(await found('0.12345678 USDT')).toEqual([]);
    expect(await found('0.12345678')).toEqual([]);

    const byAddress = await found(bitcoinAddress.toUpperCase());
    expect(byAddress).toContain(`BOOK_ADDRESS ${id} exact`);
    expect(byAddress).toContain(`WITHDRAWAL ${id}`);
    // As no wallet writes it: the case alone is wrong.
    const mixed = [...bitcoinAddress].map((one, n) => (n % 2 ? one.toUpperCase() : one)).join('');
    expect(await found(mixed)).toEqual(byAddress);

    const { rows } = await app.owner.query<{ transfer: bigint }>({
      text: 'select transfer_id as transfer from withdrawal where number = $1',
      values: [number],
    });
    const [transfer] = (await search(String(rows[0]?.transfer))).filter(({ kind }) => kind === 'TRANSFER');
    expect(transfer?.hits).toMatchObject([
      { customerId: String(id), title: 'WITHDRAW', coin: 'BTC', amount: '0.12345678', isExact: true },
    ]);
    for (const text of [`T-${rows[0]?.transfer}`, `t${rows[0]?.transfer}`])
      expect(await found(text)).toEqual([`TRANSFER ${id} exact`]);
  });

  it('finds a transfer of the house by its number', async () => {
    const date = businessDate(app.clock.now());
    const { transferId } = await postTransfer(app.database, {
      key: 'treasury-by-hand:in',
      input: null,
      kind: 'treasury-by-hand',
      businessDate: date,
      postedAt: app.clock.now(),
      postings: [
        {
          from: houseAccount('CASH', 'BTC'),
          to: houseAccount('TREASURY', 'BTC'),
          type: 'TREASURY_MOVE',
          amount: 5n,
          date,
        },
      ],
    });
    for (const text of [`T-${transferId}`, String(transferId)]) {
      const [transfer] = (await search(text)).filter(({ kind }) => kind === 'TRANSFER');
      expect(transfer?.hits, text).toEqual([
        {
          kind: 'TRANSFER',
          id: String(transferId),
          customerId: null,
          account: null,
          title: 'treasury-by-hand',
          isExact: true,
          status: null,
          coin: 'BTC',
          amount: '0.00000005',
          at: app.clock.now().toISOString(),
        },
      ]);
    }
  });

  it('that is nothing finds nothing, and control characters are refused', async () => {
    for (const text of ['nothing@example.com', '%', '1,,', '0x', `W20261122-${'0'.repeat(10)}`, 'f'.repeat(64)])
      expect(await found(text), text).toEqual([]);
    for (const text of [' ', 'a\u0000', 'a\u202eb']) expect((await call('search', { text })).code, text).toBe(400);
  });
});

it('puts each search into the audit log, with what was typed', async () => {
  await search('13800009999');
  const { rows } = await app.owner.query({
    text: `select action, subject, detail, staff.name from audit_log join staff on staff.id = staff_id order by audit_log.id desc limit 1`,
  });
  expect(rows).toMatchObject([
    { action: 'search', subject: 'search', detail: { text: '13800009999', found: 0 }, name: 'auditor' },
  ]);
});

it('cuts each kind, keeps each record once, and puts what is exact first', () => {
  const hit = (id: number, isExact = false, kind: 'MACHINE' | 'DEPOSIT' = 'MACHINE') =>
    ({
      kind,
      id: `${id}`,
      customerId: '1',
      account: '',
      title: '',
      isExact,
      status: null,
      coin: null,
      amount: null,
      at: null,
    }) as const;
  const many = Array.from({ length: shownAtMost + 1 }, (_, n) => hit(n));
  const [deposits, machines] = groupsOf([...many, hit(3), hit(99, true, 'DEPOSIT')]);
  expect(deposits).toMatchObject({ kind: 'DEPOSIT', isCut: false });
  expect(machines).toMatchObject({ kind: 'MACHINE', isCut: true });
  expect(machines?.hits).toHaveLength(shownAtMost);
  expect(groupsOf([hit(1), hit(2, true), hit(1, true)])[0]?.hits.map(({ id }) => id)).toEqual(['2', '1']);
});

it('reads an amount only as money of its coin', () => {
  expect(readSearch('1,000.5 usdt').amount).toEqual({ coin: 'USDT', units: 1_000_500_000n });
  for (const text of ['1.0000001 USDT', '9'.repeat(30).concat(' BTC'), '1 DOGE', '1e3 BTC'])
    expect(readSearch(text).amount, text).toBeNull();
});

describe('plans', () => {
  const queries = [...declaredQueries].filter(([name]) => name.startsWith('search.'));

  /** With sequential scans priced out of reach one is left only where no index can answer. */
  async function planOf(text: string): Promise<string> {
    const parameters = new Set(Array.from(text.matchAll(/\$\d+/g), ([one]) => one)).size;
    const nulls = Array.from({ length: parameters }, () => 'null').join(', ');
    return app.owner.transaction(async (dbTx) => {
      await dbTx.query({ text: 'set local enable_seqscan = off' });
      await dbTx.query({ text: `set local plan_cache_mode = force_generic_plan` });
      await dbTx.query({ text: `prepare planned as ${text}` });
      const { rows } = await dbTx.query<{ 'QUERY PLAN': string }>({ text: `explain execute planned (${nulls})` });
      await dbTx.query({ text: 'deallocate planned' });
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  }

  /** Scans of a table or of an index from end to end. */
  function walksOf(plan: string): string[] {
    const lines = plan.split('\n');
    return lines.filter(
      (line, n) =>
        line.includes('Seq Scan') || (/Index (Only )?Scan/.test(line) && !lines[n + 1]?.includes('Index Cond')),
    );
  }

  it.each(queries)('%s walks by indexes alone', async (_name, text) => {
    expect(walksOf(await planOf(text))).toEqual([]);
  });

  it('would show a question that no index answers (broken control)', async () => {
    expect(queries.length).toBeGreaterThan(10);
    expect(walksOf(await planOf('select id from customer where nickname = $1'))).toHaveLength(1);
    const alongKey = 'select id from withdrawal where remark = $1 order by id desc limit 1';
    expect(walksOf(await planOf(alongKey))).toEqual([expect.stringContaining('withdrawal_pkey')]);
  });
});
