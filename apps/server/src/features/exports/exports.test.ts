/** Proves that a list leaves the house whole, on one state, with its line in the audit log, and that few leave at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';
import { awaitLockWaiters } from '../../testing/lock-waiters.ts';

let app: TestApp;
let finance: ReturnType<typeof consoleClient>;
let auditor: typeof finance;
let approver: typeof finance;
let address: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00Z', env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  // More than two statements read, named so that a spreadsheet would compute the second.
  await app.owner.query({
    text: `insert into customer (account, nickname, tags, created_at)
      select '139' || lpad(i::text, 8, '0'), case i when 2 then '=1+1' else 'n' || i end, case when i % 100 = 0 then array['矿场'] else '{}'::text[] end, $1
      from generate_series(1, 2300) i`,
    values: [app.clock.now()],
  });
  [finance, auditor, approver] = [consoleClient(app.console), consoleClient(app.console), consoleClient(app.console)];
  for (const [name, { call }] of Object.entries({ finance, auditor, approver }))
    await call('loginByPassword', { name, password: 'Lode@Console1' });
  address = await app.console.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  // They are kept open for the next request, which does not come.
  app.console.server.closeAllConnections();
  await app.stop();
});

const audited = async () =>
  (
    await app.owner.query<{ subject: string; reason: string; detail: object }>({
      text: `select subject, reason, detail - 'session' - 'origin' as detail from audit_log where action = 'list:export' order by id`,
    })
  ).rows;

const rowsOf = (file: string) => file.trimEnd().split('\r\n');

/** Over a socket, where a part of the answer can be read and the rest be left. */
const begin = ({ jar }: typeof finance, body: object, signal?: AbortSignal) =>
  fetch(`${address}/staff/export/customers`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: consoleOrigin,
      cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; '),
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

describe('a list as a file', () => {
  it('holds every record of its filter, masked, with nothing that a spreadsheet computes', async () => {
    const { code, data, headers } = await finance.call('exportCustomers', { sort: 'OLDEST', reason: ' 季度核对 ' });
    expect(code).toBe(200);
    const rows = rowsOf(data);
    expect(rows).toHaveLength(2301);
    expect(rows[0]).toBe('\ufeff编号,账号,名称,标签,状态,矿机,欠费 USDT,提现已冻结,建立');
    expect(rows[2]).toMatch(/^\d+,139\*\*\*\*02,'=1\+1,,正常,0,0\.000000,否,2026-03-10 12:00:00$/);
    expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(2301);
    expect(headers['content-disposition']).toContain('customers-2026-03-10.csv');
    expect(await audited()).toEqual([{ subject: 'customers', reason: '季度核对', detail: { sort: 'OLDEST' } }]);
  });

  it('is the list that was filtered', async () => {
    const { data } = await finance.call('exportCustomers', { tag: '矿场', reason: 'x' });
    expect(rowsOf(data)).toHaveLength(24);
    for (const call of ['exportMachines', 'exportWithdrawals', 'exportDeposits', 'exportTransfers'] as const)
      expect(rowsOf((await finance.call(call, { reason: 'x' })).data)).toHaveLength(1);
  });

  it('needs a reason and a filter that the list takes; what is refused is in no log and keeps no place', async () => {
    const before = await audited();
    expect((await finance.call('exportCustomers', {})).code).toBe(400);
    expect((await finance.call('exportCustomers', { reason: 'x', cursor: 'MQ' })).code).toBe(400);
    expect((await finance.call('exportTransfers', { reason: 'x', from: '2026-02-30' })).code).toBe(400);
    expect(await audited()).toEqual(before);
    expect((await finance.call('exportTransfers', { reason: 'x' })).code).toBe(200);
  });

  it('is of one state, one at a time for each member', async () => {
    let open: Promise<Response> | undefined;
    const newcomer = await app.owner.transaction(async (dbTx) => {
      // The list waits here, behind its state.
      await dbTx.query({ text: 'lock table customer in access exclusive mode' });
      open = begin(finance, { reason: 'x' });
      await awaitLockWaiters(app.owner, 1, 'relation');
      expect((await begin(finance, { reason: 'x' })).status).toBe(429);
      const { rows } = await dbTx.query<{ id: bigint }>({
        text: `insert into customer (account, created_at) values ('13700000001', $1) returning id`,
        values: [app.clock.now()],
      });
      return `\r\n${rows[0]?.id},`;
    });
    const file = await (await open)?.text();
    expect(rowsOf(file ?? '')).toHaveLength(2301);
    expect(file).not.toContain(newcomer);
    // Control: the next file has it.
    expect((await finance.call('exportCustomers', { reason: 'x' })).data).toContain(newcomer);
  });

  it('is of two members at once, and who hangs up gives the place back', async () => {
    const hangUp = new AbortController();
    await app.owner.transaction(async (dbTx) => {
      await dbTx.query({ text: 'lock table customer in access exclusive mode' });
      const left = begin(finance, { reason: 'x' }, hangUp.signal);
      const other = begin(auditor, { reason: 'x' });
      await awaitLockWaiters(app.owner, 2, 'relation');
      expect((await begin(approver, { reason: 'x' })).status).toBe(429);
      hangUp.abort();
      await expect(left).rejects.toThrow('abort');
      void other.then((response) => response.text());
    });
    for (const member of [finance, auditor, approver])
      await expect.poll(async () => (await member.call('exportCustomers', { reason: 'x' })).code).toBe(200);
  });
});
