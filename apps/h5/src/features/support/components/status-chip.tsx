import { Chip } from '@lode/ui';
import type { ComponentProps } from 'react';
import { supportMessages as messages } from '../../../locales/zh/support.ts';
import type { Thread } from '../thread.ts';

const looks: Record<Thread['status'], Pick<ComponentProps<typeof Chip>, 'tone' | 'icon'>> = {
  WAITING: { tone: 'waiting', icon: 'clock' },
  ANSWERED: { tone: 'success', icon: 'check' },
  CLOSED: { tone: 'suspend', icon: 'checkc' },
};

/** 待回复 · 已回复 · 已结束 */
export function ThreadStatusChip({ status }: { status: Thread['status'] }) {
  return <Chip {...looks[status]}>{messages.status[status]}</Chip>;
}
