import { type Sentence, sentence } from '../../platform/sentence.ts';

/** Why a repair is not changed. */
export const noTicket = (id: string): Sentence => sentence(`there is no repair ticket ${id}`, `没有维修工单 ${id}`);
export const isDone = (id: string): Sentence => sentence(`repair ticket ${id} is done`, `维修工单 ${id} 已完成`);
export const hasOpenTicket = sentence('the machine has an open repair ticket', '这台矿机已有未完成的维修工单');
export const noWorker = (name: string): Sentence =>
  sentence(`${name} is no active member who repairs`, `${name} 不是可以处理维修的在职员工`);
export const mostNotes = (most: number): Sentence =>
  sentence(`a repair ticket has ${most} notes at most`, `一张工单最多 ${most} 条记录`);
export const isOther = (id: string): Sentence =>
  sentence(`repair ticket ${id} changed meanwhile: look at it again`, `维修工单 ${id} 刚刚变了，请看过再提交`);
export const notedAlready = (id: string): Sentence =>
  sentence(`the newest note of repair ticket ${id} is this one`, `维修工单 ${id} 的最新记录就是这一条，没有再写一次`);
export const leadsElsewhere = ({ en, zh }: Sentence): Sentence =>
  sentence(
    `a note to a customer has no links, e-mail addresses or telephone numbers: here is ${en}`,
    `给客户的记录里不能有链接、邮箱、电话或其他联系方式：这里有${zh}`,
  );
export const nothingChanges = sentence('nothing changes', '没有变化');
/** What the owner reads in the message centre. */
export const customerText = (machineNo: string, text: string): string => `矿机 ${machineNo} 维修进展：${text}`;
