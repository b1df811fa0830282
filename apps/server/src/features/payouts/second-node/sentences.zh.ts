import { type Sentence, sentence } from '../../../platform/sentence.ts';

/** What the second node says of a payment, or why it says nothing. */
export const notConfigured = (setting: string): Sentence =>
  sentence(`no second node is configured (${setting})`, `没有设置第二节点（${setting}）`);
export const isDown = (message: string): Sentence =>
  sentence(`the second node does not answer (${message})`, `第二节点没有答复（${message}）`);
export const reverted = sentence('the second node says that its call failed', '第二节点说它的调用失败了');
export const paid = sentence('the second node has it as paid', '第二节点说它已付出');
export const inNoBlock = sentence('the second node has it in no block', '第二节点上它不在区块里');
export const withoutTransfer = sentence(
  'the second node has it in a block without the transfer',
  '第二节点上它在区块里，没有这笔转账',
);
export const inAnotherBlock = sentence('the second node has it in another block', '第二节点上它在另一个区块里');
export const notFinal = sentence('the second node does not have it final yet', '第二节点上它还没有最终确认');
export const notConflicted = (txid: string): Sentence =>
  sentence(
    `by the word of one node ${txid} can never be in a block; the second node does not confirm it`,
    `一个节点说 ${txid} 不可能再上链，第二节点没有证实`,
  );
export const hasInputs = (txid: string): Sentence =>
  sentence(
    `by the word of one node an input of ${txid} is in no block; the second node has all of them`,
    `一个节点说 ${txid} 的输入不在链上，第二节点上都在`,
  );
export const isSeen = (txid: string): Sentence =>
  sentence(
    `the second node has ${txid}, in a block or waiting for one`,
    `第二节点上有 ${txid}：已在区块里，或在等区块`,
  );
