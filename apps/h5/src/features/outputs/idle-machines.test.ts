// Proves that a zero row is shown only where a machine certainly stood still the whole day.
import { describe, expect, it } from 'vitest';
import { idleAllDay, type ListedMachine } from './idle-machines.ts';
import { groupByDay } from './output.ts';
import { listedMachine, output } from './testing/output-answers.ts';

const [day] = groupByDay([output()], true);
const idle = (fields: Partial<ListedMachine>) =>
  day ? idleAllDay(day, [listedMachine({ id: '99', ...fields })], 'BTC').length === 1 : null;

describe('idleAllDay', () => {
  it('has machines in repair, off or in arrears since before the day began', () => {
    expect(idle({ status: 'REPAIR', repairTime: '2026-11-19T00:00:00.000Z' })).toBe(true);
    expect(idle({ status: 'SUSPEND', suspendTime: '2026-11-01T00:00:00.000Z' })).toBe(true);
    expect(idle({ status: 'ARREAR', arrearTime: '2026-11-18T23:59:59.000Z' })).toBe(true);
  });

  it('leaves out who stopped during the day or after it: what was before is not known', () => {
    expect(idle({ status: 'REPAIR', repairTime: '2026-11-19T00:00:01.000Z' })).toBe(false);
    expect(idle({ status: 'SUSPEND', suspendTime: null })).toBe(false);
  });

  it('leaves out who runs, waits, is over, mines another coin or has an output of that day', () => {
    const stopped = { status: 'REPAIR', repairTime: '2026-11-01T00:00:00.000Z' } as const;
    expect(idle({ status: 'RUNNING' })).toBe(false);
    expect(idle({ status: 'WAITING' })).toBe(false);
    expect(idle({ ...stopped, contractEnded: true })).toBe(false);
    expect(idle({ ...stopped, coin: 'DOGE' })).toBe(false);
    expect(idle({ ...stopped, id: output().machineId })).toBe(false);
  });
});
