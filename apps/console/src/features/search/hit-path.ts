import type { SearchHit } from '../../locales/zh/search.ts';

/** The page that shows it: its customer's, at the part where it stands. */
const parts: Record<SearchHit['kind'], string> = {
  CUSTOMER: '',
  MACHINE: '/machines',
  DEPOSIT_ADDRESS: '/deposits',
  BOOK_ADDRESS: '/withdrawals',
  WITHDRAWAL: '/withdrawals',
  DEPOSIT: '/deposits',
  TRANSFER: '/movements',
};

export const hitPath = ({ kind, customerId }: SearchHit): string => `/customers/${customerId}${parts[kind]}`;
