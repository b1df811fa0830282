/** Where an alert's first step is taken, by its kind and what it is about; null where no page of the console has it. */
export function alertPath(kind: string, subject: string): string | null {
  const [first = '', second = ''] = subject.split(' ');
  switch (kind) {
    case 'books-differ':
      return '/ledger/reconciliation';
    case 'books-unchecked':
    case 'watcher-stopped':
      return '/health';
    case 'close-is-hindered':
      return `/days?${new URLSearchParams({ ...(first !== 'mining' && { kind: first }), date: second })}`;
    case 'customer-reported':
      return `/customers/${second}`;
    case 'deposit-removed':
      return `/deposits/${second}`;
    case 'hot-wallet-short':
      return '/chain-money';
    case 'machines-imported':
      return '/machines';
    case 'network-day-differs':
      return `/network-day/${first}/${second}`;
    case 'payment-unproven':
      return '/stuck-payments';
    case 'payment-removed':
    case 'payment-lost':
    case 'paid-and-returned':
      return `/withdrawals/${second}`;
    default:
      return null;
  }
}
