import type { ConsoleData } from '@lode/contract/console';
import { UsageError } from '../../../platform/commands/option.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { refusedWith } from '../../../platform/http/console/answer.ts';
import type { ConsolePart } from '../../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../../platform/http/console/records.ts';
import { readRecorder } from '../../../platform/http/console/staff-call.ts';
import { rowId } from '../../../platform/http/page.ts';
import { isRefusal, notFound, refuse } from '../../../platform/http/refusal.ts';
import { countAudience, readStanding } from './group-messages.store.ts';
import { audienceOf, type MaintenanceDeps } from './maintenance.command.ts';

type GroupMessageCall = 'groupMessageList' | 'groupMessage' | 'previewMessage';
type Shown = ConsoleData<'groupMessage'>['message'];

/** A line of the audit log. */
interface Line {
  id: bigint;
  at: Date;
  staff: string;
  approvedBy: string | null;
  subject: string;
  reason: string;
  detail: unknown;
}

export interface GroupMessageDeps extends Pick<MaintenanceDeps, 'findCustomerId' | 'database' | 'recordAudit'> {
  staffReads: Queryable;
  /** Newest first. */
  readonly readActions: (
    db: Queryable,
    action: string,
    place: { after: readonly [id: string] | null; limit: number },
  ) => Promise<Line[]>;
}

/** Messages of the staff to groups of customers. They are proposed by `propose`, with the options of `message:maintenance`. */
export function groupMessagesConsole(deps: GroupMessageDeps): ConsolePart<GroupMessageCall> {
  const { staffReads, readActions } = deps;
  const record = readRecorder(deps);
  const read = (place: Parameters<GroupMessageDeps['readActions']>[2]) =>
    readActions(staffReads, 'message:maintenance', place);
  return {
    async groupMessageList(_context, input) {
      const request = recordsRequest(input, ['integer']);
      if (isRefusal(request)) return request;
      return recordsOf(await read(request), ({ id }) => [id], messageView);
    },
    async groupMessage(_context, { id: given }) {
      const id = rowId(given);
      const [line] = id === null ? [] : await read({ after: [String(id + 1n)], limit: 1 });
      if (line === undefined || line.id !== id) return notFound();
      const { key } = line.detail as { key?: string };
      // Of texts that went out before their key was kept, how far they came is not known.
      return { message: messageView(line), standing: key === undefined ? null : await readStanding(staffReads, key) };
    },
    async previewMessage(context, given) {
      if (given.account !== undefined || given.id !== undefined) {
        // Whether there is such a customer, and by which channel it is reached.
        await record(context, 'message:preview', 'one customer', { customer: given.account ?? given.id ?? '' });
      }
      try {
        const audience = await audienceOf(staffReads, deps, given);
        if ('refused' in audience) return refusedWith(audience.refused);
        return await countAudience(staffReads, audience);
      } catch (error) {
        if (error instanceof UsageError) return refuse('notOperable', { reason: error.sentence.zh });
        throw error;
      }
    },
  };
}

function messageView({ id, at, staff, approvedBy, subject, reason, detail }: Line): Shown {
  const { text = '', reached = 0 } = detail as { text?: string; reached?: number };
  const [of = '', name = ''] = /^(site|model|tag|customer) (.+)$/.exec(subject)?.slice(1) ?? [];
  return {
    id: String(id),
    at: at.toISOString(),
    by: staff,
    approvedBy,
    reason,
    text,
    audience: { of: (of === '' ? 'ALL' : of.toUpperCase()) as Shown['audience']['of'], name },
    reached,
  };
}
