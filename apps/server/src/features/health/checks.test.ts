// How each check is judged, at the edges that no test of the whole page reaches.
import { expect, it } from 'vitest';
import * as checks from './checks.ts';

const now = new Date('2026-03-10T04:00:00Z');
const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * 60_000);
const coin: Parameters<typeof checks.walletChecks>[0][number] = {
  coin: 'BTC',
  network: 'BITCOIN',
  hot: { amount: '3.00000000', reserved: '1.00000000', readAt: at(5).toISOString() },
  cold: null,
  depositAddresses: null,
  waiting: '0.50000000',
  bounds: { upper: '2.00000000', target: '1.00000000', perDay: '1.00000000' },
  sentToday: '0.00000000',
  state: 'WITHIN',
  coldWallet: null,
  chain: { height: 7, stoppedBecause: null },
};

it('a wallet shows what can be spent, and a level that is not read any more', () => {
  expect(checks.walletChecks([coin], now)).toMatchObject([{ state: 'OK', value: '1.50000000', bound: '2.00000000' }]);
  const late = {
    ...coin,
    hot: { ...coin.hot, amount: '3.00000000', reserved: '0.00000000', readAt: at(31).toISOString() },
  };
  expect(checks.walletChecks([late], now)[0]?.state).toBe('ATTENTION');
  expect(checks.walletChecks([{ ...coin, state: 'SHORT' }], now)[0]?.state).toBe('BLOCKED');
  expect(checks.walletChecks([{ ...coin, hot: null, state: 'UNKNOWN' }], now)).toMatchObject([
    { state: 'UNKNOWN', value: null },
  ]);
});

it('a chain without an alert that is stopped is blocked by its own words', () => {
  const stopped = { ...coin, chain: { height: 7, stoppedBecause: 'another chain' } };
  expect(checks.watcherChecks([stopped], [])).toMatchObject([
    { state: 'BLOCKED', value: '7', detail: 'another chain', since: null },
  ]);
});

it('the oldest stuck payment says since when', () => {
  expect(checks.stuckCheck([{ since: at(5) }, { since: at(50) }], now)).toMatchObject({
    state: 'ATTENTION',
    value: '2',
    since: at(50).toISOString(),
  });
  expect(checks.stuckCheck([], now)).toMatchObject({ state: 'OK', value: '0', since: null });
});

it('a signer that was never seen is unknown, and a rolled back journal blocks', () => {
  const rolledBack = { kind: 'signer-journal', subject: 'signer', message: 'shorter', raisedAt: at(9) };
  expect(checks.signerCheck(null, [])).toMatchObject({ state: 'UNKNOWN', value: null });
  expect(checks.signerCheck({ line: 12, at: at(300) }, [])).toMatchObject({ state: 'OK', value: '12' });
  expect(checks.signerCheck({ line: 12, at: at(300) }, [rolledBack])).toMatchObject({
    state: 'BLOCKED',
    since: at(9).toISOString(),
    detail: 'shorter',
  });
});

it('custody that differs is seen to the last unit, and one that is not known is no difference', () => {
  expect(
    checks.custodyChecks([
      { coin: 'BTC', at: now, ledger: 9_007_199_254_740_993n, chain: 9_007_199_254_740_992n, unknown: null },
      { coin: 'USDT', at: now, ledger: null, chain: null, unknown: 'no node' },
    ]),
  ).toMatchObject([
    { state: 'ATTENTION', value: '0.00000001' },
    { state: 'UNKNOWN', value: null, detail: 'no node' },
  ]);
});

it('a fund is short below seven days, and blocked by what it owes', () => {
  expect(
    checks
      .fundChecks([
        { coin: 'BTC', owed: '0.00000000', coverDays: 7 },
        { coin: 'BTC', owed: '0.00000000', coverDays: 6 },
        { coin: 'USDT', owed: '0.000001', coverDays: 99 },
        { coin: 'USDT', owed: '0.000000', coverDays: null },
      ])
      .map(({ state }) => state),
  ).toEqual(['OK', 'ATTENTION', 'BLOCKED', 'OK']);
});

it.each([
  [79, 'OK'],
  [80, 'ATTENTION'],
  [100, 'BLOCKED'],
] as const)('%i of 100 connections are %s', (used, state) => {
  expect(checks.connectionsCheck({ used, most: 100 }).state).toBe(state);
});

it('an archive is judged by its newest copy, and absent where there is none', () => {
  expect(checks.archiveChecks(null, now)).toEqual([]);
  const archive = { failed: 3n, archivedSeconds: 60n, isFailing: false };
  expect(checks.archiveChecks(archive, now)).toMatchObject([{ state: 'OK', since: at(1).toISOString(), value: '3' }]);
  expect(checks.archiveChecks({ ...archive, isFailing: true }, now)[0]?.state).toBe('ATTENTION');
  expect(checks.archiveChecks({ ...archive, archivedSeconds: null }, now)[0]?.state).toBe('UNKNOWN');
});
