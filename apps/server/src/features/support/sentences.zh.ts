import { type Sentence, sentence } from '../../platform/sentence.ts';

/** What the staff reads of a thread that it answers, assigns or closes. */
export const noThread = (id: string): Sentence => sentence(`there is no thread ${id}`, `没有咨询 ${id}`);
export const isClosed = (id: string): Sentence => sentence(`thread ${id} is closed`, `咨询 ${id} 已关闭`);
export const answeredAlready = (id: string): Sentence =>
  sentence(`thread ${id} ends with this answer already`, `咨询 ${id} 的最后一条已是这个回复`);
export const newerMessage = (id: string): Sentence =>
  sentence(`thread ${id} has a newer message`, `咨询 ${id} 有更新的消息：请先看过`);
export const answered = (id: string): Sentence => sentence(`thread ${id} is answered`, `咨询 ${id} 已回复`);
export const assigned = (id: string, to: string): Sentence =>
  sentence(`thread ${id} is assigned to ${to}`, `咨询 ${id} 已交给 ${to}`);
export const noSupport = (name: string): Sentence =>
  sentence(`${name} is no active member of SUPPORT`, `${name} 不是在用的客服`);
