// Files of customers and machines in the console: tried without a trace, refused line by line, brought in once and only as previewed.
import { createHash } from 'node:crypto';
import { maskAccount } from '@lode/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';

let app: TestApp;
const clients = new Map<string, ReturnType<typeof consoleClient>>();
const by = (name: string) => clients.get(name) as ReturnType<typeof consoleClient>;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00Z', env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  for (const [n, name] of ['support', 'operations', 'auditor'].entries()) {
    const client = consoleClient(app.console, { ip: `203.0.113.${n + 1}` });
    await client.call('loginByPassword', { name, password: 'Lode@Console1' });
    clients.set(name, client);
  }
});
afterAll(() => app.stop());

const count = async (table: 'customer' | 'machine' | 'audit_log') =>
  Number((await app.owner.query<{ count: bigint }>({ text: `select count(*) from ${table}` })).rows[0]?.count);
const customers = (...lines: string[]) => ['account,nickname,tags', ...lines].join('\n');
const machines = (...lines: string[]) =>
  [
    'machineNo,account,model,coin,hashrate,hashrateUnit,powerWatts,purchaseKind,site,electricityPrice,poolFeeRate,startTime,endTime',
    ...lines,
  ].join('\n');
const run = (name: string, kind: 'CUSTOMERS' | 'MACHINES', text: string, hash = hashOf(text)) =>
  by(name).call('runImport', { kind, text, hash, fileName: 'new.csv', reason: 'contract 7' });
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

it('says what a file would bring in, and nothing has changed', async () => {
  const before = [await count('customer'), await count('audit_log')];
  const text = customers('13900000001,阿明,vip;north', '13900000002,,');
  expect((await by('support').call('previewImport', { kind: 'CUSTOMERS', text })).data).toEqual({
    lines: 2,
    fresh: 2,
    alreadyThere: 0,
    errors: [],
    moreErrors: 0,
    columns: ['account', 'nickname', 'tags'],
    rows: [
      { line: 2, cells: [maskAccount('13900000001'), '阿明', 'vip、north'] },
      { line: 3, cells: [maskAccount('13900000002'), '', ''] },
    ],
    added: [],
    moreAdded: 0,
    hasDatesAlone: false,
    hash: hashOf(text),
  });
  expect([await count('customer'), await count('audit_log')]).toEqual(before);
});

it('names what is wrong by line, in Chinese, and brings nothing in', async () => {
  const text = customers('13900000001,阿明,vip', 'x,x,', '13900000003,x,bad tag');
  const { data } = await by('support').call('previewImport', { kind: 'CUSTOMERS', text });
  expect(data).toMatchObject({ lines: 3, fresh: 0 });
  expect(data.errors.map(({ line }) => line)).toEqual([3, 4]);
  for (const { reason } of data.errors) expect(reason).toMatch(/[\u4e00-\u9fff]/);
  expect(await run('support', 'CUSTOMERS', text)).toMatchObject({ code: 40008 });
  expect(await count('customer')).toBe(0);
  const header = (await by('support').call('previewImport', { kind: 'CUSTOMERS', text: 'account,colour\n1,2' })).data;
  expect(header.errors.every(({ line }) => line === 1)).toBe(true);
  const many = customers(...Array.from({ length: 201 }, () => 'x,x,'));
  expect(
    (await by('support').call('previewImport', { kind: 'CUSTOMERS', text: many })).data.moreErrors,
  ).toBeGreaterThan(0);
});

it('brings in what was previewed, once, with a line in the audit log', async () => {
  const text = customers('13900000001,阿明,vip', '13900000002,,');
  expect((await run('support', 'CUSTOMERS', text, hashOf('other'))).code).toBe(40008);
  expect((await run('support', 'CUSTOMERS', text)).data).toEqual({ imported: 2, alreadyThere: 0 });
  expect((await run('support', 'CUSTOMERS', text)).data).toEqual({ imported: 0, alreadyThere: 2 });
  const { rows } = await app.owner.query<{ subject: string; reason: string; sha256: string }>({
    text: `select subject, reason, detail->>'sha256' as sha256 from audit_log where action = 'import:customers' order by id`,
  });
  expect(rows.at(-1)).toEqual({ subject: 'file new.csv', reason: 'contract 7', sha256: hashOf(text) });
});

it('brings in machines of those customers', async () => {
  const line = 'A-1,13900000001,S21,BTC,200,TH/s,3500,SUBSCRIBE,乐山,0.045,,2026-03-11T00:00:00Z,';
  const { data } = await by('operations').call('previewImport', { kind: 'MACHINES', text: machines(line) });
  expect(data).toMatchObject({ fresh: 1, errors: [] });
  expect(await count('machine')).toBe(0);
  expect((await run('operations', 'MACHINES', machines(line))).data).toEqual({ imported: 1, alreadyThere: 0 });
  const { records } = (await by('operations').call('machineList')).data;
  expect(records).toMatchObject([{ machineNo: 'A-1', account: maskAccount('13900000001') }]);
});

describe('what is wrong with a file, for a clerk', () => {
  const reasons = async (kind: 'CUSTOMERS' | 'MACHINES', text: string) =>
    (await by(kind === 'CUSTOMERS' ? 'support' : 'operations').call('previewImport', { kind, text })).data.errors.map(
      ({ reason }) => reason,
    );
  const line = (cells: Record<number, string> = {}) =>
    'X-1,13900000001,S21,BTC,200,TH/s,3500,SUBSCRIBE,乐山,0.045,,2026-03-11T00:00:00Z,,,'
      .split(',')
      .map((cell, place) => cells[place] ?? cell)
      .join(',');
  const ofMachines = (...lines: string[]) =>
    reasons('MACHINES', [`${machines()},hostingFeeMonthly,purchasePrice`, ...lines].join('\n'));

  it('is said in Chinese of the file as a whole', async () => {
    expect(await reasons('CUSTOMERS', 'account,nickname,tags')).toEqual(['列名下面没有内容']);
    expect(await reasons('CUSTOMERS', '手机,nickname,tags,tags\n1,2,3,4')).toEqual([
      '缺少列 账号（account）',
      '不认识的列「手机」：列名要与上面所列的完全一致',
      '列 标签（tags） 出现了两次',
    ]);
    expect(await reasons('CUSTOMERS', customers('"13900000001,a,'))).toEqual([
      '这一行开始的双引号没有在逗号或行末前结束',
    ]);
    expect(await reasons('CUSTOMERS', customers('13900000001,a"",'))).toEqual([
      '双引号用得不对：用双引号包住整格，格内的双引号写两个',
    ]);
    expect(await reasons('CUSTOMERS', customers(`1,${'x'.repeat(65_600)},`))).toEqual(['一行最多 65536 个字符']);
  });

  it('is said in Chinese of a customer', async () => {
    expect(await reasons('CUSTOMERS', customers('13900000007,,', '13900000007,,', '13900000001,别名,', '1'))).toEqual([
      '账号 13900000007 与第 2 行重复',
      '账号 13900000001 已存在，名称或标签与文件里的不同：导入不会修改已有客户',
      '这一行有 1 格，而列名有 3 个：请检查逗号',
    ]);
  });

  it.each<[string, Record<number, string>]>([
    ['矿机编号（machineNo）没有填：应为 1 到 64 个字、不带空格的编号', { 0: '' }],
    ['账号（account）「12」应为手机号或邮箱', { 1: '12' }],
    ['没有账号为 13900000099 的客户：请先建立客户', { 1: '13900000099' }],
    ['机型（model）没有填：应为 1 到 64 个字的名称', { 2: '' }],
    ['币种（coin）「LTC」应为 BTC、ETH、DOGE 之一', { 3: 'LTC' }],
    ['算力（hashrate）「-1」应为大于 0 的数，最多 6 位小数', { 4: '-1' }],
    ['算力单位（hashrateUnit）「GH/s」应为 TH/s、TH 之一', { 5: 'GH/s' }],
    ['算力单位（hashrateUnit）「快」应为算力的单位，例如 MH/s 或 GH/s', { 3: 'ETH', 5: '快' }],
    ['功耗（W，powerWatts）「1.5」应为 1 到 1000000 的整数', { 6: '1.5' }],
    ['归属（purchaseKind）「FOO」应为 SUBSCRIBE（认购）或 THIRD（客户自有，托管）', { 7: 'FOO' }],
    ['机房（site）没有填：应为 1 到 64 个字的名称', { 8: '' }],
    ['电价（USDT/度，electricityPrice）「贵」应为每度电的 USDT 价格，最多 6 位小数', { 9: '贵' }],
    ['合约到期（endTime）「2026-01-01」应为晚于合约开始（startTime）的时间', { 12: '2026-01-01' }],
    ['托管费（USDT/月，hostingFeeMonthly）只用于 THIRD（客户自有）的矿机', { 13: '5' }],
    ['购机价（USDT，purchasePrice）「0」应为大于 0、不超过 10000000 的 USDT 价格，最多 6 位小数', { 14: '0' }],
    ['机型 S21 的功耗是 3500 W，文件里是 3400 W', { 6: '3400' }],
    ['机房 乐山 的电价是 0.045 USDT/度，文件里是 0.05', { 9: '0.05' }],
    ['矿机 A-1 已存在，算力（hashrate）与文件里的不同：导入不会修改已有矿机', { 0: 'A-1', 4: '201' }],
  ])('is said in Chinese of a machine: %s', async (reason, cells) => {
    expect(await ofMachines(line(cells))).toContain(reason);
  });

  it('is said in Chinese of machines that contradict each other', async () => {
    const other = { 0: 'X-2', 2: '新', 8: '新' };
    expect(await ofMachines(line(), line(), line(other), line({ ...other, 0: 'X-3', 6: '3400', 9: '0.05' }))).toEqual([
      '矿机编号 X-1 与第 2 行重复',
      '机型 新 在第 4 行的功耗是 3500 W，这一行是 3400 W',
      '机房 新 在第 4 行的电价是 0.045，这一行是 0.05',
    ]);
  });
});

it('shows the first machines as they come in, new sites and models, and how a date without a zone is read', async () => {
  const of = (no: string, model: string, site: string, start = '2026-11-30') =>
    `${no},13900000001,${model},BTC,200.50,TH,3500,SUBSCRIBE,${site},0.045,,${start},2027-11-30`;
  const there = 'A-1,13900000001,S21,BTC,200,TH/s,3500,SUBSCRIBE,乐山,0.045,,2026-03-11T00:00:00Z,';
  const text = machines(there, of('N-1', 'S21', '乐山'), of('N-2', 'S21 ', '东山'), of('N-3', 'S2l', '东山'));
  const { data } = await by('operations').call('previewImport', { kind: 'MACHINES', text });
  expect(data).toMatchObject({ fresh: 3, alreadyThere: 1, moreAdded: 0, hasDatesAlone: true });
  const [first, ...others] = data.rows;
  expect(first).toEqual({
    line: 3,
    cells: [
      'N-1',
      maskAccount('13900000001'),
      'S21',
      'BTC',
      '200.5',
      'TH/s',
      '3500',
      '认购',
      '乐山',
      '0.045',
      '0.04',
      '2026-11-30 00:00 UTC（北京 2026-11-30 08:00）',
      '2027-11-30 00:00 UTC（北京 2027-11-30 08:00）',
      '',
      '',
    ],
  });
  expect(first?.cells).toHaveLength(data.columns.length);
  expect(others.map(({ line }) => line)).toEqual([4, 5]);
  expect(data.added).toEqual([
    { kind: 'SITE', name: '东山', line: 4, count: 2, facts: '0.045' },
    { kind: 'MODEL', name: 'S2l', line: 5, count: 1, facts: 'BTC · 200.5 TH/s · 3500 W' },
  ]);
  const many = Array.from({ length: 60 }, (_, n) =>
    of(`M-${n}`, `M${n}`, `S${n}`, '2026-11-30T00:00:00Z').slice(0, -10),
  );
  const more = (await by('operations').call('previewImport', { kind: 'MACHINES', text: machines(...many) })).data;
  expect([more.rows.length, more.added.length, more.moreAdded, more.hasDatesAlone]).toEqual([20, 50, 70, false]);
  const wrong = (await by('operations').call('previewImport', { kind: 'MACHINES', text: machines('x') })).data;
  expect(wrong).toMatchObject({ columns: [], rows: [], added: [], hasDatesAlone: false });
});

it('asks for the role of the command, for each kind', async () => {
  const text = customers('13900000009,,');
  for (const [name, kind] of [
    ['support', 'MACHINES'],
    ['operations', 'CUSTOMERS'],
    ['auditor', 'CUSTOMERS'],
  ] as const) {
    expect((await by(name).call('previewImport', { kind, text })).code, name).toBe(403);
    expect((await run(name, kind, text)).code, name).toBe(403);
  }
});
