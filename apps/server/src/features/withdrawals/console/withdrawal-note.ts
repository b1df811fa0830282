import type { Database, Queryable } from '../../../platform/db/database.ts';
import { execute, one } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { StaffPorts } from '../../../platform/staff/authority.ts';
import type { ConsoleResult, StaffInput } from '../../../platform/staff/staff-command.ts';
import { transitionOf } from '../domain/transitions.ts';
import { notAwaiting, noted, notedAlready, noWithdrawal, tooManyNotes } from '../review/sentences.zh.ts';
import { lockWithdrawal } from '../withdrawal.repository.ts';

const insert = query(
  'withdrawals.note',
  'insert into withdrawal_note (withdrawal_id, staff_id, text, at) values ($1, $2, $3, $4)',
);
/** Of one member on one withdrawal: all of them are read together. */
const notesAtMost = 20;

const count = query(
  'withdrawals.count-notes',
  `select count(*)::int as notes, coalesce(bool_or(text = $3), false) as "isNoted" from withdrawal_note
   where withdrawal_id = $1 and staff_id = $2`,
).as<{ notes: number; isNoted: boolean }>();
const find = query(
  'withdrawals.has-note',
  'select exists (select from withdrawal_note where withdrawal_id = $1 and staff_id = $2) as "hasNote"',
).as<{ hasNote: boolean }>();

/** A judgement of one who decides, which the second person reads; its text is also the reason in the audit log. */
export function noteWithdrawal(
  { database, recordAudit }: Pick<StaffPorts, 'recordAudit'> & { database: Database },
  { id, authority, reason, now }: StaffInput & { id: bigint },
): Promise<ConsoleResult> {
  return database.transaction(async (dbTx) => {
    const withdrawal = await lockWithdrawal(dbTx, id);
    if (withdrawal === null) return { refused: noWithdrawal(id) };
    if (transitionOf(withdrawal.phase, 'approve') === null) return { refused: notAwaiting(withdrawal) };
    const { notes, isNoted } = await one(dbTx, count, [id, authority.by.id, reason]);
    if (isNoted) return { refused: notedAlready };
    if (notes >= notesAtMost) return { refused: tooManyNotes(notesAtMost) };
    await execute(dbTx, insert, [id, authority.by.id, reason, now]);
    await recordAudit(dbTx, { at: now, authority, action: 'withdrawal:note', subject: `withdrawal ${id}`, reason });
    return { done: noted(id) };
  });
}

/** Whether a member has written one. */
export async function hasNote(db: Queryable, id: bigint, staffId: bigint): Promise<boolean> {
  return (await one(db, find, [id, staffId])).hasNote;
}
