import { maskAccount } from '@lode/contract';
import type { Sentence } from '../sentence.ts';

/** A mainland phone number or a mail address, wherever it stands in a sentence. */
const account =
  /(?<![0-9A-Za-z])1[3-9]\d{9}(?![0-9A-Za-z])|[^\s,;:"“”，；：、「」()（）]+@[^\s,;:"“”，；：、「」()（）]+/g;

/** What the staff reads anywhere but on the customer's own page: `客户 138****01 离开`. */
export const maskAccounts = (text: string): string => text.replace(account, (found) => maskAccount(found));

export const maskSentence = ({ en, zh }: Sentence): Sentence => ({ en: maskAccounts(en), zh: maskAccounts(zh) });
