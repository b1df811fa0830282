import { type CustomerName, noSuchCustomer } from '../../platform/commands/customer-options.ts';
import type { Database } from '../../platform/db/database.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import { customerLeft } from '../../platform/staff/refusals.zh.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import { readNewCustomer } from './create-customer.ts';
import { changeDetailsRow, lockDetails } from './customer.store.ts';
import { namedCustomer } from './named-customer.ts';
import { was as changedFrom, detailsText, isAlready } from './sentences.zh.ts';

export interface DetailsChange {
  customer: CustomerName;
  nickname?: string | undefined;
  addTags: readonly string[];
  removeTags: readonly string[];
}

/** Changes the name and the tags of a customer. A tag that is there already, or gone already, is no error. */
export async function changeDetails(
  { database, recordAudit }: Pick<StaffPorts, 'recordAudit'> & { database: Database },
  { customer: name, nickname, addTags, removeTags }: DetailsChange,
  { authority, reason, now }: StaffInput,
): Promise<ConsoleResult> {
  return database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const found = await namedCustomer(dbTx, name);
    if (found === null) return { refused: noSuchCustomer(name) };
    if (found.status === 'CLOSED') return { refused: customerLeft(found.id) };
    const before = await lockDetails(dbTx, found.id);
    const kept = before.tags.filter((tag) => !removeTags.includes(tag));
    const after = readNewCustomer({
      account: before.account,
      nickname: nickname ?? before.nickname,
      tags: [...kept, ...addTags.filter((tag) => !kept.includes(tag))],
    });
    if ('refused' in after) return after;
    const [was, is] = [detailsText(before), detailsText(after)];
    if (was.en === is.en) return { done: isAlready(found.id, is) };
    await changeDetailsRow(dbTx, found.id, after);
    const subject = `customer ${found.id}`;
    const detail = { before: was.en, after: is.en };
    await recordAudit(dbTx, { at: now, authority, action: 'customer:change', subject, reason, detail });
    return { done: changedFrom(found.id, was, is) };
  });
}
