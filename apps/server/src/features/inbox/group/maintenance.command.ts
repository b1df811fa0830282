import { account, id, optional, text, UsageError } from '../../../platform/commands/option.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { contentRoles, type ProposalPorts, type StaffPorts } from '../../../platform/staff/authority.ts';
import { type ProposableCommand, proposableCommand } from '../../../platform/staff/proposable-command.ts';
import type { StaffResult } from '../../../platform/staff/staff-command.ts';
import { type Audience, countAudience, isKnownAudience, postGroupMessage } from './group-messages.store.ts';

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
    summary: 'Writes to all customers, or to those of a site, a model or a tag, or to one; each text goes out once',
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
      if (customers === 0) return { refused: `${nameOf(audience)}: there is no customer` };
      return { summary: `${countOf(customers)} (${nameOf(audience)}): ${body}` };
    },
    run: ({ text: body, ...given }, { authority, reason, now }) =>
      database.transaction(async (dbTx): Promise<StaffResult> => {
        const audience = await audienceOf(dbTx, deps, given);
        if ('refused' in audience) return audience;
        const subject = nameOf(audience);
        const { key, reached } = await postGroupMessage(dbTx, { text: body, audience }, now);
        if (reached === 0) return { done: `${subject} has this text already: nothing changed` };
        const detail = { text: body, key, reached };
        await deps.recordAudit(dbTx, { at: now, authority, action: 'message:maintenance', subject, reason, detail });
        return { done: `${countOf(reached)} the message` };
      }),
  });
}

const countOf = (customers: number) => `${customers} ${customers === 1 ? 'customer gets' : 'customers get'}`;

/** One of the options, or none for all customers. */
export async function audienceOf(
  db: Queryable,
  { findCustomerId }: Pick<MaintenanceDeps, 'findCustomerId'>,
  { site, model, tag, account: typed, id: row }: Given,
): Promise<Audience | { refused: string }> {
  if ([site, model, tag, typed, row].filter((one) => one !== undefined).length > 1)
    throw new UsageError('give one of --site, --model, --tag, --account and --id');
  if (typed !== undefined) {
    const customerId = await findCustomerId(db, typed);
    return customerId === null ? { refused: `there is no customer ${typed}` } : { customerId };
  }
  if (row !== undefined) return { customerId: BigInt(row) };
  const audience = { site, model, tag };
  if (!(await isKnownAudience(db, audience))) return { refused: `there is no ${nameOf(audience)}` };
  return audience;
}

function nameOf({ site, model, tag, customerId }: Audience): string {
  if (customerId !== undefined) return `customer ${customerId}`;
  if (site !== undefined) return `site ${site}`;
  if (model !== undefined) return `model ${model}`;
  return tag === undefined ? 'all customers' : `tag ${tag}`;
}
