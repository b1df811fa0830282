import type { SearchHit } from '../../locales/zh/search.ts';

/** The page that shows it: its customer's, at the part where it stands; a transfer's own. */
const parts: Record<Exclude<SearchHit['kind'], 'TRANSFER'>, string> = {
  CUSTOMER: '',
  MACHINE: '/machines',
  DEPOSIT_ADDRESS: '/deposits',
  BOOK_ADDRESS: '/withdrawals',
  WITHDRAWAL: '/withdrawals',
  DEPOSIT: '/deposits',
};

export const hitPath = ({ kind, id, customerId }: SearchHit): string =>
  // A posting: its transfer and its line.
  kind === 'TRANSFER' ? `/ledger?transfer=${id.split('-')[0]}` : `/customers/${customerId}${parts[kind]}`;
