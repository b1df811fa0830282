import { type Data, maskAccount } from '@lode/contract';
import type { Customer } from './customer.store.ts';

/** A customer as the client may see itself. */
export function userView(customer: Customer): Data<'userInfo'> {
  const { account, nickname, hasFundsPassword } = customer;
  return {
    id: customer.id.toString(),
    account,
    maskedAccount: maskAccount(account),
    nickname,
    hasFundsPassword,
    hasPassword: customer.passwordHash !== null,
  };
}

/** The theme that a customer's tags choose; operators write VIP or vip. */
export function skinOf({ tags }: Customer): 'default' | 'vip' {
  return tags.some((tag) => tag.toLowerCase() === 'vip') ? 'vip' : 'default';
}
