import type { Sentence } from '../sentence.ts';
import { noCustomer } from '../staff/refusals.zh.ts';
import { account, id, optional, UsageError } from './option.ts';
import * as words from './option-words.zh.ts';

/** A customer by its account or by the id that the API shows. */
export interface CustomerName {
  account?: string | undefined;
  id?: string | undefined;
}

export const customerOptions = {
  account: optional(account('the customer')),
  id: optional(id('the same by id')),
};

/** The one of both that was given; throws a `UsageError` for none and for both. */
export function nameOf({ account: given, id: row }: CustomerName): CustomerName {
  if ((given === undefined) === (row === undefined)) throw new UsageError(words.oneOfBoth('account', 'id'));
  return { account: given, id: row };
}

export const noSuchCustomer = (name: CustomerName): Sentence => noCustomer(name.account ?? name.id ?? '');
