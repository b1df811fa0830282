import { normaliseAccount } from '@lode/contract';
import type { Queryable } from '../../platform/db/database.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { hasUnsafeCharacter } from '../../platform/unsafe-text.ts';
import { insertCustomer } from './customer.store.ts';
import * as say from './sentences.zh.ts';

/** A customer as an operator writes it down. */
export interface NewCustomer {
  account: string;
  nickname: string;
  tags: string[];
}

const longestNickname = 64;
const mostTags = 20;
const tagShape = /^[\p{Letter}\p{Number}_-]{1,32}$/u;

/** The customer in its one spelling, or what is wrong with it. */
export function readNewCustomer({ account: typed, nickname, tags }: NewCustomer): NewCustomer | { refused: Sentence } {
  const account = normaliseAccount(typed);
  if (account === null) return { refused: say.notAccount(typed) };
  if ([...nickname].length > longestNickname) return { refused: say.nicknameTooLong(longestNickname) };
  if (hasUnsafeCharacter(nickname)) return { refused: say.nicknameUnsafe };
  if (tags.length > mostTags) return { refused: say.mostTags(mostTags) };
  const badTag = tags.find((tag) => !tagShape.test(tag));
  if (badTag !== undefined) return { refused: say.badTag(badTag) };
  return { account, nickname: nickname.trim(), tags: [...new Set(tags)] };
}

/** Creates a customer without a password: the first one is set with a code. Null when the account exists. */
export async function createCustomer(db: Queryable, customer: NewCustomer, now: Date): Promise<bigint | null> {
  const valid = readNewCustomer(customer);
  if ('refused' in valid) throw new RangeError(valid.refused.en);
  return insertCustomer(db, valid, now);
}
