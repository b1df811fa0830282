import type { ConsoleData } from '@lode/contract/console';

export type WorkItem = ConsoleData<'workQueue'>['items'][number];
export type WorkKind = WorkItem['kind'];

/** What the own role can go on with, what oneself proposed, or all. */
export type QueueView = 'mine' | 'proposed' | 'all';

export const kinds: readonly WorkKind[] = ['PROPOSE_WITHDRAWAL', 'APPROVE_WITHDRAWAL', 'PROPOSAL', 'ALERT', 'QUESTION'];

export function ofView(items: readonly WorkItem[], view: QueueView, name: string): WorkItem[] {
  if (view === 'mine') return items.filter(({ isMine }) => isMine);
  if (view === 'proposed') return items.filter(({ kind, by }) => by === name && kind !== 'QUESTION');
  return [...items];
}

export const ofKind = (items: readonly WorkItem[], kind: WorkKind | null): WorkItem[] =>
  items.filter((item) => kind === null || item.kind === kind);

/** The ends of an address, which people compare: `bc1q…9t0v`. */
export const endsOf = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;
