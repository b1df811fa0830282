import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import { transferKinds } from '@lode/contract/console';
import { type Coin, DecimalError, formatAmount, ledgerScale, parseDecimal } from '@lode/money';
import { isCalendarDate } from '../../../platform/clock/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { recordsRequest } from '../../../platform/http/console/records.ts';
import { encodeCursor, rowId } from '../../../platform/http/page.ts';
import { badInput, isRefusal, type Refusal } from '../../../platform/http/refusal.ts';
import { transferRules } from '../transfer-rules.ts';
import { type ListedTransfer, readTransfers, readTransfersOf, type TransferFilter } from './transfer-list.store.ts';

type Input = ConsoleInput<'transferList'>;
type TransferKind = NonNullable<Input['kind']>;

export async function listTransfers(
  db: Queryable,
  { customer, ...input }: Input,
  atOnce?: number,
): Promise<ConsoleData<'transferList'> | Refusal> {
  const request = recordsRequest(input, ['integer'], atOnce);
  if (isRefusal(request)) return request;
  const filter = filterOf(input);
  if (isRefusal(filter)) return filter;
  const [after] = request.after ?? [];
  const place = { after: after === undefined ? null : BigInt(after), limit: request.limit };
  const customerId = customer === undefined ? null : rowId(customer);
  if (customer !== undefined && customerId === null) return badInput('customer');
  const { transfers, reached } = await (customerId === null
    ? readTransfers(db, filter, place)
    : readTransfersOf(db, customerId, filter, place));
  const shown = transfers.slice(0, place.limit - 1);
  // One more than is shown: the list goes on behind the last. Else behind what this call looked at.
  const next = transfers.length > shown.length ? shown.at(-1)?.id : reached;
  return { records: shown.map(listedView), nextCursor: next ? encodeCursor([next]) : null };
}

function filterOf({ coin, account, kind, from, to, amount }: Input): TransferFilter | Refusal {
  if (from !== undefined && !isCalendarDate(from)) return badInput('from');
  if (to !== undefined && !isCalendarDate(to)) return badInput('to');
  const wanted = amount === undefined ? null : amountOf(amount, coin);
  if (wanted !== null && isRefusal(wanted)) return wanted;
  const isAny = [kind, account, coin, amount].every((one) => one === undefined);
  const kinds = kindsOf(account).filter((one) => kind === undefined || one === kind);
  return {
    kinds: isAny ? null : kinds,
    coin: coin ?? null,
    account: account ?? null,
    amount: wanted,
    from: from ?? null,
    to: to ?? null,
  };
}

/** Those whose lines can name the account. */
function kindsOf(account: Input['account']): TransferKind[] {
  return transferKinds.filter((kind) => {
    if (account === undefined) return true;
    const rule = transferRules.find((one) => one.kind === kind);
    return rule?.lines.some(([, debit, credit]) => debit === account || credit === account) ?? false;
  });
}

/** Without a coin it may be of any; with more decimals than the coin has it is of no line. */
function amountOf(typed: string, coin: Coin | undefined): TransferFilter['amount'] | Refusal {
  const decimals = typed.split('.')[1]?.length ?? 0;
  if (decimals > (coin === undefined ? 8 : ledgerScale(coin))) return badInput('amount');
  try {
    const of8 = parseDecimal(typed, 8);
    return of8 > 2n ** 62n ? badInput('amount') : { of8, of6: decimals > 6 ? 0n : of8 / 100n };
  } catch (error) {
    if (error instanceof DecimalError) return badInput('amount');
    throw error;
  }
}

function listedView({ id, postedAt, amounts, ...row }: ListedTransfer) {
  return {
    ...row,
    id: String(id),
    postedAt: postedAt.toISOString(),
    amounts: amounts.map(({ coin, amount }) => ({
      coin: coin as Coin,
      amount: formatAmount(BigInt(amount), coin as Coin),
    })),
  };
}
