import { type Sentence, sentence } from '../sentence.ts';

/** Refusals that many actions have in common. */
export const noCustomer = (name: string): Sentence => sentence(`there is no customer ${name}`, `没有客户 ${name}`);
export const customerLeft = (id: string | bigint): Sentence => sentence(`customer ${id} has left`, `客户 ${id} 已销户`);
export const noMachine = (id: string | bigint): Sentence => sentence(`there is no machine ${id}`, `没有矿机 ${id}`);
export const unknownSite = (site: string): Sentence => sentence(`site ${site} is unknown`, `没有机房 ${site}`);
export const keyUsedOtherwise = (given: string): Sentence =>
  sentence(`the key ${given} was used for something else`, `键 ${given} 已用于另一件事`);
export const ofTreasury = (left: string, of: string): Sentence =>
  sentence(`treasury has only ${left} of ${of}`, `自有资金只有 ${left}，需要 ${of}`);
export const needsSecond = (what: Sentence): Sentence =>
  sentence(`${what.en} needs a second person`, `${what.zh}要有第二人复核`);
export const networkClosed = (network: string, why: string): Sentence =>
  sentence(`${network} is not open: ${why}`, `${network} 没有开放：${why}`);
/** A program beside this one, whose own words are English. */
export const signerDown = (message: string): Sentence => sentence(message, `签名机没有给出结果：${message}`);
export const nodeDown = (message: string): Sentence => sentence(message, `节点没有给出结果：${message}`);
