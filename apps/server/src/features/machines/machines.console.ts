import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import { formatAmount } from '@lode/money';
import { miningDate } from '../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { refusedWith } from '../../platform/http/console/answer.ts';
import type { ConsolePart } from '../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../platform/http/console/records.ts';
import { inputOf, readRecorder } from '../../platform/http/console/staff-call.ts';
import { rowId } from '../../platform/http/page.ts';
import { isRefusal, notFound, type Refusal } from '../../platform/http/refusal.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { MachineStatus } from './machine-state.ts';
import { moveTogether, previewTogether } from './move-together.ts';
import { readCorrections } from './outages/outage.store.ts';
import { explainSelection } from './sentences.zh.ts';
import {
  type Choice,
  countMachines,
  type MachineScope,
  readChoices,
  readFirstOpenDay,
  readLatestOutputs,
  readMachineList,
} from './staff-list.store.ts';
import { readStaffDays, readStaffMachine, readStaffMoves, readStaffTerms } from './staff-machine.store.ts';
import { dayView, listedView, machineView, moveView, outageView, skippedView, termsView } from './staff-view.ts';

type MachineCall =
  | 'machineList'
  | 'machineCounts'
  | 'machineChoices'
  | 'machine'
  | 'previewMachineStatus'
  | 'changeMachineStatus'
  | 'outageList';

interface MachinesConsoleDeps extends Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  staffReads: Queryable;
}

const outagesAtMost = 100;

/** A part of the list; nothing of it is in the audit log yet. */
export async function listMachines(
  db: Queryable,
  { status, ...input }: ConsoleInput<'machineList'>,
  atOnce?: number,
): Promise<ConsoleData<'machineList'> | Refusal> {
  const request = recordsRequest(input, ['integer'], atOnce);
  if (isRefusal(request)) return request;
  const rows = await readMachineList(db, { ...scopeOf(input), status: status ?? null }, request);
  return recordsOf(rows, ({ id }) => [id], listedView, atOnce);
}

/** Machines as the console shows and moves them. Who opens one reads of its customer: the audit log says so. */
export function machinesConsole({ database, staffReads, recordAudit }: MachinesConsoleDeps): ConsolePart<MachineCall> {
  const record = readRecorder({ database, recordAudit });
  return {
    async machineList(context, input) {
      const answer = await listMachines(staffReads, input);
      if (!isRefusal(answer) && input.customer !== undefined)
        await record(context, 'customer:show', `customer ${idOf(input.customer) ?? 0n}`, { part: 'machines' });
      return answer;
    },
    machineCounts: (_context, input) => countMachines(staffReads, scopeOf(input)),
    async machineChoices() {
      const [{ sites, models }, firstOpenDay] = await Promise.all([
        readChoices(staffReads),
        readFirstOpenDay(staffReads),
      ]);
      return { sites: sites.map(choiceView), models: models.map(choiceView), firstOpenDay };
    },
    async machine(context, { id: given }) {
      const id = rowId(given);
      const machine = id && (await readStaffMachine(staffReads, id, miningDate(context.now)));
      if (!machine) return notFound();
      const [terms, moves, days, outages] = await Promise.all([
        readStaffTerms(staffReads, machine.id),
        readStaffMoves(staffReads, machine.id),
        readStaffDays(staffReads, machine.id),
        readCorrections(staffReads, { siteId: null, machineId: machine.id }, { limit: outagesAtMost }),
      ]);
      await record(context, 'machine:show', `machine ${machine.id}`, { customer: String(machine.customerId) });
      return {
        machine: machineView(machine),
        terms: terms.map(termsView),
        moves: moves.map(moveView),
        days: days.map((day) => dayView(day, machine.coin)),
        outages: outages.map(outageView),
      };
    },
    async previewMachineStatus({ now }, input) {
      const selection = selectionOf(input);
      const result = selection && (await previewTogether(database, { ...selection, now }));
      if (result?.outcome !== 'decided') return refusedWith(explainSelection(result?.outcome ?? 'unknown-machine'));
      const { machines, effect } = result;
      const moving = machines.filter(({ refusal }) => refusal === null);
      const stopping = moving.filter(({ machine }) => machine.status === 'RUNNING').map(({ machine }) => machine.id);
      const output = await readLatestOutputs(staffReads, stopping);
      return {
        effect,
        moving: moving.length,
        customers: new Set(moving.map(({ machine }) => machine.customerId)).size,
        toArrear: moving.filter(({ to }) => to === 'ARREAR').length,
        stopping: stopping.length,
        output: output.map(({ coin, amount }) => ({ coin, amount: formatAmount(amount, coin) })),
        skipped: skippedView(machines),
      };
    },
    async changeMachineStatus(context, { effect, reason, ...given }) {
      const selection = selectionOf(given);
      const input = { ...inputOf(context, reason), confirmed: effect };
      const result = selection && (await moveTogether(database, { recordAudit }, { ...selection, ...input }));
      if (result?.outcome !== 'decided') return refusedWith(explainSelection(result?.outcome ?? 'unknown-machine'));
      const skipped = skippedView(result.machines).length;
      return { moved: result.machines.length - skipped, skipped };
    },
    async outageList(_context, { site, ...input }) {
      const request = recordsRequest(input, ['integer']);
      if (isRefusal(request)) return request;
      const { limit, after } = request;
      const place = { after: after?.[0] ?? null, limit };
      const rows = await readCorrections(staffReads, { siteId: idOf(site), machineId: null }, place);
      return recordsOf(rows, ({ id }) => [id], outageView);
    },
  };
}

/** An id that names nothing finds nothing. */
const idOf = (given: string | undefined) => (given === undefined ? null : (rowId(given) ?? 0n));

const scopeOf = ({ site, model, customer }: ConsoleInput<'machineCounts'>): MachineScope => ({
  siteId: idOf(site),
  modelId: idOf(model),
  customerId: idOf(customer),
});

const choiceView = ({ id, name }: Choice) => ({ id: String(id), name });

/** Null when an id can be no machine's. */
function selectionOf({ ids, to }: ConsoleInput<'previewMachineStatus'>) {
  const machineIds = ids.map(rowId);
  if (!machineIds.every((id) => id !== null)) return null;
  const target: MachineStatus | null = to === 'BEFORE_REPAIR' ? null : to;
  return { machineIds, to: target };
}
