import { useLocation } from 'react-router';
import { useWorkingKeys } from '../lib/keys.ts';
import { type KeyHint, keyTexts } from '../locales/zh/frame.ts';

const lists = [
  '/',
  '/support',
  '/withdrawals',
  '/withdrawals/auto-approval',
  '/deposits',
  '/stuck-payments',
  '/proposals',
  '/customers',
  '/sites',
  '/audit',
  '/health',
];

/** Forms, which are filled in by `Tab` and have no keys of their own. */
const forms = ['/proposals/new', '/content/new'];

/** Records whose page has one key, which leads back to their list. */
const records = ['/machines/', '/deposits/', '/repairs/', '/sites/', '/content/', '/messages/'];

/** What the page of an address may do by keyboard. */
export function keyHintsOf(pathname: string): readonly KeyHint[] {
  if (lists.includes(pathname)) return keyTexts.lists;
  if (forms.includes(pathname)) return [];
  if (records.some((path) => pathname.startsWith(path))) return keyTexts.back;
  if (pathname === '/imports' || pathname === '/settings/one') return keyTexts.back;
  if (pathname === '/models' || pathname === '/repairs') return keyTexts.innerLists;
  if (pathname.startsWith('/proposals/')) return keyTexts.proposal;
  if (pathname.startsWith('/withdrawals/')) return keyTexts.review;
  if (pathname === '/machines') return keyTexts.machines;
  if (pathname.startsWith('/support/')) return keyTexts.thread;
  if (pathname.startsWith('/customers/')) return keyTexts.customer;
  if (pathname === '/ledger') return keyTexts.ledger;
  if (pathname === '/ledger/trial-balance') return keyTexts.trialBalance;
  if (pathname === '/days') return keyTexts.days;
  if (pathname.startsWith('/network-day/')) return keyTexts.networkDay;
  if (pathname === '/content' || pathname === '/messages') return keyTexts.contents;
  if (pathname === '/coin-up') return keyTexts.coinUp;
  return [];
}

/** As the handlers of `useKeys` name what the bar shows by its sign. */
const keyNames: Readonly<Record<string, string>> = {
  '↵': 'Enter',
  Esc: 'Escape',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
};

/** Of the hints, those of keys that do something for this member, in this state. */
export function workingHints(hints: readonly KeyHint[], working: ReadonlySet<string>): readonly KeyHint[] {
  return hints.filter(({ keys: [first = '', ...others] }) =>
    first === 'Ctrl'
      ? working.has('Ctrl Enter')
      : [first, ...others].some((key) => working.has(keyNames[key] ?? key.toLowerCase())),
  );
}

export function useKeyHints(): readonly KeyHint[] {
  const working = useWorkingKeys();
  return workingHints(keyHintsOf(useLocation().pathname), working);
}
