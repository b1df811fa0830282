import type { SearchHit } from '../../locales/zh/search.ts';

/** Of its customer's page, the part where it stands. */
const parts: Record<Exclude<SearchHit['kind'], 'MACHINE' | 'WITHDRAWAL' | 'TRANSFER' | 'DEPOSIT'>, string> = {
  CUSTOMER: '',
  DEPOSIT_ADDRESS: '/deposits',
  BOOK_ADDRESS: '/withdrawals',
};

/** The page that shows it. */
export function hitPath({ kind, id, customerId }: SearchHit): string {
  if (kind === 'MACHINE') return `/machines/${id}`;
  if (kind === 'WITHDRAWAL') return `/withdrawals/${id}`;
  if (kind === 'DEPOSIT') return `/deposits/${id}`;
  // A posting: its transfer and its line.
  if (kind === 'TRANSFER') return `/ledger?transfer=${id.split('-')[0]}`;
  return `/customers/${customerId}${parts[kind]}`;
}
