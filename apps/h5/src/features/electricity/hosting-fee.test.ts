// Covers the formula of a hosting fee, which is omitted when it does not yield the booked figure.
import { describe, expect, it } from 'vitest';
import { hostingFee } from '../../testing/responses.ts';
import { daysOfMonth, type HostingFee, hostingFormula } from './hosting-fee.ts';

const fee = (fields: Partial<HostingFee> = {}) => hostingFee({ machineNo: 'LS2-H3-0009', ...fields });

describe('hostingFormula', () => {
  it('is the monthly fee by days, rounded down', () => {
    expect(hostingFormula(fee())).toEqual({ monthly: 15_000_000n, days: 13, daysOfMonth: 31 });
    expect(hostingFormula(fee({ month: '2026-11', days: 30, amount: '15.000000' }))).toMatchObject({ daysOfMonth: 30 });
  });

  it('is null when the monthly fee has changed', () => {
    expect(hostingFormula(fee({ monthlyFee: '24.000000' }))).toBeNull();
    expect(hostingFormula(fee({ monthlyFee: null }))).toBeNull();
  });
});

it('uses the length of each month', () => {
  expect([daysOfMonth('2026-02'), daysOfMonth('2028-02'), daysOfMonth('2026-12')]).toEqual([28, 29, 31]);
});
