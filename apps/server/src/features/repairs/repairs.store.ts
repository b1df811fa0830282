import type { NoteAudience, RepairStatus } from '@lode/contract/record-states';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import { walkOf } from '../../platform/db/walk.ts';

export interface TicketRow {
  id: bigint;
  machineId: bigint;
  machineNo: string;
  /** The present owner. */
  customerId: bigint;
  site: string;
  title: string;
  status: RepairStatus;
  assignee: string | null;
  openedBy: string;
  openedAt: Date;
  changedAt: Date;
  /** Another one after each change and each note. */
  version: number;
}

const ticketColumns = `ticket.id, ticket.machine_id as "machineId", machine_no as "machineNo", machine.customer_id as "customerId",
  site.name as site, title, ticket.status, assigned.name as assignee, opener.name as "openedBy",
  opened_at as "openedAt", changed_at as "changedAt", version`;
const ticketNames = `
  join machine on machine.id = ticket.machine_id
  join site on site.id = machine.site_id
  join staff opener on opener.id = opened_by
  left join staff assigned on assigned.id = ticket.assignee`;

/** Each set of filters has a text, and a plan, of its own. Without a status: those that are open, or every one of a machine. */
const filters = [
  ['machine_id', '$2::bigint'],
  ['assignee', '(select id from staff where name = $3::text)'],
  ['status', '$1::text'],
] as const;
const absent = ['$2::bigint is null', '$3::text is null', '$1::text is null'];
const lists = Array.from({ length: 2 ** filters.length }, (_, set) => {
  const isGiven = (n: number) => (set & (1 << n)) !== 0;
  const isOpen = isGiven(0) || isGiven(2) ? [] : [`status <> 'DONE'`];
  // Those that are open are walked, of whomever they are.
  const given = filters.filter((_, n) => isGiven(n) && isOpen.length === 0);
  const whose = isOpen.length > 0 && isGiven(1) ? [filters[1].join(' = ')] : [];
  const wanted = [...absent.filter((_, n) => !isGiven(n)), ...isOpen, ...whose, 'id < $4'];
  const page = walkOf({ table: 'repair_ticket', given, wanted, limit: '$5' });
  return query(
    set === 0 ? 'repairs.list' : (`repairs.list.${set}` as const),
    `select ${ticketColumns} from (${page}) ticket ${ticketNames} order by ticket.id desc`,
  ).as<TicketRow>();
});

/** Behind every ticket. */
const newest = String(2n ** 63n - 1n);

export interface TicketFilter {
  /** Null: those that are open, or every one of a machine. */
  status: RepairStatus | null;
  machineId: bigint | null;
  assignee: string | null;
}

/** The newest first. */
export function readTickets(
  db: Queryable,
  { status, machineId, assignee }: TicketFilter,
  { after, limit }: { after: readonly [id: string] | null; limit: number },
): Promise<TicketRow[]> {
  const given = [machineId, assignee, status];
  const set = given.reduce<number>((sum, value, n) => (value === null ? sum : sum | (1 << n)), 0);
  return many(db, lists[set] as (typeof lists)[number], [status, machineId, assignee, after?.[0] ?? newest, limit]);
}

const byId = query(
  'repairs.one',
  `select ${ticketColumns} from repair_ticket ticket ${ticketNames} where ticket.id = $1`,
).as<TicketRow>();

export function findTicket(db: Queryable, id: bigint): Promise<TicketRow | null> {
  return maybeOne(db, byId, [id]);
}

const lock = lockingQuery(
  'repairs.lock',
  `select ${ticketColumns} from repair_ticket ticket ${ticketNames} where ticket.id = $1 for no key update of ticket`,
).as<TicketRow>();

export function lockTicket(dbTx: Transaction, id: bigint): Promise<TicketRow | null> {
  return maybeOne(dbTx, lock, [id]);
}

export interface NoteRow {
  id: bigint;
  by: string;
  audience: NoteAudience;
  text: string;
  at: Date;
}

const notes = query(
  'repairs.notes',
  `select note.id, staff.name as by, audience, text, at from repair_note note join staff on staff.id = staff_id
   where ticket_id = $1 order by note.id desc limit $2`,
).as<NoteRow>();

/** The newest first. */
export function readNotes(db: Queryable, ticketId: bigint, limit: number): Promise<NoteRow[]> {
  return many(db, notes, [ticketId, limit]);
}

const machine = query('repairs.machine', 'select id from machine where id = $1').as<{ id: bigint }>();

export async function isMachine(db: Queryable, id: bigint): Promise<boolean> {
  return (await maybeOne(db, machine, [id])) !== null;
}

const insert = query(
  'repairs.open',
  `insert into repair_ticket (machine_id, title, opened_by, opened_at, changed_at) values ($1, $2, $3, $4, $4)
   on conflict (machine_id) where status <> 'DONE' do nothing returning id`,
).as<{ id: bigint }>();

/** Null where the machine has an open one. */
export async function insertTicket(
  dbTx: Transaction,
  { machineId, title, staffId, now }: { machineId: bigint; title: string; staffId: bigint; now: Date },
): Promise<bigint | null> {
  return (await maybeOne(dbTx, insert, [machineId, title, staffId, now]))?.id ?? null;
}

const insertedNote = query(
  'repairs.note',
  `insert into repair_note (ticket_id, staff_id, audience, text, at) values ($1, $2, $3, $4, $5) returning id`,
).as<{ id: bigint }>();

export async function insertNote(
  dbTx: Transaction,
  note: { ticketId: bigint; staffId: bigint; audience: NoteAudience; text: string; now: Date },
): Promise<bigint> {
  return (await one(dbTx, insertedNote, [note.ticketId, note.staffId, note.audience, note.text, note.now])).id;
}

const count = query('repairs.count-notes', 'select count(*)::int as count from repair_note where ticket_id = $1').as<{
  count: number;
}>();

export async function countNotes(dbTx: Transaction, ticketId: bigint): Promise<number> {
  return (await one(dbTx, count, [ticketId])).count;
}

const worker = query(
  'repairs.worker',
  `select id from staff where name = $1 and status = 'ACTIVE' and role in ('OPERATIONS', 'SUPPORT', 'ADMIN')`,
).as<{ id: bigint }>();

/** Null where there is no active member who works on repairs. */
export async function findWorker(db: Queryable, name: string): Promise<bigint | null> {
  return (await maybeOne(db, worker, [name]))?.id ?? null;
}

const change = query(
  'repairs.change',
  `update repair_ticket set status = $2, assignee = case when $3::boolean then $4::bigint else assignee end, changed_at = $5,
     closed_at = case when $2 = 'DONE' then $5::timestamptz end
   where id = $1`,
);

export async function changeTicket(
  dbTx: Transaction,
  id: bigint,
  { status, assignee, now }: { status: RepairStatus; assignee: bigint | null | undefined; now: Date },
): Promise<void> {
  await execute(dbTx, change, [id, status, assignee !== undefined, assignee ?? null, now]);
}
