import { silentLog } from '../../../platform/log/event-log.ts';
import { type TestApp, testPepper } from '../../../testing/app.ts';
import { type StaffDeps, staffSlice } from '../staff.slice.ts';

/** The slice with a terminal, a mode and a time of the test's own. */
export function staffWith(app: TestApp, given: Partial<StaffDeps>) {
  return staffSlice({
    database: app.database,
    staffReads: app.database,
    clock: app.clock,
    passwords: app.passwords,
    pepper: testPepper,
    announce: app.slices.security.announce,
    log: silentLog,
    idleMinutes: 15,
    sessionHours: 12,
    isDemo: false,
    machineTime: () => app.clock.now(),
    ...given,
  });
}

/** A terminal at which these lines are typed, one after another; and what was asked. */
export function typing(...lines: string[]) {
  const asked: string[] = [];
  return {
    asked,
    ask: async (question: string) => {
      asked.push(question);
      return lines.shift() ?? '';
    },
  };
}
