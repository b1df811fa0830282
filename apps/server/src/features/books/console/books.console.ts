import { maskAccount } from '@lode/contract';
import type { ConsoleData } from '@lode/contract/console';
import { type Coin, formatAmount } from '@lode/money';
import { businessDate, isCalendarDate } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { ConsolePart } from '../../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../../platform/http/console/records.ts';
import { readRecorder } from '../../../platform/http/console/staff-call.ts';
import { rowId } from '../../../platform/http/page.ts';
import { badInput, isRefusal, notFound } from '../../../platform/http/refusal.ts';
import type { StaffPorts } from '../../../platform/staff/authority.ts';
import { readNewestRun } from '../runs.store.ts';
import { documentOf, subjectsOf } from './document-of.ts';
import { periodOf } from './month-figures.ts';
import { monthlyPackage } from './monthly-package.ts';
import { type ReconciliationPorts, reconcile } from './reconciliation.ts';
import { listTransfers } from './transfer-list.ts';
import { type EntryRow, readEntries, readPeople, readTransfer } from './transfer-page.store.ts';
import { trialBalance } from './trial-balance.ts';

export interface BooksConsoleDeps extends ReconciliationPorts, Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  staffReads: Database;
}

type BooksCall = 'trialBalance' | 'transferList' | 'transfer' | 'transferEntries' | 'reconciliation' | 'monthlyPackage';

type Entry = ConsoleData<'transferEntries'>['records'][number];

/** The books as the console shows them; nothing is changed here. What names a customer stands in the audit log. */
export function booksConsole(deps: BooksConsoleDeps): ConsolePart<BooksCall> {
  const { staffReads } = deps;
  const seen = readRecorder(deps);

  return {
    async trialBalance({ now }, { coin, date = businessDate(now) }) {
      if (!isCalendarDate(date)) return badInput('date');
      return trialBalance(staffReads, { coin, date }, await readNewestRun(staffReads));
    },
    async transferList(context, input) {
      const answer = await listTransfers(staffReads, input);
      const { customer } = input;
      if (!isRefusal(answer) && customer !== undefined)
        await seen(context, 'ledger:of-customer', `customer ${customer}`);
      return answer;
    },
    async transfer(context, { id: given }) {
      const id = rowId(given);
      const transfer = id === null ? null : await readTransfer(staffReads, id);
      if (transfer === null) return notFound();
      const document = await documentOf(staffReads, transfer);
      const people = await readPeople(staffReads, subjectsOf(transfer, document), transfer.id);
      const detail: Record<string, string> =
        transfer.customerId === null ? {} : { customer: String(transfer.customerId) };
      await seen(context, 'ledger:show', `transfer ${transfer.id}`, detail);
      return {
        id: String(transfer.id),
        kind: transfer.kind,
        key: transfer.key,
        businessDate: transfer.businessDate,
        postedAt: transfer.postedAt.toISOString(),
        lines: transfer.lines,
        moved: transfer.moved.map(({ coin, amount }) => amountOf(coin, BigInt(amount))),
        document,
        people: people.map(({ at, proposal, ...row }) => ({
          ...row,
          at: at.toISOString(),
          proposal: proposal === null ? null : String(proposal),
        })),
        corrects: transfer.corrects === null ? null : String(transfer.corrects),
        correctedBy: transfer.correctedBy.map(String),
      };
    },
    async transferEntries(context, { id: given, ...input }) {
      const request = recordsRequest(input, ['integer']);
      if (isRefusal(request)) return request;
      const id = rowId(given);
      if (id === null) return notFound();
      const place = { after: Number(request.after?.[0] ?? -1), limit: request.limit };
      const rows = await readEntries(staffReads, id, place);
      await seen(context, 'ledger:entries', `transfer ${id}`, { after: String(place.after) });
      return recordsOf(rows, ({ line }) => [BigInt(line)], entryView);
    },
    reconciliation: () => reconcile(staffReads, deps),
    async monthlyPackage(context, { month }) {
      const first = `${month}-01`;
      if (!isCalendarDate(first)) return badInput('month');
      await seen(context, 'books:package', `month ${month}`);
      return monthlyPackage(staffReads, periodOf(month, businessDate(context.now)));
    },
  };
}

const amountOf = (coin: string, units: bigint) => ({ coin: coin as Coin, amount: formatAmount(units, coin as Coin) });

function entryView({ line, type, date, coin, customerId, account, machineId, machineNo, ...row }: EntryRow): Entry {
  const owner = customerId === null ? null : { id: String(customerId), account: maskAccount(account ?? '') };
  const side = (name: string, isCustomer: boolean, after: bigint | null): Entry['from'] => ({
    account: name as Entry['from']['account'],
    customer: isCustomer ? owner : null,
    after: after === null ? null : amountOf(coin, after).amount,
  });
  return {
    line,
    type,
    date,
    ...amountOf(coin, row.amount),
    from: side(row.from, row.isFromCustomer, row.fromAfter),
    to: side(row.to, row.isToCustomer, row.toAfter),
    machine: machineId === null ? null : { id: String(machineId), machineNo: machineNo ?? '' },
  };
}
