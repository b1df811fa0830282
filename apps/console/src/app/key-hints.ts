import { useLocation } from 'react-router';
import { type KeyHint, keyTexts } from '../locales/zh/frame.ts';

/** What the page of this address does by keyboard. */
export function useKeyHints(): readonly KeyHint[] {
  const { pathname } = useLocation();
  if (pathname === '/' || pathname === '/support') return keyTexts.lists;
  if (pathname.startsWith('/support/')) return keyTexts.thread;
  return [];
}
