import type { ConsoleData } from '@lode/contract/console';
import { type Coin, coins, formatAmount, parseAmount } from '@lode/money';

export type WorkItem = ConsoleData<'workQueue'>['items'][number];
export type WorkKind = WorkItem['kind'];

/** What the own role can go on with, what oneself proposed, or all. */
export type QueueView = 'mine' | 'proposed' | 'all';

/** The most urgent first: what blocks something else, what a person waits for, what is only coming. */
export const kinds: readonly WorkKind[] = [
  'DAY',
  'INTEREST',
  'DIFFERENCE',
  'STUCK_PAYMENT',
  'DEPOSIT',
  'FAILED_JOB',
  'FAILED_ORDER',
  'ALERT',
  'APPROVE_WITHDRAWAL',
  'PROPOSE_WITHDRAWAL',
  'SUSPENSE',
  'PROPOSAL',
  'THREAD',
  'ARREARS',
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
    case 'THREAD':
      return `/support/${id}`;
    case 'DAY':
    case 'FAILED_ORDER':
      return dayPath(title, day);
    case 'INTEREST':
      return '/coin-up';
    case 'ARREARS':
      return '/machines?status=ARREAR';
    case 'PRICE':
      return `/sites/${id.split('.')[0]}`;
    case 'CONTRACTS':
      return '/machines';
    case 'SUSPENSE':
    case 'DIFFERENCE':
      return '/ledger/reconciliation';
    case 'DEPOSIT':
      return `/deposits/${id}`;
    case 'STUCK_PAYMENT':
      return '/stuck-payments';
    case 'FAILED_JOB':
      return '/health';
    case 'ALERT':
      return null;
  }
}

const dayPath = (kind: string, day: string | null) =>
  `/days?${new URLSearchParams({ ...(kind !== 'mining' && { kind }), date: day ?? '' })}`;

export function ofView(items: readonly WorkItem[], view: QueueView, name: string): WorkItem[] {
  if (view === 'mine') return items.filter(({ isMine }) => isMine);
  if (view === 'proposed')
    return items.filter(({ kind, by }) => by === name && kind !== 'THREAD' && kind !== 'FAILED_ORDER');
  return [...items];
}

export const ofKind = (items: readonly WorkItem[], kind: WorkKind | null): WorkItem[] =>
  items.filter((item) => kind === null || item.kind === kind);

export interface WorkGroup {
  kind: WorkKind;
  /** The oldest first. */
  items: readonly WorkItem[];
}

/** By kind, the most urgent first; a kind without items is left out. */
export function groupsOf(items: readonly WorkItem[]): WorkGroup[] {
  return kinds.map((kind) => ({ kind, items: ofKind(items, kind) })).filter((group) => group.items.length > 0);
}

export interface Sums {
  coins: { coin: Coin; amount: string }[];
  /** Null: no item has an amount, or one has no price. */
  usdt: string | null;
}

/** What differs adds up whichever side has more: a shortfall hides no surplus. */
export function sumsOf(items: readonly WorkItem[]): Sums {
  const paid = items.flatMap(({ coin, amount, usdt }) => (coin && amount ? [{ coin, amount, usdt }] : []));
  const total = (amounts: readonly string[], coin: Coin) =>
    formatAmount(
      amounts.reduce((sum, amount) => sum + magnitude(parseAmount(amount, coin)), 0n),
      coin,
    );
  const values = paid.flatMap(({ usdt }) => (usdt === null ? [] : [usdt]));
  return {
    coins: coins
      .map((coin) => ({ coin, amounts: paid.filter((one) => one.coin === coin).map(({ amount }) => amount) }))
      .filter(({ amounts }) => amounts.length > 0)
      .map(({ coin, amounts }) => ({ coin, amount: total(amounts, coin) })),
    usdt: paid.length > 0 && values.length === paid.length ? total(values, 'USDT') : null,
  };
}

const magnitude = (amount: bigint) => (amount < 0n ? -amount : amount);

/** The ends of an address, which people compare: `bc1q…9t0v`. */
export const endsOf = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;
