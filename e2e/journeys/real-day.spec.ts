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
