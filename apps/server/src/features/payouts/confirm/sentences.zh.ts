import { type Sentence, sentence } from '../../../platform/sentence.ts';

/** Why the second node confirms nothing. */
export const notSet = (name: string): Sentence =>
  sentence(`no second node is configured (${name}_SECOND_RPC_URL)`, `没有设置第二节点（${name}_SECOND_RPC_URL）`);
export const isDown = (message: string): Sentence =>
  sentence(`the second node does not answer (${message})`, `第二节点没有答复（${message}）`);
export const inNoBlock = sentence('the second node has it in no block', '第二节点上它不在区块里');
export const withoutTransferToo = sentence(
  'the second node has it in a block, also without the transfer',
  '第二节点上它也在区块里，同样没有这笔转账',
);
export const notFinalThere = sentence(
  'the second node has it in another block, or not final yet',
  '第二节点上它在另一个区块里，或还没有最终确认',
);
