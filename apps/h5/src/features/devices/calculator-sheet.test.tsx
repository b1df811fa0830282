// Covers the calculator on the break-even card: the machine's own day first, other assumptions, wrong ones, and a machine without a day.
import type { Data } from '@lode/contract';
import { fppsOutput } from '@lode/mining';
import { formatAmount } from '@lode/money';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { envelopeWith, startFakeServer } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';
import { earningsResponse, homeResponse, pageOf } from '../../testing/responses.ts';
import { hashrate, machineDetail } from './testing/machine-responses.ts';

/** The machine's last day, whose evidence the calculator takes the blocks from. */
const lastDay = (): Data<'outputPage'>['records'][number] => ({
  id: '501',
  date: '2026-11-19',
  machineId: '7',
  machineNo: 'LS2-03-1182',
  coin: 'BTC',
  hashrate: '141',
  hashrateUnit: 'TH/s',
  runningSeconds: 86_400,
  gross: '0.00004929',
  poolFee: '0.00000197',
  net: '0.00004732',
  fee: { amount: '4.219152', coin: 'USDT' },
  evidence: {
    firstHeight: 976_118,
    lastHeight: 976_264,
    blocks: 147,
    epochs: [{ difficulty: '181602719384025', seconds: 86_400 }],
    subsidySum: '459.37500000',
    feeSum: '4.61208347',
    poolFeeRate: '0.04',
    source: 'node',
  },
});

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

async function open(outputs = [lastDay()], hostingMonthly: string | null = '0.000000') {
  const info = homeResponse();
  const server = startFakeServer({
    // 01:00 of the 21st in Shanghai.
    indexInfo: () => ({ ...info, mining: { ...info.mining, todayEstimatedAt: '2026-11-20T17:00:00.000Z' } }),
    machineDetail: () => machineDetail({ purchaseKind: 'THIRD' }),
    earnings: () =>
      hostingMonthly === null
        ? envelopeWith(500, '系统繁忙，请稍后再试', null, 500)
        : { ...earningsResponse(), hostingMonthly },
    machineHashrate: () => hashrate('24h'),
    outputPage: () => pageOf(outputs),
  });
  await openApp('/devices_detail?id=7');
  fireEvent.click(await screen.findByRole('button', { name: '换个币价、难度或电价算一算' }));
  return { server, sheet: within(await screen.findByRole('dialog', { name: '收益计算器' })) };
}
type Sheet = Awaited<ReturnType<typeof open>>['sheet'];
const type = (sheet: Sheet, label: string, value: string) =>
  fireEvent.change(sheet.getByLabelText(label), { target: { value } });

it('begins with the price now, the last day’s difficulty and the machine’s tariff', async () => {
  const { server, sheet } = await open();
  const price = (await sheet.findByLabelText('币价')) as HTMLInputElement;
  expect(price.value).toBe('117842.3');
  expect((sheet.getByLabelText('全网难度') as HTMLInputElement).value).toBe('181.6027');
  expect(server.of('outputPage')[0]?.url.search).toBe('?machineId=7&coin=BTC&size=7');
  expect(sheet.getByRole('status').textContent).toContain('每天产出0.00004732 BTC');
  expect(sheet.getByRole('status').textContent).toContain('10 年内产出都不低于电费');
  // Rounded up: typed as it is shown, it pays.
  const shown = /按此计算的保本币价([\d,]+\.\d\d)/.exec(sheet.getByRole('status').textContent ?? '')?.[1] ?? '';
  type(sheet, '币价', shown.replaceAll(',', ''));
  expect(sheet.getByRole('status').textContent).toMatch(/每天净收益\+?0\.0/);
});

it('takes the blocks of the last days together, and says of how many', async () => {
  const richer = lastDay();
  if (richer.evidence) richer.evidence = { ...richer.evidence, subsidySum: '918.75000000', feeSum: '9.22416694' };
  const { sheet } = await open([lastDay(), richer, { ...lastDay(), evidence: null }]);
  await sheet.findByLabelText('币价');
  // Twice the reward per block on one of two days: half as much again as on the other, by the same formula.
  const { net } = fppsOutput({
    ...lastDay().evidence!,
    hashrate: '141',
    blocks: 294,
    subsidySum: '1378.12500000',
    feeSum: '13.83625041',
    epochs: [{ difficulty: '181602719384025', seconds: 86_400 }],
  });
  expect(sheet.getByRole('status').textContent).toContain(`每天产出${formatAmount(net, 'BTC')} BTC`);
  expect(sheet.getByText(/最近 2 个已结算日的平均区块补贴/)).toBeTruthy();
});

it('says when it stops paying, at once or on a day', async () => {
  const { sheet } = await open();
  await sheet.findByLabelText('币价');
  type(sheet, '每次难度调整', '5');
  const [, days, date] =
    /约 (\d+) 天后（([\d-]{10})）起，产出将低于电费/.exec(sheet.getByRole('status').textContent ?? '') ?? [];
  expect(date).toBe(new Date(Date.UTC(2026, 10, 21 + Number(days))).toISOString().slice(0, 10));
  type(sheet, '币价', '1000');
  expect(sheet.getByRole('status').textContent).toContain('按这些条件，产出已低于电费');
});

it('stands above its fields, and returns to the values of now', async () => {
  const { sheet } = await open();
  const price = (await sheet.findByLabelText('币价')) as HTMLInputElement;
  const result = sheet.getByRole('status');
  expect(result.compareDocumentPosition(price)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const { textContent } = result;
  type(sheet, '币价', '1000');
  type(sheet, '每次难度调整', '5');
  expect(result.textContent).not.toBe(textContent);
  fireEvent.click(sheet.getByRole('button', { name: '恢复当前值' }));
  expect(price.value).toBe('117842.3');
  expect(result.textContent).toBe(textContent);
});

it('says what is wrong with an assumption, and gives no result for it', async () => {
  const { sheet } = await open();
  await sheet.findByLabelText('币价');
  type(sheet, '电价', '11');
  expect(sheet.getByRole('alert').textContent).toBe('请输入 0 至 10 的电价，最多 6 位小数');
  expect(sheet.getByRole('status').textContent).toBe('—');
  type(sheet, '电价', '1');
  type(sheet, '币价', '1000000000');
  expect(sheet.getByRole('alert').textContent).toBe('请输入大于 0、不超过 1 亿的币价，最多 6 位小数');
});

it('says what is missing without a day of its own', async () => {
  const { sheet } = await open([]);
  expect(await sheet.findByText(/才能按它的区块数据计算/)).toBeTruthy();
});

it('counts a day of a hosting fee as a cost, and says where it cannot', async () => {
  const { sheet } = await open([lastDay()], '36.500000');
  await sheet.findByLabelText('币价');
  const said = () => sheet.getByRole('status').textContent;
  await waitFor(() => expect(said()).toContain('每天托管费（全年平均）−1.20 USDT'));
  expect(said()).toContain('10 年内产出都不低于电费与托管费');
  expect(sheet.queryByText(/未计减半与托管费/)).toBeNull();
});

it('says that it leaves hosting out while that is not known', async () => {
  const { sheet } = await open([lastDay()], null);
  await sheet.findByLabelText('币价');
  expect(sheet.getByText(/未计减半与托管费。回本进度的天数按难度不变估算。$/)).toBeTruthy();
  expect(sheet.getByRole('status').textContent).not.toContain('托管费');
});
