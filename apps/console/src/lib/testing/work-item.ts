import type { WorkItem } from '../work-items.ts';

/** An alert without any detail, changed as a test wants. */
export const workItem = (own: Partial<WorkItem> = {}): WorkItem => ({
  kind: 'ALERT',
  id: '1',
  isMine: true,
  title: '',
  detail: null,
  subject: null,
  account: null,
  address: null,
  coin: null,
  amount: null,
  usdt: null,
  by: null,
  day: null,
  count: null,
  since: '2026-11-20T06:00:00Z',
  ...own,
});
