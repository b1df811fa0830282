import type { Data, Input } from '@lode/contract';
import { coinOfAccount } from '@lode/ledger';
import { formatAmount, ledgerScale, parseDecimal } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { encodeCursor, type Page, pageOf, pageRequest } from '../../platform/http/page.ts';
import { isRefusal, type Refusal } from '../../platform/http/refusal.ts';
import {
  type BillMonth,
  type BillRow,
  type BillSearch,
  findLines,
  findMachines,
  findTransfers,
  readBill,
  readBillBounds,
  readBillSums,
} from './bill.store.ts';
import { evidenceOf, isTakenFromWallet, ledgerRecordId } from './ledger-records.ts';
import { typeTitles } from './statement/texts.ts';
import { titleOf } from './texts.ts';

type BillRecord = Data<'billPage'>['records'][number];

/** `2026-11` of a time, in Shanghai. */
const monthOf = (time: Date) => businessDate(time).slice(0, 7);

/** `billMonth('2026-11')`: from its first moment in Shanghai to that of December. */
export function billMonth(month: string): BillMonth {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const startOf = (at: number) => new Date(Date.UTC(year, at, 1) - 8 * 3_600_000).toISOString();
  return { firstDay: `${month}-01`, from: startOf(number - 1), to: startOf(number) };
}

/** One page of a customer's movements, newest first. */
export async function billPage(
  db: Queryable,
  customerId: bigint,
  { month, type, q, ...paging }: Input<'billPage'>,
  now: Date,
): Promise<Page<BillRecord> | Refusal> {
  const request = pageRequest(paging, ['integer', 'integer', 'integer']);
  if (isRefusal(request)) return request;
  const typed = q?.trim() ?? '';
  const asked = billMonth(month ?? monthOf(now));
  const search = typed === '' ? null : await findSearched(db, customerId, asked, typed);
  const rows = await readBill(db, customerId, asked, { type: type ?? null, search }, request);
  const page = pageOf(rows, request.size, request.current, ({ transferId, line, place }) =>
    encodeCursor([transferId, line, place]),
  );
  return { ...page, records: page.records.map(billRecord) };
}

export async function billSums(
  db: Queryable,
  customerId: bigint,
  { month }: Input<'billMonth'>,
  now: Date,
): Promise<Data<'billMonth'>> {
  const last = monthOf(now);
  const asked = month ?? last;
  const [{ since, isArchived }, sums] = await Promise.all([
    readBillBounds(db, customerId, billMonth(asked)),
    readBillSums(db, customerId, billMonth(asked)),
  ]);
  return {
    month: asked,
    first: monthOf(since),
    last,
    isArchived,
    // Of what is left of such a month a sum would be wrong.
    sums: (isArchived ? [] : sums).map(({ coin, came, went }) => ({
      coin,
      in: formatAmount(came, coin),
      out: formatAmount(went, coin),
    })),
  };
}

/** A number or its start, from the whole date on. */
const number = /^W\d{8}(?:-[0-9A-Z]{0,10})?$/i;
const txid = /^(?:0x)?([0-9a-f]{64})$/i;
const amount = /^(?:0|[1-9]\d{0,9})(?:\.\d{1,8})?$/;

/** The start of an address, or both its ends as the bill shows them; a folded ellipsis is three dots. */
const address =
  /^(0x[0-9a-f]{2,40}|(?:bc1|tb1|bcrt1)[0-9a-z]{0,87}|[13mn2][1-9a-z]{25,34}|(?=.*(?:…|\.{3}))[0-9a-z]{1,90})(?:(?:…|\.{3})([0-9a-z]{1,90}))?$/i;

/** Shorter ones fit too much. */
const addressEnd = /^(?:…|\.{3})?([0-9a-z]{4,90})$/i;

/** A number of a withdrawal, an id of a transaction, an address or its end, else part of a machine's number or an amount, of one movement or of a line. */
async function findSearched(db: Queryable, customerId: bigint, month: BillMonth, text: string): Promise<BillSearch> {
  // An address is shown in groups.
  const whole = text.replace(/\s/g, '');
  const typed = address.test(whole) ? whole : text;
  const [, digits] = txid.exec(typed) ?? [];
  if (digits !== undefined) return { transfers: await findTransfers(db, customerId, { txid: digits.toLowerCase() }) };
  if (number.test(typed)) return { transfers: await findTransfers(db, customerId, { number: typed.toUpperCase() }) };
  const [, start, end = ''] = address.exec(typed) ?? [];
  if (start !== undefined) {
    const ends = { start: start.toLowerCase(), end: end.toLowerCase() };
    return { transfers: await findTransfers(db, customerId, ends) };
  }
  // As the bill writes it: with its sign, and groups of digits.
  const plain = typed.replace(/^[+−-]/, '').replace(/,/g, '');
  const isAmount = amount.test(plain);
  const microUsdt =
    isAmount && (plain.split('.')[1] ?? '').length <= 6 ? parseDecimal(plain, ledgerScale('USDT')) : null;
  const machines = await findMachines(db, customerId, typed);
  // Messages name an address by its end alone.
  const [, alone] = (machines.length === 0 && !isAmount && addressEnd.exec(typed)) || [];
  if (alone !== undefined)
    return { transfers: await findTransfers(db, customerId, { start: '', end: alone.toLowerCase() }) };
  if (!isAmount) return { machines, amount: null, microUsdt, lines: [] };
  const sum = { amount: parseDecimal(plain, ledgerScale('BTC')), microUsdt };
  return { machines, ...sum, lines: await findLines(db, customerId, month, sum) };
}

function billRecord(row: BillRow): BillRecord {
  const coin = coinOfAccount(row.credit);
  const isTaken = row.debit !== null && isTakenFromWallet({ debit: row.debit, credit: row.credit });
  const moved = isTaken ? -row.amount : row.amount;
  return {
    id: row.debit === null ? `o-${row.transferId}-${row.place}` : ledgerRecordId(row),
    type: row.type,
    coin,
    amount: formatAmount(moved, coin),
    time: row.time.toISOString(),
    title: titleOf(typeTitles, row.type, moved),
    ...evidenceOf(row),
    withdrawalId: row.withdrawalId === null ? null : String(row.withdrawalId),
    depositId: row.depositId === null ? null : String(row.depositId),
  };
}
