// Covers outputs against an independent computation from the shipped file of real network days, to the satoshi.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Data } from '@lode/contract';
import { Api } from '../api.ts';
import { expectedOutput, readNetworkDays } from '../independent/expected-output.ts';
import { logIn } from '../pages/login-page.ts';
import { customers, expect, test, waitUntilIdle } from '../test.ts';

const shipped = new URL('../../apps/server/src/features/demo/data/btc-network-days.csv', import.meta.url);
const realDays = readNetworkDays(readFileSync(fileURLToPath(shipped), 'utf8'));

type Output = Data<'outputPage'>['records'][number];

/** The real day that a replayed one repeats, identified by its blocks and sums. */
function realDayOf(output: Output) {
  const { evidence } = output;
  return realDays.find(
    (day) =>
      evidence?.blocks === Number(day.blocks) &&
      evidence.subsidySum === day.subsidySum &&
      evidence.feeSum === day.feeSum,
  );
}

test('every output of a customer equals an independent computation [call:GET /api/user/wallet/output/page]', async ({
  request,
}) => {
  const api = await Api.logIn(request, customers.main);
  const machines = new Map((await api.machines()).map((machine) => [machine.id, machine]));
  const outputs: Output[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Data<'outputPage'> = await api.get('/api/user/wallet/output/page', {
      size: '100',
      ...(cursor && { cursor }),
    });
    outputs.push(...page.records);
    cursor = page.nextCursor;
  }
  expect(outputs.length).toBeGreaterThan(250);

  const daysSeen = new Set<string>();
  // DOGE comes from a pool report, without evidence.
  for (const output of outputs.filter(({ coin }) => coin === 'BTC')) {
    const day = realDayOf(output);
    expect(day, `${output.date} repeats no real day`).toBeDefined();
    if (!day || !output.evidence) continue;
    daysSeen.add(day.date);
    const machine = {
      terahashes: output.hashrate,
      seconds: output.runningSeconds,
      poolFeeRate: output.evidence.poolFeeRate,
    };
    expect(output.hashrate).toBe(machines.get(output.machineId)?.hashrate);
    const expected = expectedOutput(day, machine);
    expect({ gross: output.gross, net: output.net }, `${output.machineNo} on ${output.date}`).toEqual(expected);
  }
  expect(daysSeen.size).toBe(realDays.length);
});

const unitsOf = (decimal: string, scale: number) => {
  const [integer = '0', fraction = ''] = decimal.replace('-', '').split('.');
  const units = BigInt(integer + fraction.padEnd(scale, '0'));
  return decimal.startsWith('-') ? -units : units;
};
const sumOf = <Item>(items: readonly Item[], of: (item: Item) => bigint) =>
  items.reduce((sum, item) => sum + of(item), 0n);

/**
 * Net in all in micro-USDT, from the customer's lists alone: outputs at the prices of their dates, electricity, hosting, and what of it is
 * still to be charged.
 */
async function netOfLists(api: Api, hostingToCome: string): Promise<bigint> {
  const all = async <Item>(path: string): Promise<Item[]> => {
    const items: Item[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { records: Item[]; nextCursor: string | null } = await api.get(path, {
        size: '100',
        ...(cursor && { cursor }),
      });
      items.push(...page.records);
      cursor = page.nextCursor;
    }
    return items;
  };
  const outputs = await all<Output>('/api/user/wallet/output/page');
  const days = await all<Data<'earningDays'>['records'][number]>('/api/user/earnings/days');
  const hosting = await all<Data<'hostingFeeList'>['records'][number]>('/api/user/machine/special/parkingFeeList');
  const prices = new Map(
    days.flatMap(({ date, outputs: mined }) =>
      mined.map(({ coin, priceUsdt }) => [`${date} ${coin}`, unitsOf(priceUsdt ?? '0', 6)] as const),
    ),
  );
  const value = sumOf(outputs, ({ date, coin, net }) => unitsOf(net, 8) * (prices.get(`${date} ${coin}`) ?? 0n));
  const fees = new Map(outputs.map(({ machineId, date, fee }) => [`${machineId} ${date}`, unitsOf(fee.amount, 6)]));
  return (
    value / 100_000_000n -
    sumOf([...fees.values()], (fee) => fee) -
    sumOf(hosting, ({ amount }) => unitsOf(amount, 6)) -
    unitsOf(hostingToCome, 6)
  );
}

test('what was earned in all is the sum of the customer’s own lists, on the screen too', async ({ page, request }) => {
  const api = await Api.logIn(request, customers.main);
  const { periods, hostingToCome } = await api.get<Data<'earnings'>>('/api/user/earnings');
  const total = periods.find(({ period }) => period === 'TOTAL');
  if (!total) throw new Error('no total');
  const net = await netOfLists(api, hostingToCome);
  expect(unitsOf(total.netUsdt, 6)).toBe(net);
  await logIn(page, customers.main);
  await page.goto('/outputs');
  await page.getByRole('button', { name: /^累计/ }).click();
  // Its parts add up with all digits, and so does their sum.
  const digits = `${net}`
    .padStart(7, '0')
    .replace(/(\d{6})$/, '.$1')
    .replace(/\B(?=(\d{3})+\.)/g, ',');
  const shown = digits.replace(/0+$/, '').replaceAll('.', '\\.');
  await expect(page.getByRole('img', { name: new RegExp(`^\\+${shown}0* USDT$`) }).first()).toBeVisible();
  await expect(page.getByText('托管费', { exact: true }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'CNY' }).click();
  await page.getByRole('button', { name: /^累计/ }).click();
  await expect(page.getByRole('button', { name: /^累计/ })).toContainText('CNY');
  await page.goto('/index');
  await expect(page.getByRole('region', { name: '净收益' })).toContainText('CNY');
});

test('the control: a slightly wrong input is detected', () => {
  const [day] = realDays;
  if (!day) throw new Error('no days');
  const whole = { terahashes: '68', seconds: 86_400, poolFeeRate: '0.04' };
  const right = expectedOutput(day, whole);
  expect(expectedOutput({ ...day, feeSum: '28.63375097' }, whole)).not.toEqual(right);
  expect(expectedOutput(day, { ...whole, seconds: 86_399 })).not.toEqual(right);
});

test('the golden day of a public pool agreement matches', () => {
  // 1 PH/s for a day at difficulty 21448277761059 and a subsidy of 6.25 is 0.0058619 BTC before fees.
  const day = { date: '', blocks: '149', difficulty: '21448277761059', subsidySum: '931.25', feeSum: '0' };
  const { gross } = expectedOutput(day, { terahashes: '1000', seconds: 86_400, poolFeeRate: '0' });
  expect(gross.slice(0, 9)).toBe('0.0058619');
});

test('the screen shows that figure [route:outputs]', async ({ page, request }) => {
  const api = await Api.logIn(request, customers.main);
  const { records } = await api.get<Data<'outputPage'>>('/api/user/wallet/output/page');
  const output = records.find(({ runningSeconds }) => runningSeconds === 86_400);
  const day = output && realDayOf(output);
  if (!output?.evidence || !day) throw new Error('no whole day among the newest outputs');
  const machine = { terahashes: output.hashrate, seconds: 86_400, poolFeeRate: output.evidence.poolFeeRate };
  const { net } = expectedOutput(day, machine);
  await logIn(page, customers.main);
  await page.goto('/outputs');
  await waitUntilIdle(page);
  await expect(
    page.getByRole('img', { name: new RegExp(`^\\+?${net.replace('.', '\\.')} BTC$`) }).first(),
  ).toBeVisible();
});
