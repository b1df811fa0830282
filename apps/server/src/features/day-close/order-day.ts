import type { DayWork } from '@lode/contract/record-states';
import type { Database } from '../../platform/db/database.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import type { CloseKind } from './close-kind.ts';
import { readProgress } from './day-close.store.ts';
import { decideClose } from './day-order.ts';
import { insertOrder } from './orders.store.ts';
import * as say from './sentences.zh.ts';

export type OrderDeps = Pick<StaffPorts, 'recordAudit'> & { database: Database };

/**
 * A close is long work: the worker does it, and the person may leave. An order that could not be carried out is refused at once; a
 * second of the same while the first is open changes nothing and is refused. Only the next day can be checked: each check tries every batch.
 */
export function orderDay(
  { database, recordAudit }: OrderDeps,
  kind: CloseKind,
  { date, work }: { date: string; work: DayWork },
  { authority, reason, now }: StaffInput,
): Promise<ConsoleResult> {
  return database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const end = kind.endOf(date);
    // What will be over when its close is due can be checked before.
    const at = work === 'CHECK' && now < end ? end : now;
    const decision = decideClose(date, await readProgress(dbTx, kind.name), { now: at, end });
    if (decision.outcome === 'already-closed') return { refused: say.isClosed(kind.name, date) };
    if (decision.outcome === 'refused') return { refused: decision.reason };
    const id = await insertOrder(dbTx, { kind: kind.name, date, work, staffId: authority.by.id, at: now });
    if (id === null) return { refused: say.orderedAlready(kind.name, date) };
    await recordAudit(dbTx, {
      at: now,
      authority,
      action: work === 'CLOSE' ? 'day-close:order' : 'day-close:order-check',
      subject: `${kind.name} ${date}`,
      reason,
      detail: { order: String(id) },
    });
    return { done: say.isOrdered(kind.name, date) };
  });
}
