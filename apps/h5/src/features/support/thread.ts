import type { Data } from '@lode/contract';
import type { IconName } from '@lode/ui';
import { href } from '../../lib/routes.ts';
import { supportMessages as messages } from '../../locales/zh/support.ts';

export type ThreadView = Data<'supportThread'>;
export type Thread = ThreadView['thread'];
export type Subject = Thread['about']['of'];

export const subjects = Object.keys(messages.kinds) as Subject[];

/** The page of the record that a thread is about; undefined for a general question. */
export function recordHref(of: Subject, id: string | null): string | undefined {
  if (id === null || of === 'GENERAL') return undefined;
  if (of === 'WITHDRAWAL') return href('withdraw_record_detail', { id });
  if (of === 'MACHINE') return href('devices_detail', { id });
  if (of === 'CHARGE') return href('electric_detail', { id });
  return of === 'DEPOSIT' ? href('recharge_detail', { id }) : href('coinup_record', { id });
}

export const subjectIcons: Record<Subject, IconName> = {
  GENERAL: 'help',
  WITHDRAWAL: 'out',
  DEPOSIT: 'in',
  MACHINE: 'machine',
  CHARGE: 'bolt',
  COIN_UP: 'coinup',
};

/** A title of the server, with the number of a withdrawal apart from it: what it is comes first. */
export function subjectOf(title: string): { title: string; number: string | null } {
  // USDT has two decimals; the ledger's last four are kept where they are not zero.
  const short = title.replace(/(\.\d\d)0000(?= USDT$)/, '$1');
  const number = / (W\d{8}-[0-9A-Z]{10})(?= |$)/.exec(short)?.[1] ?? null;
  return { title: number === null ? short : short.replace(` ${number}`, ''), number };
}
