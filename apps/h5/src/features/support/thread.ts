import type { Data } from '@lode/contract';
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
