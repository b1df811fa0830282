import { type Data, normaliseAccount } from '@lode/contract';
import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import type { ThreadStatus } from '@lode/contract/record-states';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { ConsolePart, StaffContext } from '../../platform/http/console/console-context.ts';
import { type RecordsRequest, recordsOf, recordsRequest } from '../../platform/http/console/records.ts';
import { readRecorder } from '../../platform/http/console/staff-call.ts';
import { type CursorKind, rowId } from '../../platform/http/page.ts';
import { isRefusal, notFound, type Refusal } from '../../platform/http/refusal.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import { readCustomers } from './customer-list.store.ts';
import { isCustomer } from './customer-page.store.ts';
import { type PagePorts, readPage } from './customer-page.ts';
import {
  type ByTime,
  readDeposits,
  readMachines,
  readNotices,
  readSessions,
  readWithdrawals,
} from './customer-records.store.ts';
import {
  depositView,
  listedView,
  machineView,
  movementView,
  noticeView,
  sessionView,
  withdrawalViewOf,
} from './customer-views.ts';

export interface CustomersDeps extends PagePorts, Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  staffReads: Queryable;
  readonly findCustomerId: (db: Queryable, account: string) => Promise<bigint | null>;
  /** What was said to the customer, of the inbox. */
  readonly readMessagesOf: (
    db: Queryable,
    customerId: bigint,
    place: ByTime,
  ) => Promise<
    (Pick<Data<'messagePage'>['records'][number], 'kind' | 'text' | 'isRead'> & {
      id: bigint;
      at: Date;
      sentAt: Date | null;
    })[]
  >;
  /** What the customer asked, of support. */
  readonly readThreadsOf: (
    db: Queryable,
    customerId: bigint,
    place: ByTime,
  ) => Promise<{ id: bigint; title: string; status: ThreadStatus; openedAt: Date; changedAt: Date }[]>;
}

type CustomersCall =
  | 'customerList'
  | 'findCustomer'
  | 'customer'
  | 'customerMachines'
  | 'customerMovements'
  | 'customerWithdrawals'
  | 'customerDeposits'
  | 'customerSessions'
  | 'customerNotices'
  | 'customerMessages'
  | 'customerThreads';

/** A part of the list; nothing of it is in the audit log yet. */
export async function listCustomers(
  db: Queryable,
  { cursor, ...filter }: ConsoleInput<'customerList'>,
  atOnce?: number,
): Promise<ConsoleData<'customerList'> | Refusal> {
  const request = recordsRequest(cursor === undefined ? {} : { cursor }, ['integer'], atOnce);
  if (isRefusal(request)) return request;
  return recordsOf(await readCustomers(db, filter, request), ({ id }) => [id], listedView, atOnce);
}

/** Customers as the staff sees them. Each opening of one, or of a part of one, is in the audit log. */
export function customersConsole(deps: CustomersDeps): ConsolePart<CustomersCall> {
  const { staffReads, addressOf } = deps;
  const withdrawalView = withdrawalViewOf(addressOf);

  const record = readRecorder(deps);
  const recordShown = (context: StaffContext, id: bigint, part: string) =>
    record(context, 'customer:show', `customer ${id}`, { part });
  const recordSearch = (context: StaffContext, asked: Record<string, string | number>) =>
    record(context, 'customer:search', 'customers', asked);

  /** One list of a customer, with its line of the audit log for each part that is read. */
  const part =
    <const Kinds extends readonly CursorKind[], Row, Shown>(
      name: string,
      kinds: Kinds,
      read: (customerId: bigint, request: RecordsRequest<Kinds>, now: Date) => Promise<Row[]>,
      sortKey: (row: Row) => readonly (string | bigint | Date)[],
      toRecord: (row: Row) => Shown,
    ) =>
    async (
      context: StaffContext,
      { id: given, ...input }: { id: string; cursor?: string },
    ): Promise<{ records: Shown[]; nextCursor: string | null } | Refusal> => {
      const request = recordsRequest(input, kinds);
      if (isRefusal(request)) return request;
      const id = rowId(given);
      if (id === null || !(await isCustomer(staffReads, id))) return notFound();
      await recordShown(context, id, name);
      return recordsOf(await read(id, request, context.now), sortKey, toRecord);
    };
  const byId = ({ id }: { id: bigint }) => [id];

  return {
    async customerList(context, input) {
      const answer = await listCustomers(staffReads, input);
      const { sort: _, cursor, ...asked } = input;
      // Each part of a search, whatever it found, and what lies behind the first part of all customers.
      if (!isRefusal(answer) && (Object.keys(asked).length > 0 || cursor !== undefined))
        await recordSearch(context, asked);
      return answer;
    },
    async findCustomer(context, { account: typed }) {
      const account = normaliseAccount(typed);
      const id = account === null ? null : await deps.findCustomerId(staffReads, account);
      // That no customer has it is an answer too.
      if (id === null) await recordSearch(context, { account: typed, found: 0 });
      else await recordShown(context, id, 'number');
      return id === null ? null : { id: String(id) };
    },
    async customer(context, { id: given }) {
      const id = rowId(given);
      const page = id === null ? null : await readPage(staffReads, deps, id, context.now);
      if (id === null || page === null) return notFound();
      await recordShown(context, id, 'page');
      return page;
    },
    customerMachines: part(
      'machines',
      ['integer'],
      (id, request) => readMachines(staffReads, id, request),
      byId,
      machineView,
    ),
    customerMovements: part(
      'movements',
      ['integer', 'integer'],
      (id, request) => deps.readMovements(staffReads, id, request),
      ({ transferId, line }) => [transferId, line],
      movementView,
    ),
    customerWithdrawals: part(
      'withdrawals',
      ['integer'],
      (id, request) => readWithdrawals(staffReads, id, request),
      byId,
      withdrawalView,
    ),
    customerDeposits: part(
      'deposits',
      ['integer'],
      (id, request) => readDeposits(staffReads, id, request),
      byId,
      depositView,
    ),
    customerSessions: part(
      'sessions',
      ['time', 'integer'],
      (id, request, now) => readSessions(staffReads, id, request, now),
      ({ createdAt, id }) => [createdAt, id],
      sessionView,
    ),
    customerNotices: part(
      'notices',
      ['time', 'integer'],
      (id, request) => readNotices(staffReads, id, request),
      ({ confirmedAt, id }) => [confirmedAt, id],
      noticeView,
    ),
    customerMessages: part(
      'messages',
      ['time', 'integer'],
      (id, request) => deps.readMessagesOf(staffReads, id, request),
      ({ at, id }) => [at, id],
      ({ id, kind, text, at, sentAt, isRead }) => ({
        id: String(id),
        kind,
        text,
        at: at.toISOString(),
        sentAt: sentAt?.toISOString() ?? null,
        isRead,
      }),
    ),
    customerThreads: part(
      'threads',
      ['time', 'integer'],
      (id, request) => deps.readThreadsOf(staffReads, id, request),
      ({ changedAt, id }) => [changedAt, id],
      ({ id, title, status, openedAt, changedAt }) => ({
        id: String(id),
        title,
        status,
        openedAt: openedAt.toISOString(),
        changedAt: changedAt.toISOString(),
      }),
    ),
  };
}
