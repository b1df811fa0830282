// Proves that a day from a file is compared with the node's, and that staff hear of what differs, once.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Alert } from '../../platform/log/alerts.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { recordingLog } from '../../testing/recording-log.ts';
import { importNetworkDays } from './import-network-days.ts';
import type { NetworkDay } from './network-day.ts';
import { takeNodeDays } from './take-node-days.ts';

const now = new Date('2020-03-03T02:00:00Z');
const day: NetworkDay = {
  coin: 'BTC',
  date: '2020-03-02',
  blocks: 140,
  subsidySum: 175_000_000_000n,
  feeSum: 2_000_000_000n,
  epochs: [
    { difficulty: '15486913440292.87', seconds: 40_000 },
    { difficulty: '16552923967337.13', seconds: 46_400 },
  ],
  source: 'node',
  firstHeight: 619_800,
  firstHash: 'a'.repeat(64),
  lastHeight: 619_939,
  lastHash: 'b'.repeat(64),
};
let test: TestDatabase;
let alerts: Alert[] = [];
let asked: string[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  const values = { blocks: '140', difficulty: '16000000000000', subsidySum: '1750', feeSum: '20' };
  const line = (number: number, date: string, more: object) => ({ line: number, values: { date, ...values, ...more } });
  const imported = await importNetworkDays(
    test.database,
    [line(2, '2020-03-01', {}), line(3, '2020-03-02', { feeSum: '60', difficulty: '12000000000000' })],
    'BTC',
    now,
  );
  expect(imported).toMatchObject({ outcome: 'imported' });
});
afterAll(() => test.drop());
beforeEach(() => {
  alerts = [];
  asked = [];
});

const taker = (chain = 'main') =>
  takeNodeDays({
    database: test.database,
    openReader: async () => ({
      chain,
      networkDay: async (date) => {
        asked.push(date);
        return date === '2020-03-01' || date === '2020-03-02' ? { ...day, date } : null;
      },
    }),
    countedChain: 'main',
    log: recordingLog(),
    raiseAlert: async (_db, alert) => alerts.push(alert) > 0,
    announceAlert: () => {},
  });

it('is compared once, and an alert names each figure that differs', async () => {
  const take = taker();
  await take(now);
  expect(alerts).toEqual([
    {
      kind: 'network-day-differs',
      subject: 'BTC 2020-03-02',
      message:
        'feeSum 60.00000000 BTC, the node has 20.00000000 BTC; difficulty 12000000000000, the node has 15486913440292.87 and 16552923967337.13',
    },
  ]);
  asked = [];
  await take(new Date(now.getTime() + 120_000));
  expect(asked).not.toContain('2020-03-02');
  expect(alerts).toHaveLength(1);
});

it('is compared with no other chain than the one that counts', async () => {
  await taker('regtest')(now);
  expect(alerts).toEqual([]);
});
