import type { ImportKind } from '../locales/zh/imports.ts';

/** The import of a kind of file, and of a coin where its lines name none; `from`: the mining day that it is opened from. */
export const importPath = (
  kind: ImportKind,
  { coin, from }: { coin?: string | undefined; from?: string | undefined },
): string => `/imports?${new URLSearchParams({ kind, ...(coin && { coin }), ...(from && { from }) })}`;

/** Where what came in is seen. */
const lists: Record<ImportKind, string> = {
  CUSTOMERS: '/customers',
  MACHINES: '/machines',
  NETWORK_DAYS: '/days',
  PRICES: '/days',
  RATES: '/days',
  POOL_REPORT: '/pools',
  DENY_LIST: '/withdrawals',
};

/** Back to the day that the import was opened from, or to the list; an address can name no other place. */
export function pathBehindImport(kind: ImportKind, from: string | undefined): string {
  const list = lists[kind];
  const isDay = from !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(from) && !Number.isNaN(Date.parse(from));
  return isDay && list === lists.NETWORK_DAYS ? `${list}?date=${from}` : list;
}
