import type { ConsoleData } from '@lode/contract/console';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import { refusedWith } from '../../platform/http/console/answer.ts';
import type { ConsolePart, StaffContext } from '../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../platform/http/console/records.ts';
import { rowId } from '../../platform/http/page.ts';
import { isRefusal, notFound, type Refusal } from '../../platform/http/refusal.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { authorityOf, type StaffPorts } from '../../platform/staff/authority.ts';
import { noMachine } from '../../platform/staff/refusals.zh.ts';
import { contactDetailIn } from './contact-details.zh.ts';
import {
  changeTicket,
  countNotes,
  findTicket,
  findWorker,
  insertNote,
  insertTicket,
  isMachine,
  lockTicket,
  readNotes,
  readTickets,
  type TicketRow,
} from './repairs.store.ts';
import * as say from './sentences.zh.ts';

export interface RepairsDeps extends Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  staffReads: Queryable;
  /** Says something to customers in the transaction of the event: one message for each key. */
  readonly postMessages: (
    db: Queryable,
    of: { kind: 'MACHINE'; isAlwaysSent: boolean },
    messages: readonly {
      customerId: bigint;
      key: string;
      text: string;
      at: Date;
      target: { of: 'MACHINE'; id: bigint };
    }[],
  ) => Promise<number>;
}

const notesAtMost = 200;

type RepairCall = 'repairList' | 'repair' | 'openRepair' | 'noteRepair' | 'changeRepair';

/** Repairs of machines. What is written for the customer is a message that leads to the machine; the rest is the staff's. */
export function repairsConsole(deps: RepairsDeps): ConsolePart<RepairCall> {
  const { database, staffReads, recordAudit, postMessages } = deps;

  const record = (
    dbTx: Transaction,
    { session, now }: StaffContext,
    { action, id, reason, detail }: { action: string; id: bigint; reason: string; detail: Record<string, string> },
  ) =>
    recordAudit(dbTx, {
      at: now,
      authority: authorityOf(session),
      action,
      subject: `repair ticket ${id}`,
      reason,
      detail,
    });

  /** An open ticket, locked, and what is done with it. */
  const withOpen = (
    given: string,
    act: (dbTx: Transaction, ticket: TicketRow) => Promise<{ refused: Sentence } | null>,
  ): Promise<null | Refusal> =>
    database.transaction(async (dbTx) => {
      const id = rowId(given);
      const ticket = id === null ? null : await lockTicket(dbTx, id);
      if (ticket === null) return refusedWith(say.noTicket(given));
      if (ticket.status === 'DONE') return refusedWith(say.isDone(given));
      const result = await act(dbTx, ticket);
      return result && refusedWith(result.refused);
    });

  return {
    async repairList(_context, { status = null, machine, assignee = null, ...input }) {
      const request = recordsRequest(input, ['integer']);
      if (isRefusal(request)) return request;
      const machineId = machine === undefined ? null : (rowId(machine) ?? 0n);
      const rows = await readTickets(staffReads, { status, machineId, assignee }, request);
      return recordsOf(rows, ({ id }) => [id], ticketView);
    },
    async repair(_context, { id: given }) {
      const id = rowId(given);
      const ticket = id === null ? null : await findTicket(staffReads, id);
      if (ticket === null) return notFound();
      const notes = await readNotes(staffReads, ticket.id, notesAtMost);
      return {
        ticket: ticketView(ticket),
        notes: notes.map(({ id: note, at, ...rest }) => ({ ...rest, id: String(note), at: at.toISOString() })),
      };
    },
    async openRepair(context, { machine: given, title: typed }) {
      const machineId = rowId(given);
      const title = typed.trim();
      return database.transaction(async (dbTx) => {
        if (machineId === null || !(await isMachine(dbTx, machineId))) return refusedWith(noMachine(given));
        const { session, now } = context;
        const id = await insertTicket(dbTx, { machineId, title, staffId: session.staffId, now });
        if (id === null) return refusedWith(say.hasOpenTicket);
        await record(dbTx, context, { action: 'repair:open', id, reason: title, detail: { machine: given } });
        return { id: String(id) };
      });
    },
    noteRepair: (context, { id: given, version, audience, text: typed }) =>
      withOpen(given, async (dbTx, ticket) => {
        const { id, machineId, machineNo, customerId, status } = ticket;
        const { session, now } = context;
        const text = typed.trim();
        const contact = audience === 'CUSTOMER' ? contactDetailIn(text, machineNo) : null;
        if (contact !== null) return { refused: say.leadsElsewhere(contact) };
        // A lost answer is tried again from a page that may have read the note.
        const [newest] = await readNotes(dbTx, id, 1);
        const isNewest = newest?.by === session.name && newest.audience === audience && newest.text === text;
        if (isNewest) return { refused: say.notedAlready(given) };
        if (version !== ticket.version) return { refused: say.isOther(given) };
        if ((await countNotes(dbTx, id)) >= notesAtMost) return { refused: say.mostNotes(notesAtMost) };
        const note = await insertNote(dbTx, { ticketId: id, staffId: session.staffId, audience, text, now });
        await changeTicket(dbTx, id, { status, assignee: undefined, now });
        if (audience === 'CUSTOMER') {
          const target = { of: 'MACHINE' as const, id: machineId };
          const message = {
            customerId,
            key: `repair:${note}`,
            text: say.customerText(machineNo, text),
            at: now,
            target,
          };
          await postMessages(dbTx, { kind: 'MACHINE', isAlwaysSent: false }, [message]);
        }
        const detail = { audience, ...(audience === 'CUSTOMER' && { customer: String(customerId) }) };
        await record(dbTx, context, { action: 'repair:note', id, reason: text, detail });
        return null;
      }),
    changeRepair: (context, { id: given, version, status: wanted, assignee: name, reason }) =>
      withOpen(given, async (dbTx, ticket) => {
        const status = wanted ?? ticket.status;
        const assignee = name === undefined || name === null ? name : await findWorker(dbTx, name);
        if (typeof name === 'string' && assignee === null) return { refused: say.noWorker(name) };
        const isSame = status === ticket.status && (name === undefined || name === ticket.assignee);
        if (isSame) return { refused: say.nothingChanges };
        if (version !== ticket.version) return { refused: say.isOther(given) };
        await changeTicket(dbTx, ticket.id, { status, assignee, now: context.now });
        await record(dbTx, context, {
          action: 'repair:change',
          id: ticket.id,
          reason: reason.trim(),
          detail: { status, assignee: name === undefined ? (ticket.assignee ?? '') : (name ?? '') },
        });
        return null;
      }),
  };
}

function ticketView(row: TicketRow): ConsoleData<'repair'>['ticket'] {
  const { id, machineId, customerId, openedAt, changedAt, ...ticket } = row;
  return {
    ...ticket,
    id: String(id),
    machine: String(machineId),
    customer: String(customerId),
    openedAt: openedAt.toISOString(),
    changedAt: changedAt.toISOString(),
  };
}
