import type { ConsoleData } from '@lode/contract/console';

/** What a customer asks about, and what a search finds. */
type RecordKind =
  | ConsoleData<'thread'>['thread']['about']
  | ConsoleData<'search'>['groups'][number]['hits'][number]['kind'];

/** The page of a customer's record; null where it has none of its own. */
export function recordPath(kind: RecordKind, id: string): string | null {
  switch (kind) {
    case 'MACHINE':
      return `/machines/${id}`;
    case 'WITHDRAWAL':
      return `/withdrawals/${id}`;
    case 'DEPOSIT':
      return `/deposits/${id}`;
    // A posting: its transfer and its line.
    case 'TRANSFER':
    case 'CHARGE':
      return `/ledger?transfer=${id.split('-')[0]}`;
    case 'GENERAL':
    case 'COIN_UP':
    case 'CUSTOMER':
    case 'DEPOSIT_ADDRESS':
    case 'BOOK_ADDRESS':
      return null;
  }
}
