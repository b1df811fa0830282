import type { Data, Input } from '@lode/contract';
import { miningDate } from '../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { Handlers, RequestContext } from '../../platform/http/context.ts';
import { encodeCursor, pageOf, pageRequest, rowId } from '../../platform/http/page.ts';
import { isRefusal, notFound, type Refusal, refuse } from '../../platform/http/refusal.ts';
import { changeByCustomer } from './change-status.ts';
import { readHashrate } from './machine-hashrate.ts';
import { readLastDays, readMachine, readMachines, readStatusLog } from './machine-reads.ts';
import { machineDetailAnswer, machineResponse, switchResult } from './machine-response.ts';

/** One page of a customer's machines. */
export async function machinePage(
  db: Queryable,
  customerId: bigint,
  input: Input<'machinePage'>,
  now: Date,
): Promise<Data<'machinePage'> | Refusal> {
  const request = pageRequest(input, ['integer']);
  if (isRefusal(request)) return request;
  const { size, current, limit, offset } = request;
  const place = { after: request.after?.[0] ?? null, limit, offset, today: miningDate(now) };
  const rows = await readMachines(db, customerId, input, place);
  const page = pageOf(rows, size, current, (last) => encodeCursor([last.id]));
  return { ...page, records: page.records.map(machineResponse) };
}

export function machineRoutes(database: Database) {
  return {
    machinePage: ({ session, now }, input) => machinePage(database, session.customerId, input, now),

    async machineDetail({ session, now }, input) {
      const id = rowId(input.id);
      const machine = id && (await readMachine(database, session.customerId, id, miningDate(now)));
      if (!machine) return notFound();
      const [log, days] = await Promise.all([
        readStatusLog(database, session.customerId, machine.id),
        readLastDays(database, session.customerId, machine.id),
      ]);
      return machineDetailAnswer(machine, log, days);
    },

    async machineHashrate({ session, now }, { id, range }) {
      const machineId = rowId(id);
      const found = machineId && (await readHashrate(database, session.customerId, { machineId, range, now }));
      return found ? { ...found, range, now: now.toISOString(), source: 'status' } : notFound();
    },

    machineActive: (context, input) => change(context, input.id, 'RUNNING'),
    machineSuspend: (context, input) => change(context, input.id, 'SUSPEND'),

    async machineSwitch({ session, now }, { ids, to }) {
      const machineIds = ids.split(',').map(rowId);
      if (!machineIds.every((id) => id !== null)) return notFound();
      const changed = await changeByCustomer(database, { customerId: session.customerId, machineIds, to, now });
      return changed ? { results: changed.map(switchResult) } : notFound();
    },
  } satisfies Handlers;

  async function change(
    { session, now }: RequestContext,
    id: string,
    to: 'RUNNING' | 'SUSPEND',
  ): Promise<Data<'machineSuspend'> | Refusal> {
    const machineId = rowId(id);
    if (machineId === null) return notFound();
    const { customerId } = session;
    const [result] = (await changeByCustomer(database, { customerId, machineIds: [machineId], to, now })) ?? [];
    if (!result) return notFound();
    if (result.refusal !== null)
      return refuse('notOperable', { reason: result.refusal, status: result.machine.status });
    const machine = await readMachine(database, customerId, machineId, miningDate(now));
    return machine ? machineResponse(machine) : notFound();
  }
}
