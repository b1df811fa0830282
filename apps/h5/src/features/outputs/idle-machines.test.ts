// Covers idle rows, shown only for machines that certainly did not run all day.
import { describe, expect, it } from 'vitest';
import { machine } from '../../testing/responses.ts';
import { idleAllDay, type ListedMachine } from './idle-machines.ts';
import { groupByDay } from './output.ts';
import { output } from './testing/output-responses.ts';

const [day] = groupByDay([output()], true);
const idle = (fields: Partial<ListedMachine>) =>
  day ? idleAllDay(day, [machine({ id: '99', ...fields })], 'BTC').length === 1 : null;

describe('idleAllDay', () => {
  it('includes machines in repair, off or in arrears since before the date began', () => {
    expect(idle({ status: 'REPAIR', repairTime: '2026-11-19T00:00:00.000Z' })).toBe(true);
    expect(idle({ status: 'SUSPEND', suspendTime: '2026-11-01T00:00:00.000Z' })).toBe(true);
    expect(idle({ status: 'ARREAR', arrearTime: '2026-11-18T23:59:59.000Z' })).toBe(true);
  });

  it('excludes machines that stopped during the date or later', () => {
    expect(idle({ status: 'REPAIR', repairTime: '2026-11-19T00:00:01.000Z' })).toBe(false);
    expect(idle({ status: 'SUSPEND', suspendTime: null })).toBe(false);
  });

  it('excludes machines that run, wait, have ended, mine another coin or have an output', () => {
    const stopped = { status: 'REPAIR', repairTime: '2026-11-01T00:00:00.000Z' } as const;
    expect(idle({ status: 'RUNNING' })).toBe(false);
    expect(idle({ status: 'WAITING' })).toBe(false);
    expect(idle({ ...stopped, contractEnded: true })).toBe(false);
    expect(idle({ ...stopped, coin: 'DOGE' })).toBe(false);
    expect(idle({ ...stopped, id: output().machineId })).toBe(false);
  });
});
