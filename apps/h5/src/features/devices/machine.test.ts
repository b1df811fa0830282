// Covers the time shown for each status, hashrate, net and terms of a machine.

import { describe, expect, it } from 'vitest';
import { machine } from '../../testing/responses.ts';
import { daysBetween, efficiency, formattedHashrate, netOfYesterday, shortHashrate, timeOfStatus } from './machine.ts';

const times = {
  expectedRunningTime: '2026-01-01T00:00:00.000Z',
  lastRunningTime: '2026-01-02T00:00:00.000Z',
  suspendTime: '2026-01-03T00:00:00.000Z',
  repairTime: '2026-01-04T00:00:00.000Z',
  arrearTime: '2026-01-05T00:00:00.000Z',
  encapsulationTime: '2026-01-06T00:00:00.000Z',
};

describe('timeOfStatus', () => {
  it.each([
    ['WAITING', '预计启动时间', times.expectedRunningTime],
    ['RUNNING', '启动时间', times.lastRunningTime],
    ['SUSPEND', '关机时间', times.suspendTime],
    ['REPAIR', '维护时间', times.repairTime],
    ['ARREAR', '停机时间', times.arrearTime],
    ['ENCAPSULATION', '封装时间', times.encapsulationTime],
  ] as const)('%s shows %s [entity:machine-times]', (status, label, time) => {
    expect(timeOfStatus(machine({ ...times, status }))).toEqual({ label, time });
  });
});

describe('hashrate', () => {
  it('has two decimals, in a list none that are zero', () => {
    expect(shortHashrate(machine({ hashrate: '13.5' }))).toBe('13.5');
    expect(shortHashrate(machine({ hashrate: '100' }))).toBe('100');
    expect(shortHashrate(machine({ hashrate: '13.55' }))).toBe('13.55');
    expect(formattedHashrate('1234567.899')).toBe('1,234,567.89');
  });
});

describe('netOfYesterday', () => {
  const price = { coin: 'BTC', usdt: '117842.3', time: '2026-11-20T00:00:00.000Z', stale: false } as const;

  it('is the value of the output less the fee, also negative', () => {
    expect(netOfYesterday(machine(), [price])).toBe(1_357_145n);
    expect(netOfYesterday(machine({ yesterdayOutput: '0.00001000' }), [price])).toBe(-3_040_729n);
  });

  it('is null without a price', () => {
    expect(netOfYesterday(machine(), [])).toBeNull();
  });
});

describe('terms', () => {
  it('rounds the efficiency of SHA-256 machines', () => {
    expect(efficiency(3031, '141', 'TH/s')).toBe('21.5');
    expect(efficiency(3500, '200', 'TH/s')).toBe('17.5');
    expect(efficiency(1200, '950', 'MH/s')).toBeNull();
    expect(efficiency(1200, '0', 'TH/s')).toBeNull();
  });

  it('counts whole days, at least 0', () => {
    expect(daysBetween('2026-11-20T14:00:00Z', '2026-11-21T14:00:00Z')).toBe(1);
    expect(daysBetween('2026-11-20T14:00:00Z', '2026-11-21T13:59:59Z')).toBe(0);
    expect(daysBetween('2026-11-20T14:00:00Z', '2020-01-01T00:00:00Z')).toBe(0);
  });
});
