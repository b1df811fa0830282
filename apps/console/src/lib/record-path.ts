/** The page of a customer's record, by what it is; null where the console has none for such. */
export function recordPath(kind: string, id: string): string | null {
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
    default:
      return null;
  }
}
