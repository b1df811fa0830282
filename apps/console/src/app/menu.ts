import type { ConsoleCall } from '@lode/contract/console-paths';
import type { IconName } from '../components/icon.tsx';
import { pathOf, type WorkItem, type WorkKind } from '../lib/work-items.ts';
import { frameTexts as texts } from '../locales/zh/frame.ts';

interface MenuEntry {
  path: string;
  label: string;
  icon: IconName;
  /** After `g`, from every page. */
  key: string;
  /** What it reads; absent: what every member may read. */
  call?: ConsoleCall;
  /** How many things wait there, of the queue. */
  count?: (items: readonly WorkItem[]) => number;
}

const countOf = (wanted: WorkKind) => (items: readonly WorkItem[]) =>
  items.filter(({ kind }) => kind === wanted).length;

/** Of things that are worked on at `path` or below it. */
const countAt = (path: string) => (items: readonly WorkItem[]) =>
  items.filter((item) => new RegExp(`^${path}([/?]|$)`).test(pathOf(item) ?? '')).length;

export interface MenuGroup {
  label: string;
  entries: readonly MenuEntry[];
}

/** What the menu leads to. A part of the console that is not built has no entry. */
export const menu: readonly MenuGroup[] = [
  {
    label: texts.work,
    entries: [
      {
        path: '/',
        label: texts.queue,
        icon: 'queue',
        key: 'q',
        count: (items) => items.filter(({ isMine }) => isMine).length,
      },
      {
        path: '/withdrawals',
        label: texts.withdrawals,
        icon: 'withdrawal',
        key: 'w',
        count: (items) => items.filter(({ kind }) => kind.endsWith('WITHDRAWAL')).length,
      },
      { path: '/withdrawals/auto-approval', label: texts.autoApproval, icon: 'auto', key: 'v' },
      { path: '/deposits', label: texts.deposits, icon: 'deposit', key: 'r', count: countOf('DEPOSIT') },
      {
        path: '/stuck-payments',
        label: texts.stuckPayments,
        icon: 'stuck',
        key: 't',
        count: countOf('STUCK_PAYMENT'),
      },
      {
        path: '/proposals',
        label: texts.proposals,
        icon: 'list',
        key: 'p',
        count: (items) => items.filter(({ kind, isMine }) => kind === 'PROPOSAL' && isMine).length,
      },
      {
        path: '/support',
        label: texts.questions,
        icon: 'questions',
        key: 'k',
        count: countOf('THREAD'),
      },
    ],
  },
  {
    label: texts.business,
    entries: [
      { path: '/customers', label: texts.customers, icon: 'customers', key: 'c' },
      { path: '/machines', label: texts.machines, icon: 'machines', key: 'm' },
      { path: '/repairs', label: texts.repairs, icon: 'repair', key: 'x' },
      { path: '/sites', label: texts.sites, icon: 'sites', key: 's' },
      { path: '/coin-up', label: texts.coinUp, icon: 'savings', key: 'u' },
      { path: '/content', label: texts.content, icon: 'content', key: 'b' },
      { path: '/messages', label: texts.messages, icon: 'messages', key: 'n' },
    ],
  },
  {
    label: texts.books,
    entries: [
      { path: '/days', label: texts.days, icon: 'days', key: 'd', count: countAt('/days') },
      { path: '/ledger', label: texts.ledger, icon: 'ledger', key: 'l', count: countAt('/ledger') },
      { path: '/pools', label: texts.pools, icon: 'pool', key: 'o' },
      { path: '/chain-money', label: texts.chainMoney, icon: 'wallet', key: 'f' },
    ],
  },
  {
    label: texts.system,
    entries: [
      { path: '/health', label: texts.health, icon: 'pulse', key: 'h', count: countAt('/health') },
      { path: '/settings', label: texts.settings, icon: 'settings', key: 'e' },
      { path: '/audit', label: texts.audit, icon: 'list', key: 'a', call: 'auditLog' },
      { path: '/account', label: texts.account, icon: 'account', key: 'i' },
    ],
  },
];
