import { account, id, optional, text, UsageError } from '../../../platform/commands/option.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import { contentRoles, type ProposalPorts, type StaffPorts } from '../../../platform/staff/authority.ts';
import { type ProposableCommand, proposableCommand } from '../../../platform/staff/proposable-command.ts';
import type { ConsoleResult } from '../../../platform/staff/staff-command.ts';
import { type Audience, countAudience, isKnownAudience, postGroupMessage } from './group-messages.store.ts';
import * as say from './sentences.zh.ts';

/** SMS and mail hold this many characters. */
export const longest = 300;

export interface MaintenanceDeps extends StaffPorts, ProposalPorts {
  database: Database;
  readonly findCustomerId: (db: Queryable, account: string) => Promise<bigint | null>;
}

interface Given {
  site?: string | undefined;
  model?: string | undefined;
  tag?: string | undefined;
  account?: string | undefined;
  id?: string | undefined;
}

const named = (placeholder: string, summary: string) =>
  optional(text({ placeholder, summary, longest: 64, pattern: /^\P{Cc}+$/u, expected: 'a name' }));

/** What a group of customers reads needs two people, as content does. */
export function maintenanceCommand(deps: MaintenanceDeps): ProposableCommand {
  const { database } = deps;
  return proposableCommand('message:maintenance', deps, contentRoles, {
    group: 'Content',
    summary: 'Writes to all customers, of a site, model or tag, or to one; each text once',
    options: {
      text: text({
        placeholder: 'TEXT',
        summary: 'what they read',
        longest,
        pattern: /^\P{Cc}+$/u,
        expected: 'a text',
      }),
      site: named('SITE', 'who has a machine at the site'),
      model: named('MODEL', 'who has a machine of the model'),
      tag: named('TAG', 'who has the tag'),
      account: optional(account('the one customer')),
      id: optional(id('the same by id')),
    },
    example: '--text TEXT --by support --approved-by approver --reason "power cut announced"',
    effects: 'changes',
    async describe({ text: body, ...given }) {
      const audience = await audienceOf(database, deps, given);
      if ('refused' in audience) return audience;
      const { customers } = await countAudience(database, audience);
      const name = say.audienceName(audience);
      if (customers === 0) return { refused: say.reachesNone(name) };
      return { summary: say.wouldGet(customers, name, body) };
    },
    run: ({ text: body, ...given }, { authority, reason, now }) =>
      database.transaction(async (dbTx): Promise<ConsoleResult> => {
        const audience = await audienceOf(dbTx, deps, given);
        if ('refused' in audience) return audience;
        const name = say.audienceName(audience);
        const subject = name.en;
        const { key, reached } = await postGroupMessage(dbTx, { text: body, audience }, now);
        if (reached === 0) return { done: say.gotAlready(name) };
        const detail = { text: body, key, reached };
        await deps.recordAudit(dbTx, { at: now, authority, action: 'message:maintenance', subject, reason, detail });
        return { done: say.got(reached) };
      }),
  });
}

/** One of the options, or none for all customers. */
export async function audienceOf(
  db: Queryable,
  { findCustomerId }: Pick<MaintenanceDeps, 'findCustomerId'>,
  { site, model, tag, account: typed, id: row }: Given,
): Promise<Audience | { refused: Sentence }> {
  if ([site, model, tag, typed, row].filter((one) => one !== undefined).length > 1)
    throw new UsageError(say.oneAudience);
  if (typed !== undefined) {
    const customerId = await findCustomerId(db, typed);
    return customerId === null ? { refused: say.noCustomer(typed) } : { customerId };
  }
  if (row !== undefined) return { customerId: BigInt(row) };
  const audience = { site, model, tag };
  if (!(await isKnownAudience(db, audience))) return { refused: say.noAudience(say.audienceName(audience)) };
  return audience;
}
