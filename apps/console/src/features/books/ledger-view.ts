import { type ListFilter, useRecords } from '../../lib/records.ts';
import { isDay } from '../../lib/time.ts';
import { accountNames, transferKindNames } from '../../locales/zh/books.ts';

export const coins = ['BTC', 'USDT', 'ETH', 'DOGE'] as const;
export type LedgerCoin = (typeof coins)[number];
export type LedgerFilter = ListFilter<'transferList'>;

export const filterFields = ['coin', 'account', 'kind', 'customer', 'from', 'to', 'amount'] as const;
export type FilterField = (typeof filterFields)[number];
export type FilterView = Partial<Record<FilterField, string | undefined>>;

export const coinOf = (text: string | undefined): LedgerCoin | undefined => coins.find((coin) => coin === text);

/** What the address says, as far as the server knows it. */
export function filterOf({ coin, account, kind, customer, from, to, amount }: FilterView): LedgerFilter {
  return {
    ...(coinOf(coin) && { coin: coinOf(coin) }),
    ...(account !== undefined && account in accountNames && { account: account as LedgerFilter['account'] }),
    ...(kind !== undefined && kind in transferKindNames && { kind: kind as LedgerFilter['kind'] }),
    ...(customer !== undefined && /^[1-9]\d{0,17}$/.test(customer) && { customer }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(amount !== undefined && /^(0|[1-9]\d{0,17})(\.\d{1,8})?$/.test(amount) && { amount }),
  } as LedgerFilter;
}

/** Not again by itself where each read stands in the audit log. */
export function useTransfers(filter: LedgerFilter) {
  return useRecords('transferList', filter, { refetchOnWindowFocus: filter.customer === undefined });
}

/** Where transfers of an account on a date are listed. */
export const ledgerPath = (view: FilterView): string =>
  `/ledger?${new URLSearchParams(Object.entries(view).filter((entry): entry is [string, string] => entry[1] !== undefined))}`;

export const transferPath = (id: string): string => `/ledger?transfer=${id}`;

export function dayAfter(date: string, by: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + by);
  return at.toISOString().slice(0, 10);
}
