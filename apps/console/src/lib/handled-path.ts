/** Where what a member did is seen, by the first word of its action; where a kind has no page of its own, the list of what waits. */
const areas: Record<string, string> = {
  charge: '/machines',
  'coin-up': '/coin-up',
  cold: '/chain-money',
  content: '/content',
  credit: '/customers',
  customer: '/customers',
  'day-close': '/days',
  days: '/days',
  deposit: '/deposits',
  destination: '/withdrawals',
  import: '/imports',
  job: '/health',
  keys: '/health',
  ledger: '/ledger',
  machine: '/machines',
  message: '/messages',
  model: '/models',
  outage: '/machines/outages',
  pool: '/pools',
  proposal: '/proposals',
  repair: '/repairs',
  setting: '/settings',
  support: '/support',
  suspense: '/ledger/reconciliation',
  tariff: '/sites',
  terms: '/machines',
  treasury: '/withdrawals',
  withdrawal: '/withdrawals',
};

const areaOf = (action: string): string => areas[action.split(':')[0] ?? ''] ?? '/';

/** The lines of the audit log for who may read it; for all others the page of such acts. */
export const handledPath = (action: string, staff: string, readsAudit: boolean): string =>
  readsAudit ? `/audit?${new URLSearchParams({ staff, action })}` : areaOf(action);

const pages: Record<string, string> = {
  customer: '/customers/',
  deposit: '/deposits/',
  machine: '/machines/',
  proposal: '/proposals/',
  'repair ticket': '/repairs/',
  'support thread': '/support/',
  withdrawal: '/withdrawals/',
};

/** The page of the record that an act was about, or else of such acts. */
export function subjectPath(action: string, subject: string): string {
  const [, kind = '', number = ''] = /^(.+) (\d{1,18})$/.exec(subject) ?? [];
  const page = pages[kind];
  if (page !== undefined) return `${page}${number}`;
  const [, key] = /^setting (\S+)$/.exec(subject) ?? [];
  return key === undefined ? areaOf(action) : `/settings/one?${new URLSearchParams({ key })}`;
}
