import { maskAccount } from '@lode/contract';
import type { Sentence } from '../sentence.ts';

/** A mainland phone number, also as people write one (`+86 138 0000 0001`), or a mail address, wherever it stands in a sentence. */
const account =
  /(?<![0-9A-Za-z])(?:\+?86[ -]?)?1[3-9]\d(?:[ -]?\d{4}){2}(?![0-9A-Za-z])|[^\s,;:"“”，；：、「」()（）]+@[^\s,;:"“”，；：、「」()（）]+/g;

const phoneDigits = 11;

/** What the staff reads anywhere but on the customer's own page: `客户 138****01 离开`. */
export const maskAccounts = (text: string): string =>
  text.replace(account, (found) =>
    maskAccount(found.includes('@') ? found : found.replace(/\D/g, '').slice(-phoneDigits)),
  );

export const maskSentence = ({ en, zh }: Sentence): Sentence => ({ en: maskAccounts(en), zh: maskAccounts(zh) });
