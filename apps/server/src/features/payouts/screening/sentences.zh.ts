import { type Sentence, sentence } from '../../../platform/sentence.ts';

/** What is wrong with a file of the deny list. */
export const addressOf = (network: string): Sentence => sentence(`an address of ${network}`, `${network} 网络的地址`);
export const note = sentence('a text of 1 to 200 characters', '1 到 200 个字的说明');
export const safeNote = sentence(
  'a text without a control character or a mark of direction',
  '不带控制字符和方向符号的文字',
);
export const denied = (network: string, address: string): Sentence =>
  sentence(`${network} ${address}`, `${network} 地址 ${address}`);
