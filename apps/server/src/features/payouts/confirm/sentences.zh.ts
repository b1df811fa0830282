import { type Sentence, sentence } from '../../../platform/sentence.ts';

/** Why the second node confirms nothing. */
export const notSet = (name: string): Sentence =>
  sentence(`no second node is configured (${name}_SECOND_RPC_URL)`, `没有设置第二节点（${name}_SECOND_RPC_URL）`);
export const isDown = (message: string): Sentence =>
  sentence(`the second node does not answer (${message})`, `第二节点没有答复（${message}）`);
export const elsewhere = sentence('the second node does not have it so', '第二节点上不是这样');
