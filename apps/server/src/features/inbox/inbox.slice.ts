import type { Input } from '@lode/contract';
import type { Queryable } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { ProposalPorts, StaffPorts } from '../../platform/staff/authority.ts';
import { type GroupMessageDeps, groupMessagesConsole } from './group/group-messages.console.ts';
import { postGroupMessage } from './group/group-messages.store.ts';
import { maintenanceCommand } from './group/maintenance.command.ts';
import {
  cleanUp,
  cleanUpCrontab,
  cleanUpJob,
  type DeliverDeps,
  deliverMessages,
  deliverMessagesJob,
} from './inbox.jobs.ts';
import { inboxRoutes } from './inbox.routes.ts';
import { type ChosenKind, countUnread, markOlderRead, postMessages, postNotices, readMessages } from './inbox.store.ts';
import { messagePage } from './message-page.ts';
import { messageText } from './message-text.zh.ts';

export { deliverMessagesJob } from './inbox.jobs.ts';

interface Notice {
  to: string;
  text: string;
  at?: string;
}

export function inboxSlice(deps: DeliverDeps & StaffPorts & ProposalPorts & GroupMessageDeps) {
  const { database, clock, describeEvent } = deps;
  const jobs: Record<string, Job> = {
    [deliverMessagesJob]: deliverMessages(deps),
    [cleanUpJob]: cleanUp(database, clock),
  };
  const noticesOf =
    (kind: ChosenKind, isAlwaysSent: boolean) =>
    (db: Queryable, notices: readonly Notice[]): Promise<void> =>
      postNotices(
        db,
        { kind, isAlwaysSent },
        notices.map(({ to, text, at }) => ({ to, text, at: at === undefined ? clock.now() : new Date(at) })),
      );
  return {
    handlers: inboxRoutes(database, describeEvent),
    consoleHandlers: groupMessagesConsole(deps),
    jobs,
    crontab: cleanUpCrontab,
    opsCommands: { 'message:maintenance': maintenanceCommand(deps) },
    countUnread,
    /** Of a customer, as the customer's own client reads them. */
    messagePage: (db: Queryable, customerId: bigint, input: Input<'messagePage'>) =>
      messagePage(db, describeEvent, customerId, input),
    /** Messages of a customer as the customer reads them, the newest first. */
    async readMessagesOf(
      db: Queryable,
      customerId: bigint,
      { after, limit }: { after: readonly [at: string, id: string] | null; limit: number },
    ) {
      const place = { after: after && ([...after] as [string, string]), limit, offset: 0, current: 1, size: limit - 1 };
      const rows = await readMessages(db, customerId, null, place);
      return rows.map((row) => ({ ...row, text: messageText(row, describeEvent) }));
    },
    /** Says something to customers in the transaction of the event: one message for each key, with the record it leads to. */
    postMessages,
    /** Once for each text; for the demo's history. */
    async announceMaintenance(db: Queryable, { site, text, at }: { site: string; text: string; at: Date }) {
      await postGroupMessage(db, { text, audience: { site } }, at);
    },
    markOlderReadOfDemo: markOlderRead,
    /** Notices of a kind in the transaction of the event: SMS and mail as the customer chose. */
    chosenNotices: (kind: ChosenKind) => noticesOf(kind, false),
    /** The same, always sent to the contact that the customer logs in with: what the staff did with a customer's money. */
    sentNotices: (kind: ChosenKind) => noticesOf(kind, true),
  };
}
