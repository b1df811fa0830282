import { normaliseAccount } from '@lode/contract';
import type { Queryable } from '../../platform/db/database.ts';
import { hasUnsafeCharacter } from '../../platform/unsafe-text.ts';
import { insertCustomer } from './customer.store.ts';

/** A customer as an operator writes it down. */
export interface NewCustomer {
  account: string;
  nickname: string;
  tags: string[];
}

const longestNickname = 64;
const mostTags = 20;
const tagShape = /^[\p{Letter}\p{Number}_-]{1,32}$/u;

/** The customer in its one spelling, or what is wrong with it in words. */
export function readNewCustomer({ account: typed, nickname, tags }: NewCustomer): NewCustomer | string {
  const account = normaliseAccount(typed);
  if (account === null) return `account "${typed}" is neither a mainland phone number nor an e-mail address`;
  if ([...nickname].length > longestNickname) return `nickname is longer than ${longestNickname} characters`;
  if (hasUnsafeCharacter(nickname)) return 'nickname has a control character or a mark of direction in it';
  if (tags.length > mostTags) return `more than ${mostTags} tags`;
  const badTag = tags.find((tag) => !tagShape.test(tag));
  if (badTag !== undefined) return `tag "${badTag}" is not made of up to 32 letters, digits, _ and -`;
  return { account, nickname: nickname.trim(), tags: [...new Set(tags)] };
}

/** Creates a customer without a password: the first one is set with a code. Null when the account exists. */
export async function createCustomer(db: Queryable, customer: NewCustomer, now: Date): Promise<bigint | null> {
  const valid = readNewCustomer(customer);
  if (typeof valid === 'string') throw new RangeError(valid);
  return insertCustomer(db, valid, now);
}
