import type { TransferDocument } from '../../locales/zh/books.ts';

/** The console's own page of what a transfer was posted for; null: it has none. */
export function documentPath({ kind, id, customer, machine, date, close, title }: TransferDocument): string | null {
  switch (kind) {
    case 'WITHDRAWAL':
      return id && `/withdrawals/${id}`;
    case 'DEPOSIT':
      return id && `/deposits/${id}`;
    case 'ORDER':
    case 'DEPARTURE':
      return customer && `/customers/${customer}`;
    case 'DAY':
      return close === 'coin-up' ? `/days?kind=coin-up&date=${date}` : `/days?date=${date}`;
    case 'ADJUSTMENT':
      return machine && `/machines/${machine}`;
    case 'OUTAGE':
      return machine === null ? '/machines/outages' : `/machines/${machine}`;
    case 'ARRIVAL':
      return '/ledger/reconciliation';
    case 'POOL_PAYMENT':
      return `/network-day/${title.split(' ')[0]}/${date}`;
  }
}
