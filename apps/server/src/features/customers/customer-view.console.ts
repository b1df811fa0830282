import { type Data, type Input, maskAccount } from '@lode/contract';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { ConsolePart, StaffContext } from '../../platform/http/console/console-context.ts';
import { rowId } from '../../platform/http/page.ts';
import { isRefusal, notFound, type Refusal } from '../../platform/http/refusal.ts';
import { authorityOf, type StaffPorts } from '../../platform/staff/authority.ts';
import { type CustomerRow, findCustomer } from './customer-page.store.ts';
import { readWithoutWriting } from './customer-view.store.ts';

/** What the customer's own calls run, of the slices that answer them. */
export interface ViewPorts {
  readonly readHome: (db: Queryable, customerId: bigint, now: Date) => Promise<Data<'indexInfo'>>;
  readonly readReminder: (db: Queryable, customerId: bigint) => Promise<Data<'electricityReminder'>>;
  readonly billPage: (
    db: Queryable,
    customerId: bigint,
    input: Input<'billPage'>,
    now: Date,
  ) => Promise<Data<'billPage'> | Refusal>;
  readonly billSums: (
    db: Queryable,
    customerId: bigint,
    input: Input<'billMonth'>,
    now: Date,
  ) => Promise<Data<'billMonth'>>;
  readonly machinePage: (
    db: Queryable,
    customerId: bigint,
    input: Input<'machinePage'>,
    now: Date,
  ) => Promise<Data<'machinePage'> | Refusal>;
  readonly withdrawalPage: (
    db: Queryable,
    customerId: bigint,
    input: Input<'withdrawPage'>,
  ) => Promise<Data<'withdrawPage'> | Refusal>;
  readonly outputPage: (
    db: Queryable,
    customerId: bigint,
    input: Input<'outputPage'>,
  ) => Promise<Data<'outputPage'> | Refusal>;
  readonly savingsDetail: (
    db: Queryable,
    asked: { customerId: bigint; coin: 'BTC' | 'USDT'; now: Date },
  ) => Promise<Data<'coinUpDetail'>>;
  readonly savingsRecords: (
    db: Queryable,
    customerId: bigint,
    input: Input<'coinUpPage'>,
  ) => Promise<Data<'coinUpPage'> | Refusal>;
  readonly messagePage: (
    db: Queryable,
    customerId: bigint,
    input: Input<'messagePage'>,
  ) => Promise<Data<'messagePage'> | Refusal>;
}

export interface ViewDeps extends ViewPorts, Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  staffReads: Database;
}

type ViewCall =
  | 'viewHome'
  | 'viewAssets'
  | 'viewBill'
  | 'viewBillMonth'
  | 'viewMachines'
  | 'viewOutputs'
  | 'viewCoinUp'
  | 'viewCoinUpRecords'
  | 'viewMessages'
  | 'viewWithdrawals';

interface Seen {
  db: Queryable;
  customer: CustomerRow;
  now: Date;
}

/**
 * What a customer sees, read by the use cases that the customer's client calls, in a transaction that can write nothing. No session of
 * the customer is made. Each part that is opened stands in the audit log with its reason.
 */
export function customerViewConsole(deps: ViewDeps): ConsolePart<ViewCall> {
  const { database, staffReads, recordAudit } = deps;

  async function see<T>(
    { session, now }: StaffContext,
    { id: given, reason }: { id: string; reason: string },
    part: string,
    read: (seen: Seen) => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    const id = rowId(given);
    if (id === null) return notFound();
    const answer = await readWithoutWriting(staffReads, async (db) => {
      const customer = await findCustomer(db, id);
      return customer === null ? notFound() : read({ db, customer, now });
    });
    if (isRefusal(answer)) return answer;
    await recordAudit(database, {
      at: now,
      authority: authorityOf(session),
      action: 'customer:view',
      subject: `customer ${id}`,
      reason,
      detail: { part },
    });
    return answer;
  }

  const listed = <Row>(page: { records: Row[]; nextCursor: string | null } | Refusal) =>
    isRefusal(page) ? page : { records: page.records, nextCursor: page.nextCursor };

  return {
    viewHome: (context, input) =>
      see(context, input, 'home', async ({ db, customer: { id, account, status }, now }) => {
        const [home, reminder] = await Promise.all([deps.readHome(db, id, now), deps.readReminder(db, id)]);
        return { account: maskAccount(account), status, home, reminder };
      }),
    viewAssets: (context, input) =>
      see(context, input, 'assets', async ({ db, customer, now }) => {
        const { assetsInfo } = await deps.readHome(db, customer.id, now);
        return assetsInfo;
      }),
    viewBill: (context, { id, reason, ...input }) =>
      see(context, { id, reason }, 'bill', async ({ db, customer, now }) =>
        listed(await deps.billPage(db, customer.id, input, now)),
      ),
    viewBillMonth: (context, { id, reason, ...input }) =>
      see(context, { id, reason }, 'bill', ({ db, customer, now }) => deps.billSums(db, customer.id, input, now)),
    viewMachines: (context, { id, reason, ...input }) =>
      see(context, { id, reason }, 'machines', async ({ db, customer, now }) =>
        listed(await deps.machinePage(db, customer.id, { ...input, sort: 'ATTENTION' }, now)),
      ),
    viewWithdrawals: (context, { id, reason, ...input }) =>
      see(context, { id, reason }, 'withdrawals', async ({ db, customer }) =>
        listed(await deps.withdrawalPage(db, customer.id, input)),
      ),
    viewOutputs: (context, { id, reason, ...input }) =>
      see(context, { id, reason }, 'outputs', async ({ db, customer }) =>
        listed(await deps.outputPage(db, customer.id, input)),
      ),
    viewCoinUp: (context, input) =>
      see(context, input, 'coin-up', async ({ db, customer: { id: customerId }, now }) => ({
        coins: await Promise.all(
          (['BTC', 'USDT'] as const).map((coin) => deps.savingsDetail(db, { customerId, coin, now })),
        ),
      })),
    viewCoinUpRecords: (context, { id, reason, ...input }) =>
      see(context, { id, reason }, 'coin-up', async ({ db, customer }) =>
        listed(await deps.savingsRecords(db, customer.id, input)),
      ),
    viewMessages: (context, { id, reason, ...input }) =>
      see(context, { id, reason }, 'messages', async ({ db, customer }) =>
        listed(await deps.messagePage(db, customer.id, input)),
      ),
  };
}
