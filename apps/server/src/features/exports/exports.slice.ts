import type { ConsoleData, ConsoleExportCall, ConsoleInput } from '@lode/contract/console';
import type { Queryable } from '../../platform/db/database.ts';
import type { ConsolePart } from '../../platform/http/console/console-context.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import {
  customerSheet,
  depositSheet,
  type ExportedList,
  machineSheet,
  transferSheet,
  withdrawalSheet,
} from './columns.zh.ts';
import { type ExporterDeps, listExporter } from './list-file.ts';

/** A part of a list on one state of the database; its refusals are those of the page. */
type ReadList<Call extends ExportedList> = (
  db: Queryable,
  input: ConsoleInput<Call>,
  atOnce: number,
) => Promise<ConsoleData<Call> | Refusal>;

export interface ExportsDeps extends ExporterDeps {
  lists: {
    readonly customers: ReadList<'customerList'>;
    readonly machines: ReadList<'machineList'>;
    readonly withdrawals: ReadList<'withdrawalList'>;
    readonly deposits: ReadList<'depositList'>;
    readonly transfers: ReadList<'transferList'>;
  };
}

/** Lists of the console as files. */
export function exportsSlice({ lists, ...deps }: ExportsDeps): { consoleHandlers: ConsolePart<ConsoleExportCall> } {
  const fileOf = listExporter(deps);
  return {
    consoleHandlers: {
      exportCustomers: fileOf('customers', customerSheet, lists.customers),
      exportMachines: fileOf('machines', machineSheet, lists.machines),
      exportWithdrawals: fileOf('withdrawals', withdrawalSheet, lists.withdrawals),
      exportDeposits: fileOf('deposits', depositSheet, lists.deposits),
      exportTransfers: fileOf('transfers', transferSheet, lists.transfers),
    },
  };
}
