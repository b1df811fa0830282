import type { Data, Input } from '@lode/contract';
import type { Queryable } from '../../platform/db/database.ts';
import { encodeCursor, pageOf, pageRequest, rowId } from '../../platform/http/page.ts';
import { isRefusal, type Refusal } from '../../platform/http/refusal.ts';
import { readOutputs } from './outputs.store.ts';
import { outputAnswer } from './outputs.ts';

/** A customer's outputs, the newest first; of a machine that is none, none. */
export async function outputPage(
  db: Queryable,
  customerId: bigint,
  { machineId: machine, ...filter }: Input<'outputPage'>,
): Promise<Data<'outputPage'> | Refusal> {
  const request = pageRequest(filter, ['day', 'integer', 'word']);
  if (isRefusal(request)) return request;
  const { size, current } = request;
  const machineId = machine === undefined ? undefined : rowId(machine);
  const rows = machineId === null ? [] : await readOutputs(db, customerId, { ...filter, machineId }, request);
  const page = pageOf(rows, size, current, (last) => encodeCursor([last.date, last.machineId, last.coin]));
  return { ...page, records: page.records.map(outputAnswer) };
}
