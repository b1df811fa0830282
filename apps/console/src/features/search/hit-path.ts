import type { SearchHit } from '../../locales/zh/search.ts';

/** Of its customer's page, the part where it stands. */
const parts: Record<Exclude<SearchHit['kind'], 'MACHINE' | 'WITHDRAWAL'>, string> = {
  CUSTOMER: '',
  DEPOSIT_ADDRESS: '/deposits',
  BOOK_ADDRESS: '/withdrawals',
  DEPOSIT: '/deposits',
  TRANSFER: '/movements',
};

/** The page that shows it. */
export function hitPath({ kind, id, customerId }: SearchHit): string {
  if (kind === 'MACHINE') return `/machines/${id}`;
  if (kind === 'WITHDRAWAL') return `/withdrawals/${id}`;
  return `/customers/${customerId}${parts[kind]}`;
}
