import type { ConsoleData } from '@lode/contract/console';

type Thread = ConsoleData<'thread'>['thread'];

/** The page of the record that a question is about; null where it is about none, or about one without a page. */
export function recordPath({ about, record }: Pick<Thread, 'about' | 'record'>): string | null {
  if (record === null) return null;
  switch (about) {
    case 'MACHINE':
      return `/machines/${record}`;
    case 'WITHDRAWAL':
      return `/withdrawals/${record}`;
    case 'DEPOSIT':
      return `/deposits/${record}`;
    // A posting: its transfer and its line.
    case 'CHARGE':
      return `/ledger?transfer=${record.split('-')[0]}`;
    default:
      return null;
  }
}
