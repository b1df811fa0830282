import type { Data } from '@lode/contract';
import type { IconName } from '@lode/ui';
import { href } from '../../lib/routes.ts';

export type Message = Data<'messagePage'>['records'][number];
export type MessageKind = Message['kind'];

export const messageIcons: Record<MessageKind, IconName> = {
  DEPOSIT: 'in',
  WITHDRAWAL: 'out',
  ELECTRICITY: 'bolt',
  MACHINE: 'machine',
  TERMS: 'doc',
  MAINTENANCE: 'wrench',
  SUPPORT: 'help',
  SECURITY: 'shield',
};

export const messageKinds = Object.keys(messageIcons) as MessageKind[];

/** The page of what a message is about; undefined for one that stands alone. */
export function messageHref({ kind, target }: Pick<Message, 'kind' | 'target'>): string | undefined {
  if (target === null) return kind === 'SECURITY' ? href('sessions') : undefined;
  const { of, id } = target;
  if (of === 'DEPOSIT') return id === null ? href('recharge') : href('recharge_detail', { id });
  if (of === 'ELECTRICITY') return href('electric_record');
  if (of === 'SUPPORT') return id === null ? href('support_threads') : href('support_thread', { id });
  if (of === 'WITHDRAWAL') return id === null ? href('withdraw_record') : href('withdraw_record_detail', { id });
  return id === null ? href('devices') : href('devices_detail', { id });
}
