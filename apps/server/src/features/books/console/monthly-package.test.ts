/** Proves that the files for the accountant are those that stand beside this test, line by line, and that each of their sums is the ledger's. */
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { customerAccount, houseAccount, type Posting, postTransfer } from '@lode/ledger';
import { type Coin, parseAmount } from '@lode/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { addStaff, runCommand } from '../../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../../testing/console-client.ts';
import { readSheet, unzip } from '../../../testing/read-statement.ts';

let app: TestApp;
let call: ReturnType<typeof consoleClient>['call'];

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z', env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  const output = (customer: bigint) => customerAccount(customer, 'OUTPUT_ACCOUNT', 'BTC');
  const prepaid = (customer: bigint) => customerAccount(customer, 'ELE_ACCOUNT', 'USDT');
  const custody = (coin: Coin) => houseAccount('CUSTODY', coin);
  await post('2026-01-31', [custody('BTC'), output(1n), 'RECHARGE_BTC', '1.5', 'BTC']);
  await post('2026-02-01', [custody('USDT'), prepaid(1n), 'ELE_RECHARGE', '1000', 'USDT']);
  await post('2026-02-01', [
    houseAccount('MINING_RECEIVABLE', 'BTC'),
    output(1n),
    'MINING_OUTPUT',
    '0.00310442',
    'BTC',
  ]);
  await post('2026-02-14', [
    prepaid(1n),
    houseAccount('ELECTRICITY_REVENUE', 'USDT'),
    'ELE_CONSUME_USDT',
    '6.552',
    'USDT',
  ]);
  await post('2026-02-28', [output(1n), houseAccount('WITHDRAWAL_PENDING', 'BTC'), 'WITHDRAW', '0.25', 'BTC']);
  await post('2026-03-01', [
    houseAccount('WITHDRAWAL_PENDING', 'BTC'),
    custody('BTC'),
    'WITHDRAWAL_PAID',
    '0.25',
    'BTC',
  ]);
  const client = consoleClient(app.console);
  await client.call('loginByPassword', { name: 'auditor', password: 'Lode@Console1' });
  call = client.call;
});
afterAll(() => app.stop());

let posted = 0;
async function post(date: string, line: [bigint, bigint, Posting['type'], string, Coin]): Promise<void> {
  const [from, to, type, amount, coin] = line;
  await postTransfer(app.owner, {
    key: `month:${++posted}`,
    input: null,
    kind: 'test',
    businessDate: date,
    postedAt: new Date(`${date}T04:00:00Z`),
    postings: [{ from, to, type, amount: parseAmount(amount, coin), date }],
  });
}

const february = async () => (await call('monthlyPackage', { month: '2026-02' })).data;

it('is the golden files', async () => {
  const { files } = await february();
  expect(files.map(({ name }) => name)).toEqual([
    'lode-trial-balance-2026-02.csv',
    'lode-movements-2026-02.csv',
    'lode-books-2026-02.json',
    'lode-books-2026-02.xlsx',
  ]);
  for (const { name, encoding, content } of files)
    if (encoding === 'utf8') await expect(content).toMatchFileSnapshot(`./testing/golden/${name}`);
});

it('is a workbook whose cells are the golden ones: no formula, and each figure whole', async () => {
  const sheets = unzip(Buffer.from((await february()).files[3]?.content ?? '', 'base64'));
  const names = [...(sheets.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name);
  expect(names).toEqual(['月报', '试算平衡', '每日发生额']);
  const cells = names.map((name, n) => [`# ${name}`, ...readSheet(sheets, n + 1).map((row) => row.join('\t'))]);
  await expect(`${cells.flat().join('\n')}\n`).toMatchFileSnapshot('./testing/golden/lode-books-2026-02.xlsx.txt');
  const xml = [...sheets].filter(([path]) => path.startsWith('xl/worksheets/')).map(([, text]) => text);
  for (const text of xml) expect(text).not.toContain('<f');
  // The workbook's figures are those of the CSV, digit by digit.
  const balances = (await february()).files[0]?.content.trim().split('\r\n').slice(1) ?? [];
  expect(
    readSheet(sheets, 2)
      .slice(1)
      .map((row) => row.join(',').replace('合计', 'TOTAL')),
  ).toEqual(balances);
});

it('is written by its command, byte by byte, and into no folder that is there', async () => {
  const out = join(await mkdtemp(join(tmpdir(), 'month-')), 'february');
  const ops = (args: string) => runCommand(app, app.slices.books.opsCommands['books:package'], args);
  expect(await ops(`--month 2026-02 --out ${out}`)).toMatchObject({ exit: 0 });
  for (const { name, encoding, content } of (await february()).files)
    expect((await readFile(join(out, name))).equals(Buffer.from(content, encoding)), name).toBe(true);
  expect(await ops(`--month 2026-02 --out ${out}`)).toMatchObject({ exit: 1 });
  expect(await ops(`--month 2026-13 --out ${out}x`)).toMatchObject({ exit: 2 });
});

it('sums to the ledger, also once the totals are made', async () => {
  const before = await february();
  for (let round = 0; round < 3; round += 1) await app.slices.books.addTotals(app.clock.now());
  const after = await february();
  expect(after).toEqual(before);
  const { rows } = await app.owner.query<{ line: string }>({
    text: `select concat_ws(',', ledger.coin_of(account), ledger.name_of(account), sum(amount)) as line from ledger.entry e
      join ledger.transfer t on t.id = transfer_id where business_date <= '2026-02-28' group by ledger.coin_of(account), ledger.name_of(account) order by 1`,
  });
  const closings = (after.files[0]?.content ?? '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
  const units = (text: string | undefined) => String(BigInt((text ?? '').replace('.', '')));
  const found = closings.filter((cells) => cells[1] !== 'TOTAL' && Number(cells[5]) !== 0);
  expect(found.map(([coin, account, , , , closing]) => [coin, account, units(closing)].join(',')).sort()).toEqual(
    rows.map(({ line }) => line).sort(),
  );
  expect(after.coins).toMatchObject([
    { coin: 'BTC', debit: '0.25310442', credit: '0.25310442', isEven: true },
    { coin: 'USDT', debit: '1006.552000', credit: '1006.552000', isEven: true },
    { coin: 'ETH', isEven: true },
    { coin: 'DOGE', isEven: true },
  ]);
});

it('says that a month goes on, takes no month that is none, and stands in the audit log', async () => {
  expect((await february()).isOver).toBe(true);
  expect((await call('monthlyPackage', { month: '2026-03' })).data.isOver).toBe(false);
  expect((await call('monthlyPackage', { month: '2026-13' })).code).toBe(400);
  const { rows } = await app.owner.query({
    text: `select subject from audit_log where action = 'books:package' order by id desc limit 1`,
  });
  expect(rows).toEqual([{ subject: 'month 2026-03' }]);
});
