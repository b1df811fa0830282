import type { Slices } from '../composition/slices.ts';
import { coinUpSlice } from '../features/coin-up/coin-up.slice.ts';
import { dayCloseSlice } from '../features/day-close/day-close.slice.ts';
import type { Database } from '../platform/db/database.ts';
import { silentLog } from '../platform/log/event-log.ts';

export interface CloserOptions {
  concurrency?: number;
  positionsPerBatch?: number;
  /** Named places at which a test ends the process. */
  readonly failpoint?: (point: string) => void;
}

/** The savings and their close as the product composes them, with batches of another size and named places. */
export function savingsCloser(database: Database, slices: Slices, options: CloserOptions) {
  const { concurrency, positionsPerBatch, failpoint } = options;
  const { staff, settings, electricity, machines } = slices;
  const coinUp = coinUpSlice({
    database,
    staffReads: database,
    authorise: staff.authorise,
    recordAudit: staff.recordAudit,
    propose: staff.propose,
    runMoneyCall: slices.runMoneyCall,
    settingsAt: settings.settingsAt,
    scheduledVersions: settings.scheduledVersions,
    settingVersions: settings.newestVersions,
    changeSetting: settings.changeSetting,
    payOwed: electricity.payOwed,
    payOwedWithoutNotice: electricity.payOwedWithoutNotice,
    readSpendables: electricity.readSpendables,
    electricityDays: electricity.electricityDays,
    log: silentLog,
    concurrency,
    positionsPerBatch,
    failpoint,
  });
  const dayClose = dayCloseSlice({
    database,
    provideDay: async () => undefined,
    runClock: machines.runClock,
    enterArrear: machines.enterArrear,
    chargeDay: electricity.chargeDay,
    coinUp: coinUp.run,
    catchUpDays: 400,
    concurrency,
    failpoint,
  });
  return { coinUp, dayClose };
}
