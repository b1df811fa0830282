// Proves that of a file of terms the second person is shown first what moves most, can read every line, and approves no other lines.
import { maskAccount } from '@lode/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../../testing/app.ts';
import { addStaff, runCommand } from '../../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../../testing/console-client.ts';
import { addMachine, machineLine } from '../../../testing/machines.ts';
import { recordDay } from '../../../testing/recorded-days.ts';
import { addNewestDay, proposalCommand } from './testing/terms-fixture.ts';

const startTime = '2026-03-09T00:00:00Z';
let app: TestApp;
let friend: TestCustomer;
let call: Record<'operations' | 'approver', ReturnType<typeof consoleClient>['call']>;
const lines: { line: number; values: Record<string, string> }[] = [];

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00Z', env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  await addNewestDay(app.owner);
  await recordDay(app.owner, '2026-03-08');
  friend = await app.createCustomer();
  await addMachine(app, {
    machineNo: 'DEAR-1',
    account: friend.account,
    site: 'dear',
    electricityPrice: '0.06',
    startTime,
  });
  for (let c = 0; c < 16; c += 1) {
    const { account } = await app.createCustomer();
    const rows = [0, 1, 2, 3].map((m) => machineLine({ machineNo: `N-${c}-${m}`, account, startTime }, m + 2));
    await app.slices.machines.importMachines(rows, app.clock.now());
    for (const { values } of rows)
      lines.push({ line: lines.length + 2, values: { machineNo: values.machineNo, from: '2026-03-20', site: 'dear' } });
  }
  await addMachine(app, { machineNo: 'FRIEND-1', account: friend.account, startTime });
  lines.push({ line: lines.length + 2, values: { machineNo: 'FRIEND-1', from: '2026-03-12', hashrate: '60' } });
  call = { operations: await session('operations', 1), approver: await session('approver', 2) };
});
afterAll(() => app.stop());

async function session(name: string, n: number) {
  const client = consoleClient(app.console, { ip: `203.0.113.${n}` });
  await client.call('loginByPassword', { name, password: 'Lode@Console1' });
  return client.call;
}

/** The id of a proposal of such a file: `hashrate` for the friend's machine, below all others. */
async function proposed(hashrate: string): Promise<string> {
  const [last] = lines.slice(-1);
  const given = lines.map((one) => (one === last ? { ...one, values: { ...one.values, hashrate } } : one));
  const options = { lines: JSON.stringify(given) };
  const { data } = await call.operations('propose', { action: 'import:terms', options, reason: '64 machines move' });
  return data.id;
}

it('shows a machine of another kind of change among many', async () => {
  const { data: shown } = await call.approver('proposal', { id: await proposed('60') });
  for (const text of [shown.proposal.summary, shown.effect]) {
    expect(text).toContain('FRIEND-1 2026-03-12 起：算力 50 → 60');
    expect(text).toMatch(
      new RegExp(`${maskAccount(friend.account).replaceAll('*', '\\*')}，1 台：产出 0\\.\\d+ → 0\\.\\d+ BTC/天`),
    );
    expect(text).toMatch(/完整清单共 \d+ 行，请下载后再复核，校验码 [0-9a-f]{16}/);
  }
});

it('names those first whom a price moves most', async () => {
  const options = { site: '乐山二期', price: '0.04', from: '2026-03-12' };
  const { data } = await call.operations('previewProposal', { action: 'tariff:set', options });
  const named = (data.summary as string).split('；').filter((line) => line.includes(' 台：'));
  expect(named.map((line) => Number(/，(\d+) 台：/.exec(line)?.[1]))).toEqual([...Array(16).fill(4), 1]);
});

it('gives every line as a file and at the terminal, and says in the audit log who took it', async () => {
  const id = await proposed('60');
  const { data: file } = await call.approver('proposalFile', { id });
  const rows = (file.content as string).split('\r\n');
  expect(file.name).toBe(`proposal-${id}.csv`);
  expect(rows.filter((row) => row.startsWith('给出的内容'))).toHaveLength(65);
  expect(rows).toContain('给出的内容,各行内容 第 66 行,矿机编号 FRIEND-1，第一个矿日 2026-03-12，算力 60');
  for (const { values } of lines)
    expect(rows.some((row) => row.startsWith('现在批准的结果') && row.includes(`,${values.machineNo} `))).toBe(true);

  const shown = await runCommand(app, proposalCommand(app, 'proposal:show'), `--id ${id}`);
  expect(shown.exit).toBe(0);
  for (const { values } of lines) expect(shown.printed.join('\n')).toContain(`\n${values.machineNo} from `);

  // A reader who neither proposed nor decides has what was given, not what it would do now.
  const auditor = await session('auditor', 3);
  expect((await auditor('proposalFile', { id })).data.content).not.toContain('现在批准的结果');
  const { rows: trace } = await app.owner.query<{ name: string }>({
    text: `select name from audit_log join staff on staff.id = staff_id where action = 'proposal:file' and subject = $1 order by audit_log.id`,
    values: [`proposal ${id}`],
  });
  expect(trace.map(({ name }) => name)).toEqual(['approver', 'auditor']);
});

it('is not proposed with a hashrate that the model cannot reach', async () => {
  const [last] = lines.slice(-1);
  const given = [{ ...last, values: { ...last?.values, hashrate: '500' } }];
  const options = { lines: JSON.stringify(given) };
  expect(await call.operations('propose', { action: 'import:terms', options, reason: 'tuned' })).toMatchObject({
    code: 40008,
    data: { reason: expect.stringContaining('算力 500 TH/s 超出机型 S17 Pro 能达到的：标称 50 TH/s，最多 75 TH/s') },
  });
});

it('does nothing where a line that was not shown has become another', async () => {
  const id = await proposed('60');
  const { data: shown } = await call.approver('proposal', { id });
  const hidden = lines.find(({ values }) => !shown.effect?.includes(`${values.machineNo} `))?.values.machineNo;
  expect(hidden).toBeDefined();
  await app.owner.query({
    text: `update staff_proposal set input = jsonb_set(input, '{lines}', to_jsonb(replace(input ->> 'lines', $2, $3))) where id = $1`,
    values: [id, `"${hidden}","from":"2026-03-20"`, `"${hidden}","from":"2026-03-21"`],
  });
  expect((await call.approver('approveProposal', { id, effect: shown.effect })).code).toBe(40008);
  const { data: now } = await call.approver('proposal', { id });
  expect(now.effect).not.toBe(shown.effect);
  expect((await call.approver('approveProposal', { id, effect: now.effect })).code).toBe(200);
});
