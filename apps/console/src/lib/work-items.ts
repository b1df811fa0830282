import type { ConsoleData } from '@lode/contract/console';

export type WorkItem = ConsoleData<'workQueue'>['items'][number];
export type WorkKind = WorkItem['kind'];

/** What the own role can go on with, what oneself proposed, or all. */
export type QueueView = 'mine' | 'proposed' | 'all';

export const kinds: readonly WorkKind[] = [
  'PROPOSE_WITHDRAWAL',
  'APPROVE_WITHDRAWAL',
  'PROPOSAL',
  'DAY',
  'ALERT',
  'SUSPENSE',
  'INTEREST',
  'ARREARS',
  'QUESTION',
  'PRICE',
  'CONTRACTS',
];

/** Where a thing that waits is worked on; null: beside the queue itself. */
export function pathOf({ kind, id, title, day }: WorkItem): string | null {
  switch (kind) {
    case 'PROPOSE_WITHDRAWAL':
    case 'APPROVE_WITHDRAWAL':
      return `/withdrawals/${id}`;
    case 'PROPOSAL':
      return `/proposals/${id}`;
    case 'QUESTION':
      return `/support/${id}`;
    case 'DAY':
      return `/days?${new URLSearchParams({ ...(title !== 'mining' && { kind: title }), date: day ?? '' })}`;
    case 'INTEREST':
      return '/coin-up';
    case 'ARREARS':
      return '/machines?status=ARREAR';
    case 'PRICE':
      return `/sites/${id.split('.')[0]}`;
    case 'CONTRACTS':
      return '/machines';
    case 'SUSPENSE':
      return id.startsWith('deposit.') ? `/deposits/${id.split('.')[1]}` : '/ledger/reconciliation';
    case 'ALERT':
      return null;
  }
}

export function ofView(items: readonly WorkItem[], view: QueueView, name: string): WorkItem[] {
  if (view === 'mine') return items.filter(({ isMine }) => isMine);
  if (view === 'proposed') return items.filter(({ kind, by }) => by === name && kind !== 'QUESTION');
  return [...items];
}

export const ofKind = (items: readonly WorkItem[], kind: WorkKind | null): WorkItem[] =>
  items.filter((item) => kind === null || item.kind === kind);

/** The ends of an address, which people compare: `bc1q…9t0v`. */
export const endsOf = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;
