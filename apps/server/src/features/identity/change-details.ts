import { type CustomerName, noSuchCustomer } from '../../platform/commands/customer-options.ts';
import type { Database } from '../../platform/db/database.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { StaffInput, StaffResult } from '../../platform/staff/staff-command.ts';
import { readNewCustomer } from './create-customer.ts';
import { changeDetailsRow, lockDetails } from './customer.store.ts';
import { namedCustomer } from './named-customer.ts';

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
): Promise<StaffResult> {
  return database.transaction(async (dbTx): Promise<StaffResult> => {
    const found = await namedCustomer(dbTx, name);
    if (found === null) return { refused: noSuchCustomer(name) };
    if (found.status === 'CLOSED') return { refused: `customer ${found.id} has left` };
    const before = await lockDetails(dbTx, found.id);
    const kept = before.tags.filter((tag) => !removeTags.includes(tag));
    const after = readNewCustomer({
      account: before.account,
      nickname: nickname ?? before.nickname,
      tags: [...kept, ...addTags.filter((tag) => !kept.includes(tag))],
    });
    if (typeof after === 'string') return { refused: after };
    const [was, is] = [before, after].map(textOf) as [string, string];
    if (was === is) return { done: `customer ${found.id} is ${is} already: nothing changed` };
    await changeDetailsRow(dbTx, found.id, after);
    const subject = `customer ${found.id}`;
    const detail = { before: was, after: is };
    await recordAudit(dbTx, { at: now, authority, action: 'customer:change', subject, reason, detail });
    return { done: `customer ${found.id} was ${was}, is ${is}` };
  });
}

const textOf = ({ nickname, tags }: { nickname: string; tags: readonly string[] }): string =>
  `"${nickname}" with ${tags.length === 0 ? 'no tags' : `the tags ${tags.join(', ')}`}`;
