// Files in the console, of each kind: tried with nothing but a line in the audit log, refused line by line, brought in once and only as
// previewed.
import { createHash } from 'node:crypto';
import { maskAccount } from '@lode/contract';
import type { ConsoleInput } from '@lode/contract/console';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff } from '../../testing/commands.ts';
import { consoleOrigin, type StaffClients, staffClients } from '../../testing/console-client.ts';

let app: TestApp;
let by: StaffClients;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00Z', env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  by = await staffClients(app.console, ['support', 'operations', 'approver', 'auditor']);
});
afterAll(() => app.stop());

const tables = {
  NETWORK_DAYS: 'network_day',
  PRICES: 'reference_price',
  RATES: 'exchange_rate',
  POOL_REPORT: 'pool_report',
  DENY_LIST: 'deny_list',
} as const;
const count = async (table: 'customer' | 'machine' | 'audit_log' | (typeof tables)[keyof typeof tables]) =>
  Number((await app.owner.query<{ count: bigint }>({ text: `select count(*) from ${table}` })).rows[0]?.count);
const customers = (...lines: string[]) => ['account,nickname,tags', ...lines].join('\n');
const machines = (...lines: string[]) =>
  [
    'machineNo,account,model,coin,hashrate,hashrateUnit,powerWatts,purchaseKind,site,electricityPrice,poolFeeRate,startTime,endTime',
    ...lines,
  ].join('\n');
type Kind = ConsoleInput<'previewImport'>['kind'];
const run = (name: string, kind: Kind, text: string, hash = hashOf(text)) =>
  by(name).call('runImport', { kind, text, hash, fileName: 'new.csv', reason: 'contract 7' });
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const previews = async () =>
  (
    await app.owner.query<{ name: string; subject: string; detail: unknown }>({
      text: `select name, subject, reason, detail - 'session' - 'origin' as detail from audit_log join staff on staff.id = staff_id
             where action = 'import:preview' order by audit_log.id`,
    })
  ).rows;

it('says what a file would bring in, and nothing has changed but the audit log', async () => {
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
  expect(await count('customer')).toBe(0);
  expect(await previews()).toEqual([
    { name: 'support', subject: 'import:customers', reason: 'console', detail: { sha256: hashOf(text), lines: 2 } },
  ]);
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

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const headers = {
  NETWORK_DAYS: 'date,blocks,difficulty,subsidySum,feeSum',
  PRICES: 'date,coin,usdt',
  RATES: 'date,cny',
  POOL_REPORT: 'date,machineNo,coin,gross,poolFee',
  DENY_LIST: 'network,address,note',
};
type Facts = keyof typeof headers;
const importerOf = (kind: Facts) => (kind === 'DENY_LIST' ? 'approver' : 'operations');
const fileOf = (kind: Facts, ...lines: string[]) => [headers[kind], ...lines].join('\n');

describe('facts that never change, as their commands bring them in', () => {
  it.each<[Facts, first: string, more: string, cells: string[], action: string]>([
    [
      'NETWORK_DAYS',
      '2026-03-07,140,110000000000000,437.5,3',
      '2026-03-08,144,110000000000000.50,450,3.1',
      ['2026-03-08', '144', '110000000000000.5', '450.00000000', '3.10000000'],
      'import:network-days',
    ],
    ['PRICES', '2026-03-07,BTC,65000.50', '2026-03-08,BTC,65100.50', ['2026-03-08', 'BTC', '65100.5'], 'import:prices'],
    ['RATES', '2026-03-07,7.20', '2026-03-08,7.210', ['2026-03-08', '7.21'], 'import:rates'],
    [
      'POOL_REPORT',
      '2026-03-07,A-1,DOGE,1.5,0.06',
      '2026-03-08,A-1,DOGE,1.5,0.06',
      ['2026-03-08', 'A-1', 'DOGE', '1.50000000', '0.06000000'],
      'import:pool-report',
    ],
    ['DENY_LIST', `BITCOIN,${address},报案`, `ERC20,0x${'a1'.repeat(20)},报案`, [], 'import:deny-list'],
  ])(
    '%s: what is new is shown before it comes in, and a second time is nothing',
    async (kind, first, more, cells, action) => {
      const name = importerOf(kind);
      const preview = async (text: string) => (await by(name).call('previewImport', { kind, text })).data;
      expect((await run(name, kind, fileOf(kind, first))).data).toEqual({ imported: 1, alreadyThere: 0 });
      const both = fileOf(kind, first, more);
      const before = [await count(tables[kind]), await count('audit_log')];
      const shown = await preview(both);
      expect(shown).toMatchObject({
        lines: 2,
        fresh: 1,
        alreadyThere: 1,
        errors: [],
        columns: headers[kind].split(','),
      });
      expect(shown.rows.map(({ line }) => line)).toEqual([3]);
      if (cells.length > 0) expect(shown.rows[0]?.cells).toEqual(cells);
      // The line of the preview alone.
      expect([await count(tables[kind]), await count('audit_log')]).toEqual([before[0], (before[1] ?? 0) + 1]);
      const hasCoin = kind === 'NETWORK_DAYS';
      expect((await previews()).at(-1)).toMatchObject({
        subject: action,
        detail: { sha256: hashOf(both), lines: 2, ...(hasCoin && { coin: 'BTC' }) },
      });
      expect((await run(name, kind, both)).data).toEqual({ imported: 1, alreadyThere: 1 });
      expect((await run(name, kind, both)).data).toEqual({ imported: 0, alreadyThere: 2 });
      expect(await count(tables[kind])).toBe((before[0] ?? 0) + 1);
      expect(await preview(both)).toMatchObject({ fresh: 0, alreadyThere: 2, rows: [] });
      const { rows } = await app.owner.query<{ sha256: string }>({
        text: `select detail->>'sha256' as sha256 from audit_log where action = $1 order by id desc limit 1`,
        values: [action],
      });
      expect(rows).toEqual([{ sha256: hashOf(both) }]);
    },
  );

  it('take their coin from who sends them where their lines name none', async () => {
    const text = fileOf('NETWORK_DAYS', '2026-03-08,1440,30000000,14400000,10');
    const file = { kind: 'NETWORK_DAYS', coin: 'DOGE', text } as const;
    expect((await by('operations').call('previewImport', file)).data).toMatchObject({ fresh: 1, errors: [] });
    const sent = { ...file, hash: hashOf(text), fileName: 'doge.csv', reason: 'a second source' };
    expect((await by('operations').call('runImport', sent)).data).toEqual({ imported: 1, alreadyThere: 0 });
    const { rows } = await app.owner.query({
      text: `select day.coin, log.detail ->> 'coin' as said from network_day day, audit_log log
        where day.blocks = 1440 and log.subject = 'file doge.csv'`,
    });
    expect(rows).toEqual([{ coin: 'DOGE', said: 'DOGE' }]);
    const other = { kind: 'PRICES', coin: 'DOGE', text: fileOf('PRICES', '2026-03-08,DOGE,0.2') } as const;
    expect((await by('operations').call('previewImport', other)).code).toBe(400);
  });

  it.each<[Facts, line: string, reason: string]>([
    ['NETWORK_DAYS', '2026-03-10,144,1,450,3', '日期（date）「2026-03-10」应为已经结束的矿日'],
    ['NETWORK_DAYS', 'x,144,1,450,3', '日期（date）「x」应为日期，例如 2020-02-15'],
    ['NETWORK_DAYS', '2026-03-09,0,1,450,3', '区块数（blocks）「0」应为 1 到 100000 的整数'],
    ['NETWORK_DAYS', '2026-03-09,144,-1,450,3', '难度（difficulty）「-1」应为大于 0、最多 8 位小数的数'],
    ['NETWORK_DAYS', '2026-03-09,144,1,,3', '补贴合计（subsidySum）没有填：应为大于 0 的 BTC 数量'],
    [
      'NETWORK_DAYS',
      '2026-03-09,144,110000000000000,450,2250.00000001',
      '手续费合计（feeSum） 2250.00000001 BTC 超过补贴合计 450.00000000 BTC 的 5 倍',
    ],
    [
      'NETWORK_DAYS',
      '2026-03-08,144,110000000000000.5,450,4',
      'BTC 2026-03-08 的网络日已有（导入），是手续费合计（feeSum） 3.10000000：网络日写入后不能改',
    ],
    ['PRICES', '2026-03-09,BTC,0', '价格（USDT，usdt）「0」应为大于 0、最多 6 位小数的 USDT 价格'],
    ['PRICES', '2026-03-08,BTC,65101', 'BTC 2026-03-08 的价格已定为 65100.5 USDT，与文件里的不同：定下的价格不能改'],
    [
      'PRICES',
      '2026-03-09,BTC,6.51',
      '价格（USDT，usdt） 6.51 与 BTC 在 2026-03-08 的 65100.5 相差太大：单位或小数点写错了？',
    ],
    ['RATES', '2026-03-08,7.3', '2026-03-08 的汇率已是 7.21，与文件里的不同：汇率写入后不能改'],
    ['RATES', '2026-03-09,72', '汇率（1 USDT 合 CNY，cny） 72 与 2026-03-08 的 7.21 相差太大：单位或小数点写错了？'],
    ['POOL_REPORT', '2026-03-08,A-9,DOGE,1,0', '没有编号为 A-9 的矿机'],
    ['POOL_REPORT', '2026-03-09,A-1,DOGE,1,2', '矿池费（poolFee）「2」应为不超过产出（gross）的数量'],
    [
      'POOL_REPORT',
      '2026-03-08,A-1,DOGE,2,0.06',
      '矿机 A-1 在 2026-03-08 的 DOGE 报告已有，是产出（gross） 1.50000000、矿池费（poolFee） 0.06000000：报告写入后不能改',
    ],
    [
      'POOL_REPORT',
      '2026-03-09,A-1,DOGE,1000.00000001,0',
      '产出（gross） 1000.00000001 DOGE 超出 200 TH/s 在 2026-03-09 能挖到的：最多 1000.00000000 DOGE',
    ],
    ['DENY_LIST', 'TRON,T1,x', '网络（network）「TRON」应为 BITCOIN、ERC20 之一'],
    ['DENY_LIST', 'BITCOIN,T1,x', '地址（address）「T1」应为 BITCOIN 网络的地址'],
    ['DENY_LIST', `BITCOIN,${address},`, '说明（note）没有填：应为 1 到 200 个字的说明'],
  ])('%s are refused whole, in Chinese: %s', async (kind, line, reason) => {
    const name = importerOf(kind);
    const good = {
      NETWORK_DAYS: '2026-03-06,144,110000000000000,450,3',
      PRICES: '2026-03-06,BTC,65000',
      RATES: '2026-03-06,7.2',
      POOL_REPORT: '2026-03-06,A-1,DOGE,1,0',
      DENY_LIST: `ERC20,0x${'b2'.repeat(20)},x`,
    }[kind];
    const before = await count(tables[kind]);
    const text = fileOf(kind, good, line);
    const { data } = await by(name).call('previewImport', { kind, text });
    expect(data.errors).toEqual([{ line: 3, reason }]);
    expect(await run(name, kind, text)).toMatchObject({
      code: 40008,
      data: { reason: expect.stringContaining(reason) },
    });
    expect(await count(tables[kind])).toBe(before);
  });
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
    ['support', 'PRICES'],
    ['approver', 'NETWORK_DAYS'],
    ['approver', 'POOL_REPORT'],
    ['operations', 'DENY_LIST'],
  ] as const) {
    expect((await by(name).call('previewImport', { kind, text })).code, name).toBe(403);
    expect((await run(name, kind, text)).code, name).toBe(403);
  }
});
