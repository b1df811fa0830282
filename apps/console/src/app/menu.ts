import type { IconName } from '../components/icon.tsx';
import type { WorkItem } from '../lib/work-items.ts';
import { frameTexts as texts } from '../locales/zh/frame.ts';

interface MenuEntry {
  path: string;
  label: string;
  icon: IconName;
  /** After `g`, from every page. */
  key: string;
  /** How many things wait there, of the queue. */
  count?: (items: readonly WorkItem[]) => number;
}

/** What the menu leads to. A part of the console that is not built has no entry. */
export const menu: readonly { label: string; entries: readonly MenuEntry[] }[] = [
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
        path: '/support',
        label: texts.questions,
        icon: 'questions',
        key: 'k',
        count: (items) => items.filter(({ kind }) => kind === 'QUESTION').length,
      },
    ],
  },
  { label: texts.system, entries: [{ path: '/account', label: texts.account, icon: 'account', key: 'i' }] },
];
