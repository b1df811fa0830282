import { maskAccount } from '@lode/contract';

/** A mainland phone number or a mail address, wherever it stands in a sentence. */
const account =
  /(?<![0-9A-Za-z])1[3-9]\d{9}(?![0-9A-Za-z])|[^\s,;:"“”，；：、「」()（）]+@[^\s,;:"“”，；：、「」()（）]+/g;

/** A sentence for a list that no audit line is written for: `客户 138****01 离开`. */
export const maskAccounts = (text: string): string => text.replace(account, (found) => maskAccount(found));
