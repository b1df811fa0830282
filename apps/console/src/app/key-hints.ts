import { useLocation } from 'react-router';
import { type KeyHint, keyTexts } from '../locales/zh/frame.ts';

const lists = [
  '/',
  '/support',
  '/messages',
  '/withdrawals',
  '/withdrawals/auto-approval',
  '/deposits',
  '/repairs',
  '/stuck-payments',
  '/proposals',
  '/customers',
  '/sites',
  '/audit',
  '/health',
];

/** What the page of this address does by keyboard. */
export function useKeyHints(): readonly KeyHint[] {
  const { pathname } = useLocation();
  if (lists.includes(pathname)) return keyTexts.lists;
  if (pathname.startsWith('/proposals/')) return keyTexts.proposal;
  if (pathname.startsWith('/withdrawals/')) return keyTexts.review;
  if (pathname.startsWith('/deposits/')) return keyTexts.deposit;
  if (pathname === '/machines') return keyTexts.machines;
  if (pathname === '/imports') return keyTexts.site;
  if (pathname.startsWith('/machines/')) return keyTexts.machine;
  if (pathname.startsWith('/repairs/')) return keyTexts.site;
  if (pathname.startsWith('/support/')) return keyTexts.thread;
  if (pathname.startsWith('/customers/')) return keyTexts.customer;
  if (pathname === '/ledger') return keyTexts.ledger;
  if (pathname === '/ledger/trial-balance') return keyTexts.trialBalance;
  if (pathname === '/days') return keyTexts.days;
  if (pathname.startsWith('/network-day/')) return keyTexts.networkDay;
  if (pathname === '/content') return keyTexts.contents;
  if (pathname.startsWith('/content/')) return pathname === '/content/new' ? [] : keyTexts.site;
  if (pathname === '/coin-up') return keyTexts.coinUp;
  if (pathname.startsWith('/messages/')) return keyTexts.site;
  if (pathname.startsWith('/sites/')) return keyTexts.site;
  return [];
}
