import { importCommand } from '../../platform/commands/import-command.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import { enterArrear, leaveArrear } from './arrears.ts';
import { importMachines } from './import-machines.ts';
import { runMachineClockNow, runMachineClockUntil } from './machine-clock.ts';
import { machineColumns, type RawMachineLine } from './machine-file.ts';
import type { MachineStatus } from './machine-state.ts';
import { machineStatusCommand } from './machine-status.command.ts';
import { machineRoutes } from './machines.routes.ts';
import { findMachineId, hasMoved } from './machines.store.ts';
import { moveByStaff, type StaffMove } from './move-by-staff.ts';

export interface MachinesDeps extends StaffPorts {
  database: Database;
}

export function machinesSlice({ database, ...staff }: MachinesDeps) {
  return {
    handlers: machineRoutes(database),
    /** Stops machines with an unpaid charge; for the close of a day. */
    enterArrear,
    /** Starts them again; for a payment of owed electricity. */
    leaveArrear,
    /** Makes the clock's moves that are due by a time; for the close of a day, which asks up to the end of that day. */
    runClock: (until: Date, recordedAt: Date): Promise<number> => runMachineClockUntil(database, until, recordedAt),
    ticks: [
      async (now: Date) => {
        await runMachineClockNow(database, now);
      },
    ],
    importMachines: (lines: readonly RawMachineLine[], now: Date) => importMachines(database, lines, now),
    moveByStaff: (move: StaffMove) => moveByStaff(database, staff, move),
    findMachineId: (db: Queryable, machineNo: string): Promise<bigint | null> => findMachineId(db, machineNo),
    hasMoved: (db: Queryable, machineId: bigint, to: MachineStatus, at: Date) => hasMoved(db, machineId, to, at),
    commands: {
      'import:machines': importCommand({
        summary: 'Creates machines, with their models, sites and tariffs',
        example: 'machines.csv',
        columns: machineColumns,
        options: {},
        run: (lines, _input, { clock }) => importMachines(database, lines, clock.now()),
      }),
    },
    opsCommands: { 'machine:status': machineStatusCommand(database, staff) },
  };
}
