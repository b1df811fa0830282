import { recordPath } from '../../lib/record-path.ts';
import type { SearchHit } from '../../locales/zh/search.ts';

/** Of its customer's page, the part where it stands. */
const parts: Partial<Record<SearchHit['kind'], string>> = {
  DEPOSIT_ADDRESS: '/deposits',
  BOOK_ADDRESS: '/withdrawals',
};

/** The page that shows it: its own, or its customer's. */
export const hitPath = ({ kind, id, customerId }: SearchHit): string =>
  recordPath(kind, id) ?? `/customers/${customerId}${parts[kind] ?? ''}`;
