import type { ConsoleData } from '@lode/contract/console';
import { repairStatusNames } from '@lode/contract/staff-names';
import type { ShapeName } from '../../components/shape.tsx';

export type RepairStatus = ConsoleData<'repair'>['ticket']['status'];

export const repairStatuses: Record<RepairStatus, { label: string; shape: ShapeName }> = {
  OPEN: { label: repairStatusNames.OPEN, shape: 'wait' },
  WORKING: { label: repairStatusNames.WORKING, shape: 'run' },
  WAITING: { label: repairStatusNames.WAITING, shape: 'attention' },
  DONE: { label: repairStatusNames.DONE, shape: 'ok' },
};

export const repairTexts = {
  title: '维修工单',
  ticket: (id: string) => `维修工单 ${id}`,
  status: '状态',
  allOpen: '未完成',
  subject: '问题',
  machine: '矿机',
  customer: '客户',
  customerNo: (id: string) => `客户 ${id}`,
  site: '机房',
  assignee: '负责人',
  noAssignee: '未分配',
  openedBy: '开单',
  opened: '开单时间',
  changed: '最近',
  mine: '只看我负责的',
  filter: '筛选',
  back: '矿机',
  nothing: { title: '没有未完成的工单', text: '在矿机页点「开维修工单」，工单会列在这里。' },
  nothingDone: { title: '没有这样的工单', text: '换一个状态看看。' },
  ofMachine: '维修工单',
  noneOfMachine: '没有维修工单。',
  open: '开维修工单',
  openEffect: '工单记录维修的进展。矿机的状态不会因此改变：需要停机时，请再点「转维护」。',
  openTitle: '问题（一句话）',
  create: '开工单',
  cancel: '取消',
  required: '请填写',
  notes: '记录',
  noNotes: '还没有记录。',
  audiences: { INTERNAL: '内部', CUSTOMER: '客户可见' },
  audience: '给谁看',
  audienceHints: {
    INTERNAL: '只有员工能看到。',
    CUSTOMER: '矿机的客户会在消息中心收到，发出后不能改。',
  },
  note: '记录内容',
  addNote: { INTERNAL: '记下', CUSTOMER: '发给客户' },
  noted: '已记录',
  take: '由我负责',
  drop: '取消负责',
  changeTo: (label: string) => `改为${label}`,
  changeEffect: (from: string, to: string) => `状态从「${from}」改为「${to}」。`,
  doneEffect: '完成后工单不能再改，也不能再写记录。客户不会因此收到消息。',
  takeEffect: '您成为这张工单的负责人。',
  dropEffect: '工单不再有负责人。',
  done: '已更新',
};
