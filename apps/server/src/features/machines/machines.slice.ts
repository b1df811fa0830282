import { basename } from 'node:path';
import { importCommand } from '../../platform/commands/import-command.ts';
import type { ConsoleImport } from '../../platform/console-import.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { ProposalPorts, StaffPorts } from '../../platform/staff/authority.ts';
import { enterArrear, leaveArrear } from './arrears.ts';
import { checkMachines } from './check-machines.ts';
import { importMachines } from './import-machines.ts';
import { runMachineClockNow, runMachineClockUntil } from './machine-clock.ts';
import { type MachineColumn, machineColumns, type RawMachineLine } from './machine-file.ts';
import type { MachineStatus } from './machine-state.ts';
import { machineStatusCommand } from './machine-status.command.ts';
import { machineTally } from './machine-tally.ts';
import { listMachines, machinesConsole } from './machines.console.ts';
import { machinePage, machineRoutes } from './machines.routes.ts';
import { findMachineId, hasMoved } from './machines.store.ts';
import { modelsConsole } from './models.console.ts';
import { moveByStaff, type StaffMove } from './move-by-staff.ts';
import { checkCorrections } from './outages/check-corrections.ts';
import { outageCommands } from './outages/outage.commands.ts';
import { previewMachines } from './preview-machines.ts';
import { purchasePriceCommand } from './purchase-price.command.ts';
import type { TermsPorts } from './terms/change-terms.ts';
import { checkTerms } from './terms/check-terms.ts';
import { checkTermsAudit } from './terms/check-terms-audit.ts';
import { sitesConsole } from './terms/sites.console.ts';
import { importTermsCommand, termsCommands } from './terms/terms.commands.ts';
import { readArrears, readComingPrices, readEndingContracts } from './waiting.store.ts';
import type { WatchPorts } from './watch-imports.ts';

export interface MachinesDeps extends StaffPorts, ProposalPorts, TermsPorts, WatchPorts {
  database: Database;
  staffReads: Queryable;
}

export function machinesSlice(deps: MachinesDeps) {
  const { database, staffReads, ...staff } = deps;
  return {
    handlers: machineRoutes(database),
    consoleHandlers: { ...machinesConsole(deps), ...sitesConsole({ database, staffReads }), ...modelsConsole(deps) },
    /** A part of the staff's list. */
    listMachines,
    replays: [checkMachines, checkCorrections],
    machinePage,
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
    /** For the worker: the counts of the staff's list. */
    keptList: machineTally,
    readArrears,
    readEndingContracts,
    readComingPrices,
    importing: {
      columns: machineColumns,
      /** A file that is only tried has no one who answers for it, and alerts no one. */
      run: (into, lines, { now, hash, importer }) =>
        importMachines(into, deps, lines, now, { fileHash: hash, importer }),
      preview: (lines, newLines, _given, db) => previewMachines(db, lines, newLines),
    } satisfies ConsoleImport<MachineColumn>,
    importMachines: (lines: readonly RawMachineLine[], now: Date) => importMachines(database, deps, lines, now),
    moveByStaff: (move: StaffMove) => moveByStaff(database, staff, move),
    findMachineId: (db: Queryable, machineNo: string): Promise<bigint | null> => findMachineId(db, machineNo),
    hasMoved: (db: Queryable, machineId: bigint, to: MachineStatus, at: Date) => hasMoved(db, machineId, to, at),
    commands: {
      'import:machines': importCommand({
        summary: 'Creates machines, with their models, sites and tariffs',
        example: 'machines.csv',
        columns: machineColumns,
        options: {},
        run: (lines, input, { clock }, fileHash) => {
          // Asked for where the command needs a name; the demo asks for none.
          const { by = null, argument = '' } = input as { by?: string; argument?: string };
          const importer = { by, fileName: basename(argument) };
          return importMachines(database, deps, lines, clock.now(), { fileHash, importer });
        },
      }),
      'import:terms': importTermsCommand(deps),
    },
    bookChecks: [checkTerms, checkTermsAudit],
    opsCommands: {
      'machine:status': machineStatusCommand(database, staff),
      'machine:purchase-price': purchasePriceCommand(database, staff),
      ...termsCommands(deps),
      ...outageCommands(database, staff),
    },
  };
}
